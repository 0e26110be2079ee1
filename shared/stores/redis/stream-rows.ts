/**
 * Recognises the rows of the streams by the columns that the store could not read otherwise. Rows may
 * have more columns, because a process of a later version may have added them.
 */
import { isObject } from '../../domain/is-object.js';
import { parseIsoDate } from '../../domain/normalise/date.js';
import type { LedgerEntry, RequestLogRow } from '../../domain/ports/usage-store.js';
import { schemaNamed } from '../../domain/schemas/schemas.js';
import { validatorFor } from '../../domain/schemas/validators.js';

type Check = (value: unknown) => boolean;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isText: Check = (value) => typeof value === 'string';
const isId: Check = (value) => typeof value === 'string' && UUID.test(value);
const isTime: Check = (value) => typeof value === 'string' && parseIsoDate(value) !== null;
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

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

export function isLedgerEntry(value: unknown): value is LedgerEntry {
  return (
    isObject(value) && Object.entries(LEDGER_ENTRY).every(([column, check]) => check(value[column]))
  );
}

export function isRequestLogRow(value: unknown): value is RequestLogRow {
  if (!isObject(value) || !isText(value.account_id)) return false;
  const { properties = {} } = schemaNamed('request-log');
  const known = Object.entries(value).filter(([column]) => Object.hasOwn(properties, column));
  return validatorFor('request-log')(Object.fromEntries(known));
}
