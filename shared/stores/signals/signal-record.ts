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

/** The columns of a record and their places, as the view `signals_by_company_feed` makes it. */
const AT = {
  signal_id: 0,
  signal_type: 1,
  signal_subtype: 2,
  signal_name: 3,
  detected_at: 4,
  association: 5,
  company_domain: 6,
  company_name: 7,
  company_network_url: 8,
  industries: 9,
  employee_count_low: 10,
  employee_count_high: 11,
  contact_email: 12,
  contact_network_url: 13,
  contact_name: 14,
  contact_title: 15,
  data: 16,
  company_key: 17,
  contact_key: 18,
} as const;

const COLUMNS = Object.keys(AT).join(', ');

export const RECORD = `formatRowNoNewline('JSONCompactEachRow', ${COLUMNS.replace(
  'detected_at',
  'toUnixTimestamp64Milli(detected_at)',
)})`;

/** Reads the person's job title from a record in SQL. */
export const TITLE = `JSONExtractString(record, ${AT.contact_title + 1})`;

type RecordValues = {
  [Column in keyof typeof AT as (typeof AT)[Column]]: Column extends keyof OtherValues
    ? OtherValues[Column]
    : string;
};

/** The values that are not text. Whole numbers may be written as text. */
interface OtherValues {
  detected_at: number | string;
  association: Signal['association'];
  industries: string[];
  employee_count_low: number | string | null;
  employee_count_high: number | string | null;
}

/**
 * Ends a statement that returns records. Signals have up to 1 MB, so without a limit 500 of them
 * would exhaust the memory. A record is longer than the answer that shows it, because it is escaped.
 */
export const RECORD_LIMITS = "SETTINGS max_result_bytes = 40000000, result_overflow_mode = 'throw'";

export interface ShownSignal {
  signal: Signal;
  detectedAtMs: number;
  companyKey: string;
  contactKey: string;
}

export function shownOf({ record }: RecordRow): ShownSignal {
  holdBytes(record.length);
  const values: RecordValues = JSON.parse(record);
  const detectedAtMs = Number(values[AT.detected_at]);
  const contact = {
    name: orNull(values[AT.contact_name]),
    email: orNull(values[AT.contact_email]),
    network_url: orNull(values[AT.contact_network_url]),
    title: orNull(values[AT.contact_title]),
  };
  const signal: Signal = {
    signal_id: values[AT.signal_id],
    signal_type: values[AT.signal_type],
    signal_subtype: values[AT.signal_subtype],
    signal_name: values[AT.signal_name],
    detected_at: isoOf(detectedAtMs),
    association: values[AT.association],
    company: {
      name: orNull(values[AT.company_name]),
      domain: orNull(values[AT.company_domain]),
      network_url: orNull(values[AT.company_network_url]),
      industries: values[AT.industries],
      employee_count_low: numberOrNull(values[AT.employee_count_low]),
      employee_count_high: numberOrNull(values[AT.employee_count_high]),
    },
    contact: contact.name || contact.email || contact.network_url || contact.title ? contact : null,
    data: JSON.parse(values[AT.data]),
  };
  return {
    signal,
    detectedAtMs,
    companyKey: values[AT.company_key],
    contactKey: values[AT.contact_key],
  };
}

/** Sorts in place, newest first, and returns what is shown. */
export function sortedSignals(shown: ShownSignal[]): Signal[] {
  return shown.sort(newestFirst).map(({ signal }) => signal);
}

export function newestFirst(a: ShownSignal, b: ShownSignal): number {
  if (a.detectedAtMs !== b.detectedAtMs) return b.detectedAtMs - a.detectedAtMs;
  return a.signal.signal_id < b.signal.signal_id ? -1 : 1;
}

function numberOrNull(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}
