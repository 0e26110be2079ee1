/** Signals in ClickHouse: the shape of a row, its conversion to a Signal, and the order of rows. */
import type { Signal } from '../../domain/schemas/types.generated.js';
import { orNull } from '../../platform/clickhouse/client/row-values.js';

/** What a Signal needs; times arrive as ISO 8601, ids as text. */
export interface SignalRow {
  signal_id: string;
  signal_type: string;
  signal_subtype: string;
  signal_name: string;
  detected_at: string;
  association: 'company' | 'contact';
  company_domain: string;
  company_name: string;
  company_network_url: string;
  industries: string[];
  employee_count_low: number | null;
  employee_count_high: number | null;
  contact_email: string;
  contact_network_url: string;
  contact_name: string;
  contact_title: string;
  data: string;
}

export function signalOf(row: SignalRow): Signal {
  const hasContact =
    row.contact_email || row.contact_network_url || row.contact_name || row.contact_title;
  return {
    signal_id: row.signal_id,
    signal_type: row.signal_type,
    signal_subtype: row.signal_subtype,
    signal_name: row.signal_name,
    detected_at: row.detected_at,
    association: row.association,
    company: {
      name: orNull(row.company_name),
      domain: orNull(row.company_domain),
      network_url: orNull(row.company_network_url),
      industries: row.industries,
      employee_count_low: row.employee_count_low,
      employee_count_high: row.employee_count_high,
    },
    contact: hasContact
      ? {
          name: orNull(row.contact_name),
          email: orNull(row.contact_email),
          network_url: orNull(row.contact_network_url),
          title: orNull(row.contact_title),
        }
      : null,
    data: JSON.parse(row.data),
  };
}

/**
 * Newest first, ties by id. ClickHouse orders UUIDs by their second half; as sixteen bytes they have the
 * order of their text.
 */
export const NEWEST_FIRST = 'detected_at DESC, UUIDToNum(signal_id)';
