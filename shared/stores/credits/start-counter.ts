/**
 * Counts what an account has used in a period, from the ledger and from the charges that are still
 * in the stream, and starts the counter with it. Starts nothing if a charge of the counter was
 * made, voided or lost meanwhile; the caller then finds the counter missing and counts again.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/errors.js';
import type { LedgerEntry, UsageStore } from '../../domain/ports/usage-store.js';
import type { Redis } from '../../platform/redis/redis.js';
import { CHARGES_STREAM } from '../redis/redis-keys.js';
import { READ_WAITING, START_COUNTER } from './credit-scripts.js';

interface CounterToStart {
  counter: string;
  accountId: string;
  periodStart: string;
  lifetimeMs: number;
}

const PAUSE_MS = 20;
const PAGE_ENTRIES = 1_000;
const MAX_WAITING_ENTRIES = 10_000;

export function keyField(keyId: string): string {
  return `key:${keyId}`;
}

/** Starts a counter. Throws a retriable `AppError` if it cannot be counted. */
export async function startCounter(
  redis: Redis,
  usage: UsageStore,
  start: CounterToStart,
): Promise<void> {
  const counting = await readWaiting(redis, start.counter);
  if (!counting) return;
  const used = await countUsed(usage, start, counting.waiting);
  const args = [counting.token, Math.ceil(start.lifetimeMs), ...[...used].flat()];
  const [outcome] = await redis.run(START_COUNTER, [start.counter], args);
  if (outcome === undefined) await sleep(PAUSE_MS);
}

/** Resolves to `null` if the counter is started already. */
async function readWaiting(redis: Redis, counter: string) {
  const keys = [counter, CHARGES_STREAM];
  const waiting: LedgerEntry[] = [];
  let token: string | undefined;
  for (let lastId = ''; ; ) {
    // A new token for every page, so that a removed token is never set again.
    const args = [randomUUID(), lastId, PAGE_ENTRIES];
    const [replyToken, pageEnd, ...rows] = await redis.run(READ_WAITING, keys, args);
    if (replyToken === undefined || pageEnd === undefined) return null;
    token ??= replyToken;
    if (pageEnd === '') return { token, waiting };
    lastId = pageEnd;
    waiting.push(...rows.map((row) => JSON.parse(row) as LedgerEntry));
    if (waiting.length > MAX_WAITING_ENTRIES) {
      throw new AppError('unavailable', 'the ledger is too far behind');
    }
  }
}

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
