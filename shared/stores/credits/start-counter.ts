/**
 * Counts what an account has used of a period, from the ledger and from the charges that are still on
 * their way there, and starts the counter with it: in one step that fails when charges of the counter
 * came or went meanwhile, and is then tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/errors.js';
import type { LedgerEntry, UsageStore } from '../../domain/ports/usage-store.js';
import type { Redis } from '../../platform/redis/open-redis.js';
import { CHARGES_STREAM, movedKey } from '../redis/redis-keys.js';
import { READ_WAITING, START_COUNTER } from './credit-scripts.js';

export interface CounterToStart {
  counter: string;
  accountId: string;
  periodStart: string;
  lifetimeMs: number;
}

const MAX_ATTEMPTS = 50;
const PAUSE_MS = 20;
const PAGE_ENTRIES = 1_000;
const MAX_WAITING_ENTRIES = 10_000;

export function keyField(keyId: string): string {
  return `key:${keyId}`;
}

/** Once it resolves the counter was there; throws a retriable `AppError` when it cannot be counted. */
export async function startCounter(
  redis: Redis,
  usage: UsageStore,
  start: CounterToStart,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { mark, lastId, waiting } = await readWaiting(redis, start.counter);
    const used = await countUsed(usage, start, waiting);
    const [outcome] = await redis.run(
      START_COUNTER,
      [start.counter, movedKey(start.counter), CHARGES_STREAM],
      [start.counter, mark, lastId, Math.ceil(start.lifetimeMs), ...[...used].flat()],
    );
    if (outcome === 'counted') return;
    await sleep(PAUSE_MS);
  }
  throw new AppError('unavailable', 'credits cannot be counted now');
}

async function readWaiting(redis: Redis, counter: string) {
  const waiting: LedgerEntry[] = [];
  let firstMark: string | undefined;
  let lastId = '';
  for (;;) {
    const [mark = '', last = '', ...rows] = await redis.run(
      READ_WAITING,
      [movedKey(counter), CHARGES_STREAM],
      [counter, lastId, PAGE_ENTRIES],
    );
    firstMark ??= mark;
    if (last === '') return { mark: firstMark, lastId, waiting };
    lastId = last;
    waiting.push(...rows.map((row) => JSON.parse(row) as LedgerEntry));
    if (waiting.length > MAX_WAITING_ENTRIES) {
      throw new AppError('unavailable', 'the ledger is too far behind');
    }
  }
}

/** Field and value of everything the counter holds. */
async function countUsed(
  usage: UsageStore,
  { accountId, periodStart }: CounterToStart,
  waiting: readonly LedgerEntry[],
): Promise<Map<string, number>> {
  const entries = new Map<string, LedgerEntry>();
  for (const entry of waiting) {
    if (!entries.get(entry.entryId)?.isVoid) entries.set(entry.entryId, entry);
  }
  const ledger = await usage.creditsUsed(accountId, periodStart, [...entries.keys()]);
  const used = new Map([['used', ledger.total]]);
  const add = (field: string, credits: number) => used.set(field, (used.get(field) ?? 0) + credits);
  for (const [keyId, credits] of ledger.byKey) add(keyField(keyId), credits);
  for (const { apiKeyId, credits } of entries.values()) {
    add('used', credits);
    add(keyField(apiKeyId), credits);
  }
  return used;
}
