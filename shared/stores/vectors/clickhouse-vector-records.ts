/**
 * Reads every signal with its vector in the order of the table, page by page. Each row is read
 * once, whatever the number of companies or of signals of a company. A signal whose position
 * changes meanwhile may come twice or not at all.
 */
import type { VectorRecord } from '../../domain/ports/vector-writer.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { EMBEDDING_BASE64 } from '../signals/read-vectors.js';
import { onlyCurrent } from './only-current.js';

interface VectorRow {
  id: string;
  signal_type: string;
  signal_subtype: string;
  association: 'company' | 'contact';
  industry_keys: string[];
  employee_count_low: number | null;
  employee_count_high: number | null;
  contact_key: string;
  contact_email: string;
  contact_network_url: string;
  company_key: string;
  type_key: string;
  at_ms: number;
  largest_money: number;
  largest_people: number;
  row_version: string;
  embedding_base64: string;
}

/** About 4 MB of JSON. Reading all signals takes the memory of a few such pages. */
const ROWS_PER_PAGE = 2_048;

export async function* readVectorRecords(clickhouse: ClickHouse): AsyncGenerator<VectorRecord[]> {
  let last: VectorRow | undefined;
  do {
    const rows: VectorRow[] = await readPage(clickhouse, last);
    const current = await onlyCurrent(clickhouse, rows);
    if (current.length > 0) yield current.map(recordOf);
    last = rows.length < ROWS_PER_PAGE ? undefined : rows.at(-1);
  } while (last);
}

/** Reads the next page. Unlike a comparison of tuples, this condition lets the index skip rows. */
function readPage(clickhouse: ClickHouse, last: VectorRow | undefined): Promise<VectorRow[]> {
  const after = `type_key > {type:String} OR (type_key = {type:String}
    AND (detected_at > fromUnixTimestamp64Milli({at:Int64}, 'UTC')
      OR (detected_at = fromUnixTimestamp64Milli({at:Int64}, 'UTC') AND signal_id > {id:UUID})))`;
  return clickhouse.rows<VectorRow>(
    `SELECT toString(signal_id) AS id, signal_type, signal_subtype, association, industry_keys,
       employee_count_low, employee_count_high, contact_key, contact_email, contact_network_url,
       company_key, type_key, toUnixTimestamp64Milli(detected_at) AS at_ms, largest_money, largest_people,
       toString(version) AS row_version,
       ${EMBEDDING_BASE64} AS embedding_base64
     FROM signal_vectors FINAL ${last ? `WHERE ${after}` : ''}
     ORDER BY type_key, detected_at, signal_id LIMIT {limit:UInt32}`,
    {
      limit: ROWS_PER_PAGE,
      ...(last ? { type: last.type_key, at: last.at_ms, id: last.id } : {}),
    },
  );
}

function recordOf(row: VectorRow): VectorRecord {
  return {
    draft: {
      signalId: row.id,
      signalType: row.signal_type,
      signalSubtype: row.signal_subtype,
      detectedAtMs: row.at_ms,
      association: row.association,
    },
    company: {
      key: row.company_key,
      industries: row.industry_keys,
      employeeCountLow: row.employee_count_low,
      employeeCountHigh: row.employee_count_high,
    },
    contact: {
      key: row.contact_key,
      email: row.contact_email,
      networkUrl: row.contact_network_url,
    },
    amounts: { money: row.largest_money, people: row.largest_people },
    embedding: row.embedding_base64,
    version: BigInt(row.row_version),
  };
}
