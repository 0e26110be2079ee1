/**
 * Counts credits that any number of API processes share through one Redis. One script checks a
 * charge, debits it, settles its idempotency key and adds it to a stream, which the processes move
 * into the ledger. If the outcome of a charge is unknown, its request is rejected and the charge is
 * voided later.
 */
import { type BillingPeriod, billingPeriodAt } from '../../domain/billing/billing-period.js';
import { isTransient } from '../../domain/concurrency/retry.js';
import { balanceOf } from '../../domain/credits/balance.js';
import { ledgerEntryOf } from '../../domain/credits/ledger-entry.js';
import { AppError } from '../../domain/errors.js';
import type { ChargeSource } from '../../domain/ports/charge-source.js';
import type { Clock } from '../../domain/ports/clock.js';
import type {
  Charge,
  ChargeOutcome,
  ClaimOutcome,
  CreditMeter,
  IdempotencyClaim,
  Payer,
} from '../../domain/ports/credit-meter.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { LedgerEntry, UsageStore } from '../../domain/ports/usage-store.js';
import { DAY_MS, isoOf } from '../../domain/time.js';
import { type JournalQueue, openMemoryQueue } from '../../platform/journal/journal-queue.js';
import { type Redis, RedisUnavailable } from '../../platform/redis/redis.js';
import { CHARGES_STREAM, claimKey, counterKey, settledKey, voidKey } from '../redis/redis-keys.js';
import { StreamQueue } from '../redis/stream-queue.js';
import { isLedgerEntry } from '../redis/stream-rows.js';
import { type Claims, createClaims, type DeferredTask } from './claims.js';
import { CHARGE, READ_COUNTER, REPLY_MS, VOID_CHARGE } from './credit-scripts.js';
import { keyField, startCounter } from './start-counter.js';

interface RedisCreditMeterDeps {
  redis: Redis;
  usage: UsageStore;
  clock: Clock;
  logger: Logger;
  /** Milliseconds after which the claim of a process that died expires. */
  claimMs?: number;
}

const CLAIM_MS = 60_000;
/** Milliseconds that a counter outlives its period. Later it is counted again from the ledger. */
const COUNTER_MS = 10 * DAY_MS;
/** The most starts of a counter for one call: voids and restarts of Redis may end it again. */
const MAX_COUNTER_STARTS = 50;
/** Milliseconds after its own time until which a charge may reach the stream. */
const MARGIN_MS = 10_000;

export class RedisCreditMeter implements CreditMeter, ChargeSource {
  readonly #deps: RedisCreditMeterDeps;
  readonly #stream: StreamQueue<LedgerEntry>;
  /** Voids and releases. They are in memory, so they are lost if the process dies. */
  readonly #deferred: JournalQueue<DeferredTask>;
  readonly #claims: Claims;
  readonly #startingCounters = new Map<string, Promise<void>>();

