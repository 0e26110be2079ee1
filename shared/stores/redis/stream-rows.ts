/**
 * Recognises the rows of the streams by the columns that the store could not read otherwise. Rows may
 * have more columns, because a process of a later version may have added them.
 */
import { isObject } from '../../domain/is-object.js';
import { parseIsoDate } from '../../domain/normalise/date.js';
import type { LedgerEntry, RequestLogRow } from '../../domain/ports/usage-store.js';

type Check = (value: unknown) => boolean;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isText: Check = (value) => typeof value === 'string';
const isId: Check = (value) => typeof value === 'string' && UUID.test(value);
const isTime: Check = (value) => typeof value === 'string' && parseIsoDate(value) !== null;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isNumber: Check = (value) => typeof value === 'number';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

const LEDGER_ENTRY: Record<Exclude<keyof LedgerEntry, 'isVoid'>, Check> = {
  entryId: isId,
  accountId: isText,
  apiKeyId: isText,
  requestId: isText,
  route: isText,
  credits: isCount,
  units: isCount,
  periodStart: isTime,
  chargedAt: isTime,
};

const REQUEST_LOG_ROW: Record<keyof RequestLogRow, Check> = {
  log_id: isId,
  account_id: isText,
  request_id: isText,
  timestamp: isTime,
  method: isText,
  path: isText,
  route: orNull(isText),
  status: isCount,
  error: orNull(isText),
  latency_ms: isNumber,
  credits_charged: isCount,
  result_count: orNull(isCount),
  api_key_id: orNull(isText),
  source: isText,
  user_agent: orNull(isText),
};

export function isLedgerEntry(value: unknown): value is LedgerEntry {
  return hasColumns(value, LEDGER_ENTRY);
}

export function isRequestLogRow(value: unknown): value is RequestLogRow {
  return hasColumns(value, REQUEST_LOG_ROW);
}

function hasColumns(value: unknown, checks: Record<string, Check>): boolean {
  return isObject(value) && Object.entries(checks).every(([column, check]) => check(value[column]));
}
