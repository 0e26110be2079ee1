/**
 * Simulates accounts and sources of charges for tests of closing: time jumps, sources lag, die, end
 * and return, anchor days change, charges arrive late. A seed determines everything.
 */
import { randomUUID } from 'node:crypto';
import { billingPeriodAt } from '../../shared/domain/billing/billing-period.js';
import type { Account, AccountStore } from '../../shared/domain/ports/account-store.js';
import type { SourceStore } from '../../shared/domain/ports/source-store.js';
import type { LedgerEntry, UsageStore } from '../../shared/domain/ports/usage-store.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Returns numbers from 0 up to 1, exclusive; the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface SimulatedSource {
  sourceId: string;
  state: 'works' | 'lags' | 'dead' | 'ended';
  /** Charges that are not yet in the ledger. */
  pending: LedgerEntry[];
}

export interface World {
  nowMs: number;
  accounts: Map<string, Account>;
  /** Moves the clock by `stepMs`, which may be negative, and makes charges meanwhile. */
  advance(stepMs: number): Promise<void>;
  /** Writes a charge of the past that no source has announced. */
  chargeLate(): Promise<void>;
  /** Makes every source move its charges into the ledger and end. */
  settle(): Promise<void>;
}

const ROUTES = [
  'POST /v1/signals/search',
  'POST /v1/contacts/enrich',
  'GET /v1/signals/:signal_id',
];

export async function createWorld(
  random: () => number,
  startMs: number,
  stores: { accounts: AccountStore; sources: SourceStore; usage: UsageStore },
): Promise<World> {
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  const pick = <T>(values: readonly T[]): T => {
    const value = values[between(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  const accounts = new Map<string, Account>();
  const sources: SimulatedSource[] = ['journal 1', 'journal 2', 'stream 3'].map((sourceId) => ({
    sourceId,
    state: 'works',
    pending: [],
  }));

  const put = async (account: Account): Promise<void> => {
    if (!(await stores.accounts.addAccount(account))) {
      await stores.accounts.changeAccount(account.accountId, () => account);
    }
    accounts.set(account.accountId, (await stores.accounts.account(account.accountId)) ?? account);
  };
  const chargeAt = (account: Account, ms: number): LedgerEntry => ({
    entryId: randomUUID(),
    accountId: account.accountId,
    apiKeyId: 'key',
    requestId: 'request',
    route: pick(ROUTES),
    credits: between(1, 20),
    units: 1,
    periodStart: new Date(billingPeriodAt(ms, account).startMs).toISOString(),
    chargedAt: new Date(ms).toISOString(),
  });
  const publish = async (source: SimulatedSource, nowMs: number): Promise<void> => {
    const times = source.pending.map(({ chargedAt }) => Date.parse(chargedAt));
    await stores.sources.putSource({
      sourceId: source.sourceId,
      kind: source.sourceId.startsWith('stream') ? 'stream' : 'journal',
      description: `host:/${source.sourceId}`,
      drainedToMs: Math.min(nowMs, ...times),
      ended: source.state === 'ended',
    });
  };
  const drain = async (source: SimulatedSource, beforeMs: number): Promise<void> => {
    const isOld = ({ chargedAt }: LedgerEntry) => Date.parse(chargedAt) < beforeMs;
    const moved = source.pending.filter(isOld);
    source.pending = source.pending.filter((entry) => !isOld(entry));
    // Delivers at least once: sometimes a part arrives again.
    if (moved.length > 0) await stores.usage.insertLedger(moved);
    if (random() < 0.2) await stores.usage.insertLedger(moved.slice(0, 3));
  };

  const world: World = {
    nowMs: startMs,
    accounts,
    async advance(stepMs) {
      const fromMs = world.nowMs;
      world.nowMs += stepMs;
      if (accounts.size < 4 && random() < 0.6) {
        await put({
          accountId: `account-${accounts.size + 1}`,
          name: 'Simulated',
          monthlyLimit: between(100, 5_000),
          unlimited: random() < 0.3,
          rateLimit: 600,
          earlyAccess: false,
          billingAnchorDay: between(1, 28),
          createdAt: new Date(world.nowMs).toISOString(),
          deletedAt: null,
        });
      }
      for (const account of [...accounts.values()]) {
        if (random() < 0.04) await put({ ...account, billingAnchorDay: between(1, 28) });
        const deletedAt = new Date(world.nowMs).toISOString();
        if (random() < 0.01) await put({ ...account, deletedAt });
      }
      for (const source of sources) {
        const isAtWork = source.state === 'works' || source.state === 'lags';
        for (const account of isAtWork ? accounts.values() : []) {
          if (account.deletedAt || random() < 0.3) continue;
          const earliestMs = Math.max(fromMs, Date.parse(account.createdAt));
          const span = Math.max(0, world.nowMs - earliestMs);
          source.pending.push(chargeAt(account, world.nowMs - Math.floor(random() * span)));
        }
        if (source.state !== 'ended' || random() < 0.3) {
          source.state = pick(['works', 'works', 'works', 'lags', 'dead', 'ended']);
        }
        if (source.state === 'dead') continue;
        const lagMs = source.state === 'lags' ? between(1, 40 * 24) * HOUR_MS : -DAY_MS * 10_000;
        await drain(source, world.nowMs - lagMs);
        await publish(source, world.nowMs);
      }
    },
    async chargeLate() {
      if (accounts.size === 0) return;
      const account = pick([...accounts.values()]);
      const agoMs = between(1, 100) * DAY_MS;
      await stores.usage.insertLedger([chargeAt(account, world.nowMs - agoMs)]);
    },
    async settle() {
      for (const source of sources) {
        source.state = 'ended';
        await drain(source, Number.MAX_SAFE_INTEGER);
        await publish(source, world.nowMs);
      }
    },
  };
  return world;
}
