/**
 * What an answer shows of a signal, as `signal_records` and `signals_by_company` store it: one column that
 * holds the whole of it, so that an answer reads one column of few rows.
 */
import type { Signal } from '../../domain/schemas/types.generated.js';
import { isoOf } from '../../domain/time.js';
import { type SignalRow, signalOf } from './signal-columns.js';

export interface RecordRow {
  record: string;
}

/** As the view `signals_by_company_feed` makes it. */
export const RECORD = `formatRowNoNewline('JSONCompactEachRow', signal_id, signal_type, signal_subtype,
  signal_name, toUnixTimestamp64Milli(detected_at), association, company_domain, company_name,
  company_network_url, industries, employee_count_low, employee_count_high, contact_email,
  contact_network_url, contact_name, contact_title, data, company_key, contact_key)`;

/** In the order of `RECORD`; whole numbers may be written as text. */
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
  const values: RecordValues = JSON.parse(record);
  const detectedAtMs = Number(values[4]);
  const row: SignalRow = {
    signal_id: values[0],
    signal_type: values[1],
    signal_subtype: values[2],
    signal_name: values[3],
    detected_at: isoOf(detectedAtMs),
    association: values[5],
    company_domain: values[6],
    company_name: values[7],
    company_network_url: values[8],
    industries: values[9],
    employee_count_low: wholeOf(values[10]),
    employee_count_high: wholeOf(values[11]),
    contact_email: values[12],
    contact_network_url: values[13],
    contact_name: values[14],
    contact_title: values[15],
    data: values[16],
  };
  return {
    signal: signalOf(row),
    detectedAtMs,
    companyKey: values[17],
    contactKey: values[18],
  };
}

/** The order of `NEWEST_FIRST`. */
export function newestFirst(a: ShownSignal, b: ShownSignal): number {
  if (a.detectedAtMs !== b.detectedAtMs) return b.detectedAtMs - a.detectedAtMs;
  return a.signal.signal_id < b.signal.signal_id ? -1 : 1;
}

function wholeOf(value: number | string | null): number | null {
  return value === null ? null : Number(value);
}
