import type { CursorPosition } from '../cursor.js';
import type { RequestLog } from '../schemas/types.generated.js';

/** One charge. `entryId` makes a repeated insert harmless. */
export interface LedgerEntry {
  entryId: string;
  accountId: string;
  apiKeyId: string;
  requestId: string;
  /** Method and Express route pattern, for example `POST /v1/signals/search`. */
  route: string;
  credits: number;
  /** What the price was multiplied by: domains, contacts, returned signals; 1 if per call. */
  units: number;
  periodStart: string;
  chargedAt: string;
  /** True for an entry that voids the charge with the same id, whichever of them arrives first. */
  isVoid?: boolean;
}

/** A settled idempotency key, with its answer. */
export interface SettledKey {
  scope: string;
  accountId: string;
  fingerprint: string;
  /** The answer as the caller of the meter gave it. `null` if it was not kept. */
  answer: string | null;
  /** How often an answer that was not kept was computed again since the charge. */
  recomputed: number;
  settledAt: string;
}

/** Credits of one billing period: the total, and those of each key, keyed by key id. */
interface CreditsUsed {
  total: number;
  byKey: ReadonlyMap<string, number>;
}

/** A row of the request log, with its account. */
export interface RequestLogRow extends RequestLog {
  account_id: string;
}

export interface RequestLogFilter {
  accountId: string;
  pathPrefix?: string | undefined;
  method?: string | undefined;
  statusMin?: number | undefined;
  statusMax?: number | undefined;
  sinceMs?: number | undefined;
  beforeMs?: number | undefined;
}

/** Which usage of an account is counted, in buckets that begin at multiples of `bucketMs`. */
interface UsageFilter {
  accountId: string;
  /** Inclusive, in milliseconds since the epoch. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  bucketMs: number;
}

/** Calls that arrived in a bucket and credits that were charged in it, by route and key. */
export interface UsageRow {
  startMs: number;
  route: string | null;
  apiKeyId: string;
  calls: number;
  credits: number;
}

/**
 * Stores the ledger, settled idempotency keys and request logs. An insert may be repeated: reads
 * count every entry once. Methods reject with a retriable `AppError` if the store is unavailable.
 */
export interface UsageStore {
  insertLedger(entries: readonly LedgerEntry[]): Promise<void>;
  insertLogs(rows: readonly RequestLogRow[]): Promise<void>;
  /** Stores settled keys. Of several rows for one key, the last inserted one wins. */
  insertSettledKeys(keys: readonly SettledKey[]): Promise<void>;
  /** Returns the key if it was settled at or after `since` (ISO 8601), otherwise `null`. */
  settledKey(scope: string, since: string): Promise<SettledKey | null>;
  /**
   * Returns the credits charged to the account in the period that starts at `periodStart` (ISO
   * 8601), without the entries that the caller counts itself.
   */
  creditsUsed(
    accountId: string,
    periodStart: string,
    exceptEntryIds?: readonly string[],
  ): Promise<CreditsUsed>;
  /** Returns a page of log rows, the newest first, after `page.after` (`timestamp`, `log_id`). */
  logs(
    filter: RequestLogFilter,
    page: { limit: number; after?: CursorPosition | undefined },
  ): Promise<RequestLog[]>;
  /** Returns the number of log rows that match. */
  countLogs(filter: RequestLogFilter): Promise<number>;
  /** Counts calls of the request logs and credits of the ledger, in any order, without zeros. */
  usage(filter: UsageFilter): Promise<UsageRow[]>;
}
