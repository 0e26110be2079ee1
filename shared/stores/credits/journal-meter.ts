/**
 * Counts credits in one API process. Check and debit happen in one turn of the event loop, so
 * concurrent requests never overspend. A charge is on disk, in the journal, before it counts as
 * made, and moves from there to the ledger. A process that starts again first moves what an earlier
 * one left.
 */
import { hostname } from 'node:os';
import { contains } from '../../domain/billing/billing-period.js';
import { balanceOf, canPay } from '../../domain/credits/balance.js';
import { ledgerEntryOf } from '../../domain/credits/ledger-entry.js';
import type { ChargeSource } from '../../domain/ports/charge-source.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { Charge, CreditMeter, Payer } from '../../domain/ports/credit-meter.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { LedgerEntry, SettledKey, UsageStore } from '../../domain/ports/usage-store.js';
import { isoOf } from '../../domain/time.js';
import { openJournalQueue } from '../../platform/journal/journal-queue.js';
import { createPeriodUses, type PeriodUse } from './period-uses.js';
import { SettledKeys, type SettledKeysDeps } from './settled-keys.js';

interface Step {
  /** `null` if nothing is charged. */
  entry: LedgerEntry | null;
  settled: SettledKey | null;
  atMs: number;
}

export interface JournalMeterDeps extends Omit<SettledKeysDeps, 'persist'> {
  logger: Logger;
  /** Belongs to one process at a time. */
  folder: string;
  /** The name of this journal among the sources of charges. */
  sourceId: string;
}

export interface JournalMeter extends CreditMeter, ChargeSource {
  /** Rejects while charges cannot be written to the journal. */
  check(): Promise<void>;
  /** Resolves true when nothing is left in the journal. */
  close(): Promise<boolean>;
}

export async function openJournalMeter(deps: JournalMeterDeps): Promise<JournalMeter> {
  const { usage, clock, logger, folder, sourceId } = deps;
  const currentUse = createPeriodUses(usage, clock);
  const keys = new SettledKeys({
    ...deps,
    async persist(settled) {
      await queue.makeRoom();
      await queue.add({ entry: null, settled, atMs: clock.now() });
    },
  });
  const queue = await openJournalQueue<Step>({
    folder,
    name: 'credits',
    sync: true,
    insert: (steps) => insertSteps(usage, keys, steps),
    logger,
  });
  return {
    balance: async (payer) => balanceOf(payer, await currentUse(payer)),
    async charge(charge) {
      await queue.makeRoom();
      const { use, atMs } = await usePeriod(currentUse, clock, charge);
      // Nothing is awaited from here to the write.
      const balance = () => balanceOf(charge, use);
      const keyState = charge.settlement && keys.stateOfKey(charge.settlement, atMs);
      if (keyState && keyState.state !== 'open') {
        // Another caller has settled the request after taking over its claim.
        return { balance: balance(), ...(await keys.outcomeOf(keyState)) };
      }
      if (!canPay(balance(), charge.credits)) return { state: 'insufficient', balance: balance() };
      debit(use, charge, charge.credits);
      const step = stepOf(charge, keys, use.periodStart, atMs);
      const after = balance();
      try {
        await queue.add(step);
      } catch (error) {
        // A call that is rejected because the disk is full costs nothing.
        debit(use, charge, -charge.credits);
        throw error;
      }
      if (step.settled) keys.settle(step.settled);
      return { state: 'charged', balance: after };
    },
    claim: (claim) => keys.claim(claim),
    async release({ scope }) {
      keys.release(scope);
    },
    drain: () => queue.drain(),
    source: () => ({
      sourceId,
      kind: 'journal',
      description: `${hostname()}:${folder}`,
      // If the clock was set back, the charge with the earliest time is not always the first.
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

/** Returns the use of the current period. Reading the ledger may take until the next one begins. */
async function usePeriod(
  currentUse: ReturnType<typeof createPeriodUses>,
  clock: Clock,
  payer: Payer,
): Promise<{ use: PeriodUse; atMs: number }> {
  for (;;) {
    const use = await currentUse(payer);
    const atMs = clock.now();
    if (contains(use, atMs)) return { use, atMs };
  }
}

function debit(use: PeriodUse, { key }: Payer, credits: number): void {
  use.used += credits;
  use.byKey.set(key.keyId, (use.byKey.get(key.keyId) ?? 0) + credits);
}

function stepOf(charge: Charge, keys: SettledKeys, periodStart: string, atMs: number): Step {
  const { settlement } = charge;
  const { accountId } = charge.account;
  const chargedAt = isoOf(atMs);
  const entry = charge.credits > 0 ? ledgerEntryOf(charge, { periodStart, chargedAt }) : null;
  if (!settlement) return { entry, settled: null, atMs };
  const answer = settlement.answer && keys.hasRoom(settlement.answer) ? settlement.answer : null;
  const settled = { ...settlement, answer, accountId, recomputed: 0, settledAt: chargedAt };
  return { entry, settled, atMs };
}

/** Inserts settled keys before charges, so that a repeated paid request finds its answer. */
async function insertSteps(
  usage: UsageStore,
  keys: SettledKeys,
  steps: readonly Step[],
): Promise<void> {
  const settled = steps.flatMap((step) => step.settled ?? []);
  const newest = new Map(settled.map((key) => [key.scope, key]));
  if (newest.size > 0) await usage.insertSettledKeys([...newest.values()]);
  const entries = steps.flatMap((step) => step.entry ?? []);
  if (entries.length > 0) await usage.insertLedger(entries);
  keys.markStored(newest.values());
}
