/**
 * Credits that any number of API processes share through one Redis. A charge is checked, debited,
 * settled and written into a stream in one step; every process moves the stream into the ledger. A
 * charge that nobody could answer is taken back later, because the request was refused.
 */

import { type BillingPeriod, billingPeriodAt } from '../../domain/billing/billing-period.js';
import { isPassing } from '../../domain/concurrency/retry.js';
import { balanceOf } from '../../domain/credits/balance.js';
import { ledgerEntryOf } from '../../domain/credits/ledger-entry.js';
import { MAX_RECOMPUTATIONS, RECOMPUTE_MS, SETTLED_MS } from '../../domain/credits/standing-of.js';
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
import type { Redis } from '../../platform/redis/open-redis.js';
import { RetryQueue } from '../../platform/redis/retry-queue.js';
import { retryWhileOutcomeUnknown } from '../../platform/redis/retry-while-outcome-unknown.js';
import { CHARGES_STREAM, counterKey, entryKey, idempotencyKey } from '../redis/redis-keys.js';
import { StreamMover } from '../redis/stream-mover.js';
import { Claims } from './claims.js';
import { CHARGE, READ_COUNTER, VOID_CHARGE } from './credit-scripts.js';
import { keyField, startCounter } from './start-counter.js';

export interface RedisMeterDeps {
  redis: Redis;
  usage: UsageStore;
  clock: Clock;
  logger: Logger;
  /** What a process that died had claimed is free after that. */
  claimMs?: number;
}

export interface RedisMeter extends CreditMeter, ChargeSource {
  /** Charges and claims that have to be taken back once Redis answers. */
  readonly waitingVoids: number;
  /** Rejects when nothing can be charged. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const CLAIM_MS = 60_000;
/** Longer than any repetition, and than any connection that is given up can still deliver. */
const ENTRY_MS = 600_000;
/** A counter outlives its period by that; whatever is asked for later is counted anew. */
const COUNTER_MS = 10 * DAY_MS;
const MAX_WAITING_CHARGES = 200_000;
const MAX_STARTS = 5;
/** Charges may reach the stream that long after the moment they carry. */
const MARGIN_MS = 10_000;

export function createRedisMeter(deps: RedisMeterDeps): RedisMeter {
  return new SharedMeter(deps);
}

/** A charge on its way, the same at every repetition. */
interface Step {
  charge: Charge;
  period: BillingPeriod;
  entry: LedgerEntry;
  counter: string;
  keys: string[];
  atMs: number;
  /** Of the server it was first sent to. */
  runId: string | null;
}

class SharedMeter implements RedisMeter {
  readonly #deps: RedisMeterDeps;
  readonly #mover: StreamMover<LedgerEntry>;
  readonly #later: RetryQueue;
  readonly #claims: Claims;
  readonly #starting = new Map<string, Promise<void>>();

