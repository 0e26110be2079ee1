import type { BillingPeriod } from '../billing/billing-period.js';

/** The bill of one account for one billing period. It is written once and never changed. */
export interface Statement extends BillingPeriod {
  statementId: string;
  accountId: string;
  /** Credits of the period that were in the ledger when the period was closed. */
  creditsUsed: number;
  /** The account's limit when the period was closed. Meaningless if `unlimited` is true. */
  monthlyLimit: number;
  unlimited: boolean;
  routes: readonly RouteUse[];
  adjustments: readonly Adjustment[];
  closedAtMs: number;
}

export interface RouteUse {
  route: string;
  /** The number of calls that were charged. */
  calls: number;
  credits: number;
}

/** Credits of an earlier period that no statement has yet; negative if too much was billed. */
export interface Adjustment {
  /** Start of the earlier period, in milliseconds since the epoch. */
  periodStartMs: number;
  credits: number;
}

/** The calls and credits in the ledger for one period and route. */
export interface LedgerTotal extends RouteUse {
  periodStartMs: number;
}

/**
 * Stores statements, and reads the sums that they are made from. Methods reject with a retriable
 * `AppError` if the store is unavailable.
 */
export interface BillingStore {
  /**
   * Returns the end of the last closed period of each account, in milliseconds since the epoch,
   * keyed by account id. Accounts without a closed period are absent.
   */
  lastPeriodEnds(): Promise<ReadonlyMap<string, number>>;
  /** Returns the statements of the account, the oldest first. */
  statements(accountId: string): Promise<Statement[]>;
  /**
   * Stores a statement and returns the valid one. If several statements of one account and period
   * start are written, by any process and any number of times, the first one wins and is returned.
   */
  putStatement(statement: Statement): Promise<Statement>;
  /**
   * Sums the charges of all periods that start before `beforeMs`, by period start and route, sorted
   * by both. Every charge is counted once; voided charges are left out.
   */
  ledgerTotals(accountId: string, beforeMs: number): Promise<LedgerTotal[]>;
}
