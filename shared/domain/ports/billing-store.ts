import type { BillingPeriod } from '../billing/billing-period.js';

/** What one account used in one period; written once, never changed. */
export interface Statement extends BillingPeriod {
  statementId: string;
  accountId: string;
  /** Credits of the period that were in the ledger when it was closed. */
  creditsUsed: number;
  /** Of the account when the period was closed; meaningless when `unlimited`. */
  monthlyLimit: number;
  unlimited: boolean;
  routes: readonly RouteUse[];
  adjustments: readonly Adjustment[];
  closedAtMs: number;
}

export interface RouteUse {
  route: string;
  /** Charged calls. */
  calls: number;
  credits: number;
}

/** Credits of an earlier period that are not on any statement yet. */
export interface Adjustment {
  /** Start of that period. */
  periodStartMs: number;
  credits: number;
}

/** What the ledger holds of one period start and route. */
export interface LedgerTotal extends RouteUse {
  periodStartMs: number;
}

/** Statements, and the sums they are made of. Throws `unavailable` if the store is unavailable. */
export interface BillingStore {
  /** End of the last closed period, by account. */
  lastPeriodEnds(): Promise<ReadonlyMap<string, number>>;
  /** Valid statements, oldest first. */
  statements(accountId: string): Promise<Statement[]>;
  /**
   * If several statements of one account and period start are written, by any process and any number of
   * times, the first one wins. Returns the one that wins.
   */
  putStatement(statement: Statement): Promise<Statement>;
  /** Every charge once, of period starts before that instant. */
  ledgerTotals(accountId: string, beforeMs: number): Promise<LedgerTotal[]>;
}
