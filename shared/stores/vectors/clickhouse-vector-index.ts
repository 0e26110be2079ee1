/**
 * Exact weights of all signals in ClickHouse: the filters first, then the weight of every remaining one. The
 * scan may find superseded rows; they are dropped by their version, and the scan is widened until the page
 * is full or no rows are left.
 */
import { inSlices } from '../../domain/concurrency/in-slices.js';
import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import type {
  VectorIndex,
  WeighedQuestion,
  WeighedSignal,
} from '../../domain/ports/vector-index.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { NEWEST_FIRST } from '../signals/signal-columns.js';
import { filterSql, type SignalTable } from '../signals/signal-filter-sql.js';
import { createOnlyCurrent, type OnlyCurrent } from './only-current.js';
import {
  WEIGHED_COLUMNS,
  type WeighedRow,
  WITH_WANTED,
  weighedOf,
  weightParams,
} from './weight-sql.js';

const SPARE_HITS = 32;
/**
 * The scan is bound by reading: files are mapped instead of copied, two threads share what is more than a
 * few megabytes, and blocks are of rows, not of bytes: by default a block of vectors has 1,300 rows.
 */
const SCAN_SETTINGS = `local_filesystem_read_method = 'mmap', min_bytes_to_use_mmap_io = 1,
  preferred_block_size_bytes = 0, max_block_size = 8192,
  merge_tree_min_rows_for_concurrent_read = 8192, merge_tree_min_bytes_for_concurrent_read = 8388608`;
const OTHER_ORDERS: ReadonlySet<SignalTable> = new Set([
  'signals_by_company',
  'signals_by_contact',
]);

interface Vectors {
  clickhouse: ClickHouse;
  onlyCurrent: OnlyCurrent;
}

export function createClickHouseVectorIndex(clickhouse: ClickHouse): VectorIndex {
  const vectors = { clickhouse, onlyCurrent: createOnlyCurrent(clickhouse) };
  return { nearest: (question, filter, page) => find(vectors, question, filter, page) };
}

async function find(
  { clickhouse, onlyCurrent }: Vectors,
  question: WeighedQuestion,
  filter: SignalFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<WeighedSignal[]> {
  const wanted = offset + limit;
  for (let depth = wanted + SPARE_HITS; ; depth *= 2) {
    const writes = clickhouse.writes();
    const hits = await scan(clickhouse, question, filter, depth);
    const current = firstOfEach(await onlyCurrent(hits, writes));
    if (current.length >= wanted || hits.length < depth) {
      return inSlices(current.slice(offset, wanted), weighedOf);
    }
  }
}

/** An insert that is sent twice leaves two equal rows until a merge, one behind the other. */
function firstOfEach(rows: readonly WeighedRow[]): WeighedRow[] {
  return rows.filter(({ id }, at) => id !== rows[at - 1]?.id);
}

async function scan(
  clickhouse: ClickHouse,
  question: WeighedQuestion,
  filter: SignalFilter,
  depth: number,
): Promise<WeighedRow[]> {
  const { table, where, params } = filterSql(filter);
  // Signals of a company or person are found by that table; `where` is what their vectors are held against.
  const placed = OTHER_ORDERS.has(table)
    ? `(type_key, detected_at, signal_id) IN (
         SELECT type_key, detected_at, signal_id FROM ${table} WHERE ${where}) AND `
    : '';
  return clickhouse.rows<WeighedRow>(
    `${WITH_WANTED}
     SELECT ${WEIGHED_COLUMNS}
     FROM signal_vectors
     PREWHERE is_deleted = 0 AND (${placed}${where})
     ORDER BY weight DESC, ${NEWEST_FIRST}
     LIMIT {depth:UInt32}
     SETTINGS ${SCAN_SETTINGS}`,
    { ...params, ...weightParams(question), depth },
    'vectors',
  );
}
