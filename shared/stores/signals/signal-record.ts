/**
 * The record of a signal: all that an answer shows of it, in one column of `signal_records` and
 * `signals_by_company`, so that an answer reads one column of few rows.
 */
import { holdBytes } from '../../domain/concurrency/held-bytes.js';
import type { Signal } from '../../domain/schemas/types.generated.js';
import { isoOf } from '../../domain/time.js';
import { orNull } from '../../platform/clickhouse/client/row-values.js';

/**
 * Sorts newest first, ties by id. ClickHouse orders UUIDs by their second half; as sixteen bytes
 * they have the order of their text.
 */
export const NEWEST_FIRST = 'detected_at DESC, UUIDToNum(signal_id)';

export interface RecordRow {
  record: string;
}

/** The record as the view `signals_by_company_feed` makes it. */
export const RECORD = `formatRowNoNewline('JSONCompactEachRow', signal_id, signal_type, signal_subtype,
  signal_name, toUnixTimestamp64Milli(detected_at), association, company_domain, company_name,
  company_network_url, industries, employee_count_low, employee_count_high, contact_email,
  contact_network_url, contact_name, contact_title, data, company_key, contact_key)`;

/**
 * Ends a statement that returns records. Signals have up to 1 MB, so without a limit 500 of them
 * would exhaust the memory. A record is longer than the answer that shows it, because it is escaped.
 */
export const RECORD_LIMITS = "SETTINGS max_result_bytes = 40000000, result_overflow_mode = 'throw'";

/** The position of the person's job title in `RECORD`, from 1. */
export const TITLE_INDEX = 16;

/** The values of `RECORD` in its order. Whole numbers may be written as text. */
type RecordValues = [
  signal_id: string,
  signal_type: string,
  signal_subtype: string,
  signal_name: string,
  at_ms: number | string,
  association: 'company' | 'contact',
  company_domain: string,
  company_name: string,
  company_network_url: string,
  industries: string[],
  employee_count_low: number | string | null,
  employee_count_high: number | string | null,
  contact_email: string,
  contact_network_url: string,
  contact_name: string,
  contact_title: string,
  data: string,
  company_key: string,
  contact_key: string,
];

export interface ShownSignal {
  signal: Signal;
  detectedAtMs: number;
  companyKey: string;
  contactKey: string;
}

export function shownOf({ record }: RecordRow): ShownSignal {
  holdBytes(record.length);
  const [signalId, type, subtype, name, atMs, association, ...rest]: RecordValues =
    JSON.parse(record);
  const [domain, companyName, companyUrl, industries, employeesLow, employeesHigh, ...people] =
    rest;
  const [email, contactUrl, contactName, title, data, companyKey, contactKey] = people;
  const detectedAtMs = Number(atMs);
  const signal: Signal = {
    signal_id: signalId,
    signal_type: type,
    signal_subtype: subtype,
    signal_name: name,
    detected_at: isoOf(detectedAtMs),
    association,
    company: {
      name: orNull(companyName),
      domain: orNull(domain),
      network_url: orNull(companyUrl),
      industries,
      employee_count_low: numberOrNull(employeesLow),
      employee_count_high: numberOrNull(employeesHigh),
    },
    contact:
      email || contactUrl || contactName || title
        ? {
            name: orNull(contactName),
            email: orNull(email),
            network_url: orNull(contactUrl),
            title: orNull(title),
          }
        : null,
    data: JSON.parse(data),
  };
  return { signal, detectedAtMs, companyKey, contactKey };
}

/** Sorts in place, newest first, and returns what is shown. */
export function sortedSignals(shown: ShownSignal[]): Signal[] {
  return shown.sort(newestFirst).map(({ signal }) => signal);
}

/** Sorts like `NEWEST_FIRST`. */
export function newestFirst(a: ShownSignal, b: ShownSignal): number {
  if (a.detectedAtMs !== b.detectedAtMs) return b.detectedAtMs - a.detectedAtMs;
  return a.signal.signal_id < b.signal.signal_id ? -1 : 1;
}

function numberOrNull(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}
