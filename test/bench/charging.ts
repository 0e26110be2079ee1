/**
 * Measures charges through the meter of one process, with journal and ledger, against the disk: one
 * append of 128 bytes with fdatasync. `BENCH_CHARGES` sets their number.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Charge, Payer } from '../../shared/domain/ports/credit-meter.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { openJournalMeter } from '../../shared/stores/credits/journal-meter.js';
import { startTestService } from '../helpers/test-service.js';

const CHARGES = Number(process.env.BENCH_CHARGES ?? 1_000_000);
const IN_FLIGHT = 64;
const ALONE = 5_000;
const SYNCS = 500;

const PAYER: Payer = {
  account: {
    accountId: 'bench',
    name: 'Bench',
    monthlyLimit: 0,
    unlimited: true,
    rateLimit: 1,
    earlyAccess: false,
    billingAnchorDay: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    deletedAt: null,
  },
  key: {
    keyId: randomUUID(),
    accountId: 'bench',
    name: 'bench',
    prefix: 'sig_live_ben',
    hash: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    monthlyCreditCap: null,
    lastUsedAt: null,
  },
};

const CHARGE: Charge = {
  ...PAYER,
  requestId: 'bench',
  route: 'POST /v1/signals/search',
  credits: 1,
  units: 1,
  settlement: null,
};

export async function benchCharging(print: (line: string) => void): Promise<void> {
  const service = await startTestService();
  const folder = mkdtempSync(join(tmpdir(), 'signals-charging-'));
  const { usage } = service.stores;
  const clock = { now: () => Date.now() };
  const logger = createLogger('warn');
  const meter = await openJournalMeter({ usage, clock, logger, folder, sourceId: 'bench' });
  /**
   * Makes charges and returns their median latency in milliseconds; every client waits for its
   * charge before the next.
   */
  const charge = async (charges: number, clients: number): Promise<number> => {
    const latencies = new Float64Array(charges);
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < charges) {
        const at = next;
        next += 1;
        const started = performance.now();
        await meter.charge(CHARGE);
        latencies[at] = performance.now() - started;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return latencies.sort()[Math.trunc(charges / 2)] ?? 0;
  };
  const syncMs = await medianSyncMs(folder);
  const alone = await charge(ALONE, 1);
  const started = performance.now();
  const together = await charge(CHARGES, IN_FLIGHT);
  const seconds = (performance.now() - started) / 1_000;
  await meter.drain();
  const drained = (performance.now() - started) / 1_000;
  const { total } = await usage.creditsUsed('bench', periodStart());
  const inSyncs = (ms: number) => `${ms.toFixed(2)} ms = ${(ms / syncMs).toFixed(1)} fdatasyncs`;
  print(
    `charges                ${Math.round(CHARGES / seconds)}/s with ${IN_FLIGHT} in flight (aim >= 20000), p50 ${inSyncs(together)}`,
  );
  print(`one charge at a time   p50 ${inSyncs(alone)} of ${syncMs.toFixed(2)} ms (aim <= 2)`);
  print(
    `ledger                 ${Math.round(CHARGES / drained)}/s until all ${total} are in ClickHouse`,
  );
  await meter.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the median milliseconds of one append of 128 bytes with fdatasync. */
export async function medianSyncMs(folder: string): Promise<number> {
  const file = await open(join(folder, 'sync'), 'w');
  const bytes = Buffer.alloc(128, 1);
  const times: number[] = [];
  for (let at = 0; at < SYNCS; at += 1) {
    const started = performance.now();
    await file.write(bytes);
    await file.datasync();
    times.push(performance.now() - started);
  }
  await file.close();
  return times.sort((a, b) => a - b)[SYNCS / 2] ?? 0;
}

function periodStart(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
}