  constructor(deps: RedisCreditMeterDeps) {
    const { redis, usage, clock, logger, claimMs = CLAIM_MS } = deps;
    this.#deps = deps;
    this.#deferred = openMemoryQueue<DeferredTask>({
      name: 'redis-tasks',
      async insert(tasks) {
        for (const task of tasks) await task.run();
      },
      logger,
    });
    this.#claims = createClaims({ redis, clock, deferred: this.#deferred, claimMs });
    this.#stream = new StreamQueue<LedgerEntry>({
      redis,
      stream: CHARGES_STREAM,
      isRow: isLedgerEntry,
      insert: (entries) => usage.insertLedger(entries),
      logger,
    });
  }

  async balance(payer: Payer) {
    const { redis, clock, usage } = this.#deps;
    const period = billingPeriodAt(clock.now(), payer.account);
    const counter = counterKey(payer.account.accountId, period.startMs);
    const read = () => redis.run(READ_COUNTER, [counter], [keyField(payer.key.keyId)]);
    try {
      const [, used, usedByKey] = await this.#withCounter(payer, period, read);
      return balanceOf(payer, useOf(payer, period, used, usedByKey));
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    const ledger = await usage.creditsUsed(payer.account.accountId, isoOf(period.startMs));
    const use = { ...period, used: ledger.total, byKey: ledger.byKey };
    return { ...balanceOf(payer, use), isExact: false };
  }

  async charge(charge: Charge): Promise<ChargeOutcome> {
    if (this.#deferred.isFull) throw new AppError('unavailable', 'too many charges are unknown');
    const period = billingPeriodAt(this.#deps.clock.now(), charge.account);
    const attempt = this.#createChargeAttempt(charge, period);
    const [state, used, usedByKey, answer = ''] = await this.#withCounter(charge, period, attempt);
    const balance = balanceOf(charge, useOf(charge, period, used, usedByKey));
    switch (state) {
      case 'charged':
        if (charge.settlement) this.#claims.forget(charge.settlement.scope);
        return { state, balance };
      case 'insufficient':
      case 'reused':
      case 'recompute':
        return { state, balance };
      case 'settled':
        return { state, balance, answer };
      case 'full':
        throw new AppError('unavailable', 'the ledger is too far behind');
      default:
        throw new AppError('unavailable', 'the charge was voided');
    }
  }

  claim(claim: IdempotencyClaim): Promise<ClaimOutcome> {
    return this.#claims.claim(claim);
  }

  release(claim: IdempotencyClaim): Promise<void> {
    return this.#claims.release(claim);
  }

  async drain(): Promise<void> {
    await this.#deferred.drain();
    await this.#stream.drain();
  }

  async source() {
    const { address } = this.#deps.redis;
    return {
      sourceId: `stream ${address}`,
      kind: 'stream' as const,
      description: address,
      drainedToMs: await this.#drainedToMs(),
    };
  }

  /** Reports 0, as if nothing had been moved, if Redis is unavailable. */
  async #drainedToMs(): Promise<number> {
    try {
      const oldest = await this.#stream.oldest();
      const oldestMs = oldest ? Date.parse(oldest.chargedAt) : this.#deps.clock.now();
      const voidsMs = this.#deferred.waiting().map(({ atMs }) => atMs);
      return Math.min(oldestMs, ...voidsMs) - MARGIN_MS;
    } catch (error) {
      if (isTransient(error)) return 0;
      throw error;
    }
  }

  /** Resolves true if every void was sent and the stream is empty. */
  async close(): Promise<boolean> {
    await this.#deferred.close();
    const { depth } = this.#deferred;
    if (depth > 0) this.#deps.logger.error({ tasks: depth }, 'redis_tasks_lost');
    const isEmpty = await this.#stream.close();
    return isEmpty && depth === 0;
  }

  /**
   * Returns a function for retries: every call sends the same entry id. If the outcome is unknown,
   * the charge is voided later.
   */
  #createChargeAttempt(charge: Charge, period: BillingPeriod): () => Promise<string[]> {
    const { redis, clock, logger } = this.#deps;
    const { account, key, credits, settlement } = charge;
    const atMs = clock.now();
    const times = { periodStart: isoOf(period.startMs), chargedAt: isoOf(atMs) };
    const entry = ledgerEntryOf(charge, times);
    const { entryId } = entry;
    const counter = counterKey(account.accountId, period.startMs);
    const keys = [counter, CHARGES_STREAM, voidKey(entryId)];
    if (settlement) keys.push(settledKey(settlement.scope), claimKey(settlement.scope));
    const limits = [account.unlimited ? -1 : account.monthlyLimit, key.monthlyCreditCap ?? -1];
    const args = [keyField(key.keyId), credits, ...limits, JSON.stringify(entry), entryId, atMs];
    if (settlement) args.push(settlement.fingerprint, settlement.answer ?? '');
    const voidCharge = async () => {
      const row: LedgerEntry = { ...entry, credits: 0, isVoid: true };
      const [outcome] = await redis.run(VOID_CHARGE, keys, [JSON.stringify(row), entryId]);
      logger.info({ entry_id: entryId, outcome }, 'charge_voided');
    };
    return async () => {
      try {
        return await redis.run(CHARGE, keys, args, REPLY_MS);
      } catch (error) {
        if (error instanceof RedisUnavailable && error.mayHaveRun) {
          await this.#deferred.add({ atMs, run: voidCharge });
        }
        throw error;
      }
    };
  }

  /** Returns the reply of a script that needs the counter, which is started first if necessary. */
  async #withCounter(
    payer: Payer,
    period: BillingPeriod,
    run: () => Promise<string[]>,
  ): Promise<string[]> {
    for (let starts = 0; starts < MAX_COUNTER_STARTS; starts += 1) {
      const reply = await run();
      if (reply[0] !== 'uncounted') return reply;
      await this.#ensureCounter(payer, period);
    }
    throw new AppError('unavailable', 'credits cannot be counted now');
  }

  /** Starts the counter. Concurrent calls of this process for one counter share one start. */
  #ensureCounter(
    { account: { accountId } }: Payer,
    { startMs, endMs }: BillingPeriod,
  ): Promise<void> {
    const { redis, usage, clock } = this.#deps;
    const counter = counterKey(accountId, startMs);
    const running = this.#startingCounters.get(counter);
    if (running) return running;
    const lifetimeMs = Math.max(0, endMs - clock.now()) + COUNTER_MS;
    const start = { counter, accountId, periodStart: isoOf(startMs), lifetimeMs };
    const starting = startCounter(redis, usage, start).finally(() => {
      this.#startingCounters.delete(counter);
    });
    this.#startingCounters.set(counter, starting);
    return starting;
  }
}

function useOf({ key }: Payer, period: BillingPeriod, used = '0', usedByKey = '0') {
  return { ...period, used: Number(used), byKey: new Map([[key.keyId, Number(usedByKey)]]) };
}