  constructor(deps: RedisMeterDeps) {
    this.#deps = deps;
    this.#later = new RetryQueue(deps.logger);
    this.#claims = new Claims({
      redis: deps.redis,
      clock: deps.clock,
      later: this.#later,
      claimMs: deps.claimMs ?? CLAIM_MS,
    });
    this.#mover = new StreamMover<LedgerEntry>({
      redis: deps.redis,
      stream: CHARGES_STREAM,
      decode: (row) => JSON.parse(row) as LedgerEntry,
      insert: (entries) => deps.usage.insertLedger(entries),
      logger: deps.logger,
    });
  }

  get waitingVoids(): number {
    return this.#later.size;
  }

  async balance(payer: Payer) {
    const period = this.#periodOf(payer);
    try {
      return await this.#countedBalance(payer, period);
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    const periodStart = isoOf(period.startMs);
    const ledger = await this.#deps.usage.creditsUsed(payer.account.accountId, periodStart);
    const use = { ...period, used: ledger.total, byKey: ledger.byKey };
    return { ...balanceOf(payer, use), isExact: false };
  }

  async charge(charge: Charge): Promise<ChargeOutcome> {
    if (this.#later.isFull) throw new AppError('unavailable', 'too many charges are unknown');
    const step = this.#stepOf(charge);
    const reply = await retryWhileOutcomeUnknown(
      () => this.#sendCharge(step),
      () => this.#later.add({ atMs: step.atMs, run: () => this.#void(step) }),
    );
    const [state, used, usedByKey, answer = null] = reply;
    const balance = balanceOf(charge, useOf(charge, step.period, used, usedByKey));
    switch (state) {
      case 'charged':
        if (charge.settlement) this.#claims.forget(charge.settlement.scope);
        return { state, balance };
      case 'insufficient':
      case 'reused':
        return { state, balance };
      case 'settled':
        return { state, balance, answer };
      case 'full':
        throw new AppError('unavailable', 'the ledger is too far behind');
      default:
        throw new AppError('unavailable', 'the charge was taken back');
    }
  }

  claim(claim: IdempotencyClaim): Promise<ClaimOutcome> {
    return this.#claims.claim(claim);
  }

  release(claim: IdempotencyClaim): Promise<void> {
    return this.#claims.release(claim);
  }

  async drain(): Promise<void> {
    await this.#later.flush();
    await this.#mover.drain();
  }

  async source() {
    const { redis } = this.#deps;
    return {
      sourceId: `stream ${redis.address}`,
      kind: 'stream' as const,
      description: redis.address,
      drainedToMs: await this.#drainedToMs(),
    };
  }

  /** While Redis is away nobody knows: then as if nothing had ever been moved. */
  async #drainedToMs(): Promise<number> {
    try {
      const oldest = await this.#mover.oldest();
      const oldestMs = oldest ? Date.parse(oldest.chargedAt) : this.#deps.clock.now();
      return Math.min(oldestMs, this.#later.oldestMs ?? oldestMs) - MARGIN_MS;
    } catch (error) {
      if (isPassing(error)) return 0;
      throw error;
    }
  }

  async check(): Promise<void> {
    await this.#deps.redis.check();
  }

  async close(): Promise<void> {
    await this.#later.close();
    await this.#mover.close();
  }

  #periodOf({ account }: Payer): BillingPeriod {
    return billingPeriodAt(this.#deps.clock.now(), account);
  }

  async #countedBalance(payer: Payer, period: BillingPeriod) {
    const counter = counterKey(payer.account.accountId, period.startMs);
    for (let starts = 0; starts < MAX_STARTS; starts += 1) {
      const [used, byKey] = await this.#deps.redis.run(
        READ_COUNTER,
        [counter],
        [keyField(payer.key.keyId)],
      );
      if (used !== undefined) return balanceOf(payer, useOf(payer, period, used, byKey));
      await this.#start(payer, period);
    }
    throw new AppError('unavailable', 'credits cannot be counted now');
  }

  #stepOf(charge: Charge): Step {
    const atMs = this.#deps.clock.now();
    const period = this.#periodOf(charge);
    const entry = ledgerEntryOf(charge, {
      periodStart: isoOf(period.startMs),
      chargedAt: isoOf(atMs),
    });
    const counter = counterKey(entry.accountId, period.startMs);
    const keys = [counter, entryKey(entry.entryId), CHARGES_STREAM];
    if (charge.settlement) keys.push(idempotencyKey(charge.settlement.scope));
    return { charge, period, entry, counter, keys, atMs, runId: null };
  }

  async #sendCharge(step: Step): Promise<string[]> {
    const { charge, entry, period, counter, keys, atMs } = step;
    const { account, key, credits, settlement } = charge;
    const args = [
      keyField(key.keyId),
      credits,
      account.unlimited ? -1 : account.monthlyLimit,
      key.monthlyCreditCap ?? -1,
      atMs,
      entry.entryId,
      JSON.stringify(entry),
      counter,
      ENTRY_MS,
      this.#lifetimeMs(period),
      SETTLED_MS,
      MAX_WAITING_CHARGES,
      settlement?.fingerprint ?? '',
      settlement?.answer ?? '',
      RECOMPUTE_MS,
      MAX_RECOMPUTATIONS,
    ];
    for (let starts = 0; starts < MAX_STARTS; starts += 1) {
      step.runId ??= this.#deps.redis.runId;
      const reply = await this.#deps.redis.run(CHARGE, keys, args);
      if (reply[0] !== 'uncounted') return reply;
      await this.#start(charge, period);
    }
    throw new AppError('unavailable', 'credits cannot be counted now');
  }

  async #void({ charge, entry, counter, keys, atMs, runId }: Step): Promise<void> {
    const row: LedgerEntry = { ...entry, credits: 0, isVoid: true };
    const mayBeForgotten = this.#deps.clock.now() - atMs > ENTRY_MS / 2;
    const [outcome] = await this.#deps.redis.run(VOID_CHARGE, keys, [
      keyField(charge.key.keyId),
      charge.credits,
      entry.entryId,
      JSON.stringify(row),
      counter,
      ENTRY_MS,
      runId ?? '',
      mayBeForgotten ? 1 : 0,
    ]);
    this.#deps.logger.info({ entry_id: entry.entryId, outcome }, 'charge_voided');
  }

  /** One count at a time per counter and process. */
  #start({ account }: Payer, period: BillingPeriod): Promise<void> {
    const counter = counterKey(account.accountId, period.startMs);
    const running = this.#starting.get(counter);
    if (running) return running;
    const start = startCounter(this.#deps.redis, this.#deps.usage, {
      counter,
      accountId: account.accountId,
      periodStart: isoOf(period.startMs),
      lifetimeMs: this.#lifetimeMs(period),
    }).finally(() => this.#starting.delete(counter));
    this.#starting.set(counter, start);
    return start;
  }

  #lifetimeMs({ endMs }: BillingPeriod): number {
    return Math.max(0, endMs - this.#deps.clock.now()) + COUNTER_MS;
  }
}

function useOf({ key }: Payer, period: BillingPeriod, used = '0', usedByKey = '0') {
  return { ...period, used: Number(used), byKey: new Map([[key.keyId, Number(usedByKey)]]) };
}
