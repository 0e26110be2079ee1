import type { RequestLog } from '../types.generated.js';

/** One charge. `entryId` makes a repeated insert harmless. */
export interface LedgerEntry {
  entryId: string;
  accountId: string;
  apiKeyId: string;
  requestId: string;
  /** Express route pattern with method, for instance `POST /v1/signals/search`. */
  route: string;
  credits: number;
  /** What the price was multiplied by: domains, contacts, returned signals; 1 per call. */
  units: number;
  periodStart: string;
  chargedAt: string;
}

export interface RequestLogRow extends RequestLog {
  account_id: string;
}

export interface RequestLogFilter {
  accountId: string;
  pathPrefix?: string;
  method?: string;
  statusMin?: number;
  statusMax?: number;
  sinceMs?: number;
  beforeMs?: number;
}

/** A place in the order `timestamp` descending, `log_id` ascending. */
export interface RequestLogPosition {
  timestampMs: number;
  logId: string;
}

/** Ledger and request logs. Inserts may repeat; reads count every entry once. */
export interface UsageStore {
  insertLedger(entries: readonly LedgerEntry[]): Promise<void>;
  insertLogs(rows: readonly RequestLogRow[]): Promise<void>;
  /** Credits charged to the account in the period that starts at `periodStart`. */
  creditsUsed(accountId: string, periodStart: string): Promise<number>;
  logs(
    filter: RequestLogFilter,
    page: { limit: number; after?: RequestLogPosition },
  ): Promise<RequestLog[]>;
  countLogs(filter: RequestLogFilter): Promise<number>;
}
