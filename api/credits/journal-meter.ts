/**
 * Credits of one API process. Check and debit happen in one turn of the event loop, so concurrent
 * requests never overspend; the charge is on disk, in the journal, before it counts as made, and moves
 * from there to the ledger. A process that starts again first moves what an earlier one left behind.
 */
import { hostname } from 'node:os';
import { LRUCache } from 'lru-cache';
import { balanceOf, canPay } from '../../shared/balance.js';
import { openJournalQueue } from '../../shared/journal/journal-queue.js';
import { ledgerEntryOf } from '../../shared/ledger-entry.js';
import type { Logger } from '../../shared/logger.js';
import type { ChargeSource } from '../../shared/ports/charge-source.js';
import type { Clock } from '../../shared/ports/clock.js';
import type { Charge, ClaimOutcome, CreditMeter, Payer } from '../../shared/ports/credit-meter.js';
import type { LedgerEntry, SettledKey, UsageStore } from '../../shared/ports/usage-store.js';
import { type PeriodUse, PeriodUses } from './period-uses.js';

/** One atomic step, as the journal holds it. */
interface Step {
  entry: LedgerEntry | null;
  settled: SettledKey | null;
  atMs: number;
}

export interface JournalMeterDeps {
  usage: UsageStore;
  clock: Clock;
  logger: Logger;
  /** Belongs to one process at a time. */
  folder: string;
  /** Names this journal among the sources of charges. */
  sourceId: string;
}

export interface JournalMeter extends CreditMeter, ChargeSource {
  /** Rejects when charges can no longer be written down. */
  check(): Promise<void>;
  /** Resolves true when nothing is left in the journal. */
  close(): Promise<boolean>;
}

const DAY_MS = 86_400_000;
const MAX_REMEMBERED_BYTES = 64_000_000;

export async function openJournalMeter(deps: JournalMeterDeps): Promise<JournalMeter> {
  const { usage, clock, logger, folder, sourceId } = deps;
  const uses = new PeriodUses(usage, clock);
  const answers = new Answers(usage, clock);
  const queue = await openJournalQueue<Step>({
    folder,
    name: 'credits',
    sync: true,
    encode: (step) => Buffer.from(JSON.stringify(step)),
    decode: (payload) => JSON.parse(payload.toString('utf8')) as Step,
    insert: (steps) => insertSteps(usage, answers, steps),
    logger,
  });
  return {
    balance: async (payer) => balanceOf(payer, await uses.current(payer)),
    async charge(charge) {
      await queue.makeRoom();
      const { use, atMs } = await usePeriod(uses, clock, charge);
      // From here to the write nothing is awaited.
      const settled = charge.settlement && answers.remembered(charge.settlement.scope);
      const balance = () => balanceOf(charge, use);
      if (settled) return { state: 'settled', balance: balance(), answer: settled.answer };
      if (!canPay(balance(), charge.credits)) return { state: 'insufficient', balance: balance() };
      use.used += charge.credits;
      use.byKey.set(charge.key.keyId, (use.byKey.get(charge.key.keyId) ?? 0) + charge.credits);
      const step = stepOf(charge, use.periodStart, atMs);
      const after = balance();
      await queue.add(step);
      if (step.settled) answers.settle(step.settled);
      return { state: 'charged', balance: after };
    },
    claim: (claim) => answers.claim(claim),
    async release({ scope }) {
      answers.release(scope);
    },
    drain: () => queue.drain(),
    source: () => ({
      sourceId,
      kind: 'journal',
      description: `${hostname()}:${folder}`,
      // The clock may have been set back: the oldest is not always the one that waits longest.
      drainedToMs: queue.waiting().reduce((least, { atMs }) => Math.min(least, atMs), clock.now()),
    }),
    async check() {
      if (queue.failure) throw queue.failure;
    },
    async close() {
      await queue.close();
      return queue.depth === 0;
    },
  };
}

/** The period that runs when the charge is made: asking the ledger may take until the next one. */
async function usePeriod(
  uses: PeriodUses,
  clock: Clock,
  payer: Payer,
): Promise<{ use: PeriodUse; atMs: number }> {
  for (;;) {
    const use = await uses.current(payer);
    const atMs = clock.now();
    if (use.startMs <= atMs && atMs < use.endMs) return { use, atMs };
  }
}

function stepOf(charge: Charge, periodStart: string, atMs: number): Step {
  const { settlement } = charge;
  const { accountId } = charge.account;
  const chargedAt = new Date(atMs).toISOString();
  return {
    entry: charge.credits > 0 ? ledgerEntryOf(charge, { periodStart, chargedAt }) : null,
    settled: settlement && { ...settlement, accountId, settledAt: chargedAt },
    atMs,
  };
}

/** Settled keys first: what is charged is never asked for again without its answer being found. */
async function insertSteps(
  usage: UsageStore,
  answers: Answers,
  steps: readonly Step[],
): Promise<void> {
  const settled = steps.flatMap((step) => step.settled ?? []);
  if (settled.length > 0) await usage.insertSettledKeys(settled);
  const entries = steps.flatMap((step) => step.entry ?? []);
  if (entries.length > 0) await usage.insertLedger(entries);
  answers.stored(settled);
}

/** Idempotency keys: who works on them now, and which were settled in the last 24 h. */
class Answers {
  readonly #usage: UsageStore;
  readonly #clock: Clock;
  readonly #running = new Set<string>();
  /** Not yet in the store, which is asked for all others. */
  readonly #unstored = new Map<string, SettledKey>();
  readonly #recent: LRUCache<string, SettledKey>;

  constructor(usage: UsageStore, clock: Clock) {
    this.#usage = usage;
    this.#clock = clock;
    this.#recent = new LRUCache({
      maxSize: MAX_REMEMBERED_BYTES,
      sizeCalculation: (key) => 500 + (key.answer?.length ?? 0),
    });
  }

  async claim({
    scope,
    fingerprint,
  }: {
    scope: string;
    fingerprint: string;
  }): Promise<ClaimOutcome> {
    if (this.#running.has(scope)) return { state: 'running' };
    // Claimed before the first wait, so that of two at once one runs.
    this.#running.add(scope);
    try {
      const settled = this.remembered(scope) ?? (await this.#read(scope));
      if (!settled) return { state: 'claimed' };
      this.#running.delete(scope);
      if (settled.fingerprint !== fingerprint) return { state: 'reused' };
      return { state: 'settled', answer: settled.answer };
    } catch (error) {
      this.#running.delete(scope);
      throw error;
    }
  }

  remembered(scope: string): SettledKey | undefined {
    const settled = this.#unstored.get(scope) ?? this.#recent.get(scope);
    return settled && Date.parse(settled.settledAt) > this.#clock.now() - DAY_MS
      ? settled
      : undefined;
  }

  settle(settled: SettledKey): void {
    this.#unstored.set(settled.scope, settled);
    this.#running.delete(settled.scope);
  }

  release(scope: string): void {
    this.#running.delete(scope);
  }

  stored(settled: readonly SettledKey[]): void {
    for (const key of settled) {
      this.#unstored.delete(key.scope);
      this.#recent.set(key.scope, key);
    }
  }

  async #read(scope: string): Promise<SettledKey | null> {
    const since = new Date(this.#clock.now() - DAY_MS).toISOString();
    const settled = await this.#usage.settledKey(scope, since);
    if (settled) this.#recent.set(scope, settled);
    return settled;
  }
}
