/** The journal meter with a journal on disk and a fake ledger that can be unavailable. */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../../shared/domain/ports/account-store.js';
import type {
  LedgerEntry,
  SettledKey,
  UsageStore,
} from '../../../../../shared/domain/ports/usage-store.js';
import { journalId } from '../../../../../shared/platform/journal/journal-id.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';
import {
  type JournalMeter,
  openJournalMeter,
} from '../../../../../shared/stores/credits/journal-meter.js';
import { restrictToUnlimited } from '../../../../../shared/stores/credits/restrict-to-unlimited.js';
import { payer } from '../../../../helpers/payer.js';

const MARCH_MS = Date.UTC(2026, 2, 1);
const { account, key } = payer('acme', { limit: 10 });
const charge = {
  account,
  key,
  requestId: 'request',
  route: 'GET /a',
  credits: 3,
  units: 1,
  settlement: null,
};

/** Returns a ledger that can be unavailable; `onAsk` is called on each read, to move the clock. */
function createLedger(onAsk: () => void) {
  const entries: LedgerEntry[] = [];
  const settled: SettledKey[] = [];
  const ledger = { entries, settled, isAway: false, inserting: async () => {} };
  const usage: UsageStore = {
    async insertLedger(rows) {
      if (ledger.isAway) throw new Error('away');
      entries.push(...rows);
    },
    insertLogs: async () => undefined,
    async insertSettledKeys(keys) {
      if (ledger.isAway) throw new Error('away');
      await ledger.inserting();
      settled.push(...keys);
    },
    settledKey: async () => null,
    async creditsUsed(_accountId, periodStart) {
      onAsk();
      const own = entries.filter((entry) => entry.periodStart === periodStart);
      return { total: own.reduce((sum, { credits }) => sum + credits, 0), byKey: new Map() };
    },
    logs: async () => [],
    countLogs: async () => 0,
    usage: async () => [],
  };
  return { ledger, usage };
}

let folder: string;
let nowMs: number;
let askingMs: number;
let meter: JournalMeter;
let usage: UsageStore;
let ledger: ReturnType<typeof createLedger>['ledger'];

