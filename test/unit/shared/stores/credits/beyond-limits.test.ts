/** Caches and queues of the API when more arrives at once than they can hold. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  RequestLogRow,
  SettledKey,
  UsageStore,
} from '../../../../../shared/domain/ports/usage-store.js';
import { openMemoryQueue } from '../../../../../shared/platform/journal/journal-queue.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';
import { openJournalMeter } from '../../../../../shared/stores/credits/journal-meter.js';
import { createRequestLog } from '../../../../../shared/stores/logs/request-log.js';
import { SlidingWindow } from '../../../../../shared/stores/rate/sliding-window.js';
import { payer } from '../../../../helpers/payer.js';

const logger = createLogger('silent');
const clock = { now: () => Date.UTC(2026, 5, 1) };
const { account, key } = payer('acme', { limit: 1_000_000 });

const notAsked = (): never => {
  throw new Error('not asked for');
};

describe('SlidingWindow', () => {
  it('counts each key separately when there are more keys than it remembers', () => {
    const windows = new SlidingWindow();
    const nowMs = clock.now();
    let others = 0;
    for (let key = 0; key < 130_000; key += 1) {
      if (windows.add(`key ${key}`, nowMs) !== 1) others += 1;
      // A key in use must not be evicted by keys that occur once.
      if (key % 30_000 === 0) windows.add('in use', nowMs);
    }
    expect(others).toBe(0);
    expect(windows.count('in use', nowMs)).toBe(5);
    expect(windows.count('key 129999', nowMs)).toBe(1);
  });
});

describe('Memory queue', () => {
  it('inserts rows once each and in order, in several inserts, although the first ones fail', async () => {
    const inserts: number[][] = [];
    let failures = 2;
    const rows = openMemoryQueue<number>({
      name: 'rows',
      logger,
      async insert(given) {
        await new Promise((resolve) => setImmediate(resolve));
        if (failures-- > 0) throw new Error('away');
        inserts.push([...given]);
      },
    });
    const taken = Array.from({ length: 20_000 }, (_, at) => at);
    await Promise.all(taken.map((at) => rows.add(at)));
    expect(rows.isFull).toBe(true);
    await rows.flush();
    await rows.flush();
    const moving = rows.flush();
    expect(rows.isFull).toBe(true);
    await moving;
    expect(rows.isFull).toBe(false);
    await rows.add(20_000);
    await rows.flush();
    expect(inserts.flat()).toEqual([...taken, 20_000]);
    expect(Math.max(...inserts.map((each) => each.length))).toBe(5_000);
  });
});

describe('Request log', () => {
  it('keeps 10,000 rows in memory while its queue fails, and counts further rows as dropped', async () => {
    const refused = async () => Promise.reject(new Error('disk full'));
    const nothing = async () => undefined;
    const queue = { add: refused, depth: 0, drain: nothing, close: nothing };
    const usage = { insertLogs: refused } as unknown as UsageStore;
    const log = createRequestLog(queue, { usage, logger });
    const row = {} as RequestLogRow;
    await Promise.all(Array.from({ length: 10_003 }, () => log.write(row)));
    expect({ waiting: log.waiting(), dropped: log.dropped() }).toEqual({
      waiting: 10_000,
      dropped: 3,
    });
  });
});

describe('Journal meter', () => {
  it('returns the answers of settled idempotency keys that no longer fit into memory', async () => {
    const settled = new Map<string, SettledKey>();
    const usage: UsageStore = {
      insertLedger: async () => undefined,
      async insertSettledKeys(keys) {
        for (const key of keys) settled.set(key.scope, key);
      },
      settledKey: async (scope) => settled.get(scope) ?? null,
      creditsUsed: async () => ({ total: 0, byKey: new Map() }),
      insertLogs: notAsked,
      logs: notAsked,
      countLogs: notAsked,
      usage: notAsked,
    };
    const folder = mkdtempSync(join(tmpdir(), 'signals-settled-'));
    const meter = await openJournalMeter({ usage, clock, logger, folder, sourceId: 'journal' });
    const answerOf = (at: number) => `${at} ${'x'.repeat(250_000)}`;
    const claims = Array.from({ length: 300 }, (_, at) => ({
      scope: `scope ${at}`,
      fingerprint: `request ${at}`,
    }));
    await Promise.all(
      claims.map(async (claim, at) => {
        expect(await meter.claim(claim)).toEqual({ state: 'claimed' });
        const charge = { account, key, requestId: `${at}`, route: 'GET /a', credits: 1, units: 1 };
        const outcome = await meter.charge({
          ...charge,
          settlement: { ...claim, answer: answerOf(at) },
        });
        expect(outcome.state).toBe('charged');
      }),
    );
    await meter.drain();
    const again = await Promise.all(claims.map((claim) => meter.claim(claim)));
    again.forEach((outcome, at) => {
      expect(outcome.state).toBe('settled');
      expect(outcome.state === 'settled' && outcome.answer === answerOf(at)).toBe(true);
    });
    await meter.close();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);
});
