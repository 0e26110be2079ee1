import type { RequestLog } from '../schemas/types.generated.js';

/** One charge. `entryId` makes a repeated insert harmless. */
export interface LedgerEntry {
  entryId: string;
  accountId: string;
  apiKeyId: string;
  requestId: string;
  /** Express route pattern with method, for example `POST /v1/signals/search`. */
  route: string;
  credits: number;
  /** What the price was multiplied by: domains, contacts, returned signals; 1 per call. */
  units: number;
  periodStart: string;
  chargedAt: string;
  /** The request was rejected after all: voids the charge with that id, whichever arrives first. */
  isVoid?: boolean;
}

/** A settled idempotency key, with its response. */
export interface SettledKey {
  scope: string;
  accountId: string;
  fingerprint: string;
  /** As the caller of the meter gave it; `null` when it was not kept. */
  answer: string | null;
  /** How often a response that was not kept was computed again since the charge. */
  recomputed: number;
  settledAt: string;
}

/** Credits of one period: the total, and those of each key. */
interface CreditsUsed {
  total: number;
  byKey: ReadonlyMap<string, number>;
}

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

/** A place in the order `timestamp` descending, `log_id` ascending. */
export interface RequestLogPosition {
  timestampMs: number;
  logId: string;
}

/** What of an account's usage is counted, in buckets that begin at multiples of `bucketMs`. */
interface UsageFilter {
  accountId: string;
  /** Inclusive, milliseconds since the epoch. */
  fromMs: number;
  /** Exclusive. */
  toMs: number;
  bucketMs: number;
}

/** Calls that arrived in a bucket and credits charged in it, by route and key. */
export interface UsageRow {
  startMs: number;
  route: string | null;
  apiKeyId: string;
  calls: number;
  credits: number;
}

/** Ledger, settled idempotency keys and request logs. Inserts may repeat; reads count every entry once. */
export interface UsageStore {
  insertLedger(entries: readonly LedgerEntry[]): Promise<void>;
  insertLogs(rows: readonly RequestLogRow[]): Promise<void>;
  /** Of several rows for one key, the last inserted one wins. */
  insertSettledKeys(keys: readonly SettledKey[]): Promise<void>;
  /** The key, when it was settled at or after `since` (ISO 8601). */
  settledKey(scope: string, since: string): Promise<SettledKey | null>;
  /**
   * Credits charged to the account in the period that starts at `periodStart`, without the entries that
   * the caller counts itself.
   */
  creditsUsed(
    accountId: string,
    periodStart: string,
    exceptEntryIds?: readonly string[],
  ): Promise<CreditsUsed>;
  logs(
    filter: RequestLogFilter,
    page: { limit: number; after?: RequestLogPosition },
  ): Promise<RequestLog[]>;
  countLogs(filter: RequestLogFilter): Promise<number>;
  /** Calls are those of the request logs, credits those of the ledger; in no order, without zeros. */
  usage(filter: UsageFilter): Promise<UsageRow[]>;
}