const MAX_UNSTORED_BYTES = 100;
const open = () =>
  openJournalMeter({
    usage,
    clock: { now: () => nowMs },
    logger: createLogger('silent'),
    folder,
    sourceId: 'journal',
    maxUnstoredBytes: MAX_UNSTORED_BYTES,
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signals-meter-'));
  askingMs = 0;
  ({ ledger, usage } = createLedger(() => {
    nowMs += askingMs;
  }));
  meter = await open();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('Journal meter: charges', () => {
  it('books a charge into the period in which it is made, not requested', async () => {
    nowMs = MARCH_MS - 5;
    askingMs = 10;
    const outcome = await meter.charge(charge);
    expect(outcome).toMatchObject({ state: 'charged', balance: { periodStartMs: MARCH_MS } });
    expect(await meter.close()).toBe(true);
    expect(ledger.entries).toMatchObject([{ periodStart: '2026-03-01T00:00:00.000Z' }]);
  });

  it('returns the new end of the current period after a change of the anchor day', async () => {
    nowMs = MARCH_MS;
    const balance = (changed: Account) => meter.balance({ account: changed, key });
    await meter.charge(charge);
    expect(await balance(account)).toMatchObject({ periodResetMs: Date.UTC(2026, 3, 1) });
    const formerAnchors = [{ day: 1, untilMs: MARCH_MS + 60_000 }];
    expect(await balance({ ...account, billingAnchorDay: 20, formerAnchors })).toMatchObject({
      used: 3,
      periodStartMs: MARCH_MS,
      periodResetMs: Date.UTC(2026, 2, 20),
    });
    await meter.close();
  });

  it('rejects charges after it is closed, and leaves the balance unchanged', async () => {
    nowMs = MARCH_MS;
    await meter.charge(charge);
    expect((await meter.balance(charge)).used).toBe(3);
    await meter.close();
    for (let at = 0; at < 5; at += 1) {
      await expect(meter.charge(charge)).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await meter.balance(charge)).toMatchObject({ used: 3, remaining: 7 });
  });
});

describe('Journal meter while the disk fills up and is freed', () => {
  /** Makes the next sync, or the next write after its first bytes, fail. */
  async function failNext(kind: 'write' | 'sync'): Promise<void> {
    const handle = await openFile(folder);
    const files: {
      write(buffer: Buffer, at: number): Promise<object>;
      datasync(): Promise<void>;
    } = Object.getPrototypeOf(handle);
    await handle.close();
    const full = new Error('ENOSPC: no space left on device');
    if (kind === 'sync') vi.spyOn(files, 'datasync').mockRejectedValueOnce(full);
    else {
      vi.spyOn(files, 'write')
        .mockImplementationOnce(async function (this: FileHandle, buffer, at) {
          return { bytesWritten: writeSync(this.fd, buffer, at, Math.min(900, buffer.length)) };
        })
        .mockRejectedValueOnce(full);
    }
  }

  it('stores exactly the answered charges in the ledger, also after a crash', async () => {
    nowMs = MARCH_MS;
    ledger.isAway = true;
    const rich = payer('acme', { limit: 1_000 });
    const answered: string[] = [];
    const call = async (requestId: string) => {
      const outcome = await meter.charge({ ...charge, ...rich, requestId });
      expect(outcome.state).toBe('charged');
      answered.push(requestId);
    };
    for (const [round, kind] of (['write', 'sync', 'write'] as const).entries()) {
      for (let at = 0; at < 5; at += 1) await call(`${round} alone ${at}`);
      await failNext(kind);
      const calls = Array.from({ length: 8 }, (_, at) => call(`${round} together ${at}`));
      for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
      await expect(meter.check()).rejects.toThrow('cannot be written');
      await expect(call(`${round} later`)).rejects.toMatchObject({ code: 'unavailable' });
      expect((await meter.balance(rich)).used).toBe(3 * answered.length);
      if (round === 1) {
        // A crash while nothing can be written: the next process finds a copy of the folder.
        const killed = folder;
        folder = mkdtempSync(join(tmpdir(), 'signals-meter-'));
        cpSync(killed, folder, { recursive: true });
        await meter.close();
        rmSync(killed, { recursive: true });
        ledger.isAway = false;
        meter = await open();
        ledger.isAway = true;
      } else await vi.waitUntil(() => meter.check().then(isTrue, isFalse), 5_000);
      await call(`${round} again`);
    }
    ledger.isAway = false;
    await meter.drain();
    expect(ledger.entries.map(({ requestId }) => requestId)).toEqual(answered);
    expect((await meter.balance(rich)).used).toBe(3 * answered.length);
    expect(await meter.close()).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});

const isTrue = () => true;
const isFalse = () => false;

describe('restrictToUnlimited', () => {
  it('charges unlimited accounts by keys without a cap, and rejects all others', async () => {
    nowMs = MARCH_MS;
    const own = restrictToUnlimited(meter);
    const unlimited = payer('acme', { unlimited: true });
    expect(await own.charge({ ...charge, ...unlimited })).toMatchObject({ state: 'charged' });
    for (const who of [payer('acme'), payer('acme', { unlimited: true, cap: 10 })]) {
      await expect(own.balance(who)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(own.charge({ ...charge, ...who })).rejects.toThrow('--unsafe-local-credits');
    }
    await meter.close();
    expect(ledger.entries).toHaveLength(1);
  });
});

describe('Journal meter as a source of charges', () => {
  it('reports the time of its earliest unstored charge, also if the clock went back', async () => {
    nowMs = MARCH_MS + 60_000;
    ledger.isAway = true;
    await meter.charge(charge);
    nowMs = MARCH_MS - 60_000;
    await meter.charge(charge);
    nowMs = MARCH_MS + 3_600_000;
    expect(await meter.source()).toMatchObject({ drainedToMs: MARCH_MS - 60_000 });
    expect(await meter.close()).toBe(false);
  });

  it('keeps its id when its folder is opened again', () => {
    const id = journalId(folder);
    expect(journalId(folder)).toBe(id);
    expect(journalId(join(folder, 'other'))).not.toBe(id);
  });
});

describe('Journal meter: answers for repeated requests', () => {
  const settle = async (scope: string) => {
    const settlement = { scope, fingerprint: 'f', answer: 'x'.repeat(MAX_UNSTORED_BYTES - 40) };
    const claimed = await meter.claim(settlement);
    await meter.charge({ ...charge, credits: 1, settlement });
    return claimed.state;
  };
  const repeat = async (scope: string) => (await meter.claim({ scope, fingerprint: 'f' })).state;

  it('discards an answer while too many unstored answers are in memory', async () => {
    nowMs = MARCH_MS;
    ledger.isAway = true;
    for (const scope of ['first', 'second']) expect(await settle(scope)).toBe('claimed');
    expect(await repeat('first')).toBe('settled');
    expect(await repeat('second')).toBe('recompute');
    ledger.isAway = false;
    await meter.drain();
    expect(await settle('third')).toBe('claimed');
    expect(await repeat('third')).toBe('settled');
    await meter.close();
    const kept = ledger.settled.map(({ scope, answer }) => [scope, answer !== null]);
    expect(kept).toEqual([
      ['first', true],
      ['second', false],
      ['third', true],
    ]);
  });

  it('counts further repeats of a request while an earlier count is being stored', async () => {
    nowMs = MARCH_MS;
    const settlement = { scope: 'busy', fingerprint: 'f', answer: null };
    await meter.charge({ ...charge, settlement });
    const inserts: (() => void)[] = [];
    ledger.inserting = () => new Promise((resolve) => inserts.push(resolve));
    const drained = meter.drain();
    for (let at = 0; at < 5; at += 1) {
      expect(await repeat('busy')).toBe('recompute');
      await meter.release(settlement);
    }
    inserts[0]?.();
    await vi.waitUntil(() => inserts.length === 2);
    expect(await repeat('busy')).toBe('claimed');
    inserts[1]?.();
    await drained;
    expect(ledger.settled.map(({ recomputed }) => recomputed)).toEqual([0, 5]);
  });

  it('stores the repeats that an earlier process left in its journal', async () => {
    nowMs = MARCH_MS;
    ledger.isAway = true;
    const settlement = { scope: 'left', fingerprint: 'f', answer: null };
    await meter.charge({ ...charge, settlement });
    for (let at = 0; at < 2; at += 1) {
      expect(await repeat('left')).toBe('recompute');
      await meter.release(settlement);
    }
    expect(await meter.close()).toBe(false);
    ledger.isAway = false;
    meter = await open();
    expect(ledger.settled).toMatchObject([{ scope: 'left', recomputed: 2 }]);
    expect(ledger.entries).toHaveLength(1);
    await meter.close();
  });
});
