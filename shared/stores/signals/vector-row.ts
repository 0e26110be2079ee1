/** A row of `signal_vectors`: what filters and ranking need of a signal, from its row, and its vector. */
import type { StoredSignalRow } from './signal-row.js';
import type { SummaryFacts } from './summary-facts.js';

type Shared =
  | 'signal_id'
  | 'detected_at'
  | 'signal_type'
  | 'signal_subtype'
  | 'association'
  | 'company_key'
  | 'contact_key'
  | 'contact_email'
  | 'contact_network_url'
  | 'type_key'
  | 'subtype_key'
  | 'industry_keys'
  | 'employee_count_low'
  | 'employee_count_high'
  | 'confidence'
  | 'version'
  | 'is_deleted';

export interface VectorRow extends Pick<StoredSignalRow, Shared> {
  largest_money: number;
  largest_people: number;
  embedding_base64: string;
  tokens: number[];
}

/** `embedding`: its packed vector. */
export function vectorRowOf(
  row: StoredSignalRow,
  embedding: string,
  { tokens, amounts }: SummaryFacts,
): VectorRow {
  return {
    signal_id: row.signal_id,
    detected_at: row.detected_at,
    signal_type: row.signal_type,
    signal_subtype: row.signal_subtype,
    association: row.association,
    company_key: row.company_key,
    contact_key: row.contact_key,
    contact_email: row.contact_email,
    contact_network_url: row.contact_network_url,
    type_key: row.type_key,
    subtype_key: row.subtype_key,
    industry_keys: row.industry_keys,
    employee_count_low: row.employee_count_low,
    employee_count_high: row.employee_count_high,
    confidence: row.confidence,
    version: row.version,
    is_deleted: row.is_deleted,
    largest_money: amounts.money,
    largest_people: amounts.people,
    embedding_base64: embedding,
    tokens,
  };
}
