/**
 * Charges through the meter of one process, journal and ledger included, beside what the disk can do:
 * one append of 128 bytes with fdatasync. `BENCH_CHARGES` says how many.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournalMeter } from '../../api/credits/journal-meter.js';
import { createLogger } from '../../shared/logger.js';
import type { Payer } from '../../shared/ports/credit-meter.js';
import { startTestService } from '../helpers/test-service.js';

const CHARGES = Number(process.env.BENCH_CHARGES ?? 1_000_000);
const IN_FLIGHT = 64;
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

export async function benchCharging(print: (line: string) => void): Promise<void> {
  const service = await startTestService();
  const folder = mkdtempSync(join(tmpdir(), 'signals-charging-'));
  const { usage } = service.stores;
  const clock = { now: () => Date.now() };
  const logger = createLogger('warn');
  const meter = await openJournalMeter({ usage, clock, logger, folder, sourceId: 'bench' });
  const latencies = new Float64Array(CHARGES);
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < CHARGES) {
      const at = next;
      next += 1;
      const started = performance.now();
      await meter.charge({
        ...PAYER,
        requestId: 'bench',
        route: 'POST /v1/signals/search',
        credits: 1,
        units: 1,
        settlement: null,
      });
      latencies[at] = performance.now() - started;
    }
  };
  const syncMs = await medianSyncMs(folder);
  const started = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, client));
  const seconds = (performance.now() - started) / 1_000;
  await meter.drain();
  const drained = (performance.now() - started) / 1_000;
  const { total } = await usage.creditsUsed('bench', periodStart());
  const p50 = latencies.sort()[Math.trunc(CHARGES / 2)] ?? 0;
  print(
    `charges                ${Math.round(CHARGES / seconds)}/s with ${IN_FLIGHT} in flight (aim >= 20000), p50 ${p50.toFixed(2)} ms, ${(p50 / syncMs).toFixed(2)} of one fdatasync of ${syncMs.toFixed(2)} ms (aim <= 2)`,
  );
  print(
    `ledger                 ${Math.round(CHARGES / drained)}/s until all ${total} are in ClickHouse`,
  );
  await meter.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function medianSyncMs(folder: string): Promise<number> {
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
