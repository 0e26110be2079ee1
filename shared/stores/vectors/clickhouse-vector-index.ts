/**
 * Exact weights of all signals in ClickHouse: the filters first, then the weight of every remaining one. The
 * scan may find superseded rows; they are dropped by their version, and the scan is widened until the page
 * is full or no rows are left.
 */
import { inSlices } from '../../domain/concurrency/in-slices.js';
import type {
  VectorFilter,
  VectorIndex,
  WeighedPage,
  WeighedQuestion,
  WeighedSignal,
} from '../../domain/ports/vector-index.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { NEWEST_FIRST } from '../signals/signal-columns.js';
import type { SignalTable } from '../signals/signal-filter-sql.js';
import { createOnlyCurrent, type OnlyCurrent } from './only-current.js';
import { vectorFilterSql } from './vector-filter-sql.js';
import {
  type WeighedRow,
  WITH_WANTED,
  weighedColumns,
  weighedOf,
  weightParams,
} from './weight-sql.js';

const SPARE_HITS = 32;
/**
 * The scan is bound by reading: files are mapped instead of copied, two threads share what is more than a
 * few megabytes, and blocks are of rows, not of bytes: by default a block of vectors has 1,300 rows. It
 * checks no checksums: merges and every other reader of the table do, and find damage of the disk.
 */
const SCAN_SETTINGS = `local_filesystem_read_method = 'mmap', min_bytes_to_use_mmap_io = 1, checksum_on_read = 0,
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
  filter: VectorFilter,
  { limit, offset, withKeys = false }: WeighedPage,
): Promise<WeighedSignal[]> {
  const wanted = offset + limit;
  for (let depth = wanted + SPARE_HITS; ; depth *= 2) {
    const writes = clickhouse.writes();
    const sql = scanSql(question, filter, { depth, withKeys });
    const { hits, areAll } = await heaviest(clickhouse, sql, { wanted, depth });
    const current = firstOfEach(await onlyCurrent(hits, writes));
    if (current.length >= wanted || areAll) {
      return inSlices(current.slice(offset, wanted), weighedOf);
    }
  }
}

/** An insert that is sent twice leaves two equal rows until a merge, one behind the other. */
function firstOfEach(rows: readonly WeighedRow[]): WeighedRow[] {
  return rows.filter(({ id }, at) => id !== rows[at - 1]?.id);
}

interface Scan {
  /** Without its order and what follows. */
  select: string;
  params: Record<string, unknown>;
}

/**
 * In the order of the port. The engine sorts by weight alone, in a tenth less time; of rows that score what
 * the last one does there may be more, so they are left out, unless the page needs them.
 */
async function heaviest(
  clickhouse: ClickHouse,
  { select, params }: Scan,
  { wanted, depth }: { wanted: number; depth: number },
): Promise<{ hits: WeighedRow[]; areAll: boolean }> {
  const inOrder = (order: string): Promise<WeighedRow[]> =>
    clickhouse.rows<WeighedRow>(
      `${select} ORDER BY ${order} LIMIT {depth:UInt32} SETTINGS ${SCAN_SETTINGS}`,
      params,
      'vectors',
    );
  const rows = await inOrder('weight DESC');
  const areAll = rows.length < depth;
  const least = rows.at(-1)?.step ?? 0;
  const sure = areAll ? rows : rows.filter(({ step }) => step > least);
  if (areAll || sure.length >= wanted) return { hits: sure.sort(byStep), areAll };
  const hits = await inOrder(`step DESC, ${NEWEST_FIRST}`);
  return { hits, areAll: hits.length < depth };
}

function byStep(a: WeighedRow, b: WeighedRow): number {
  return b.step - a.step || b.at_ms - a.at_ms || (a.id < b.id ? -1 : 1);
}

function scanSql(
  question: WeighedQuestion,
  filter: VectorFilter,
  { depth, withKeys }: { depth: number; withKeys: boolean },
): Scan {
  const { table, where, params, amounts } = vectorFilterSql(filter);
  // Signals of a company or person are found by that table; `where` is what their vectors are held against.
  const placed = OTHER_ORDERS.has(table)
    ? `(type_key, detected_at, signal_id) IN (
         SELECT type_key, detected_at, signal_id FROM ${table} WHERE ${where}) AND `
    : '';
  const select = `${WITH_WANTED}
    SELECT ${weighedColumns(withKeys)}
    FROM signal_vectors
    PREWHERE is_deleted = 0 AND (${placed}${where}) AND ${amounts}`;
  return { select, params: { ...params, ...weightParams(question), depth } };
}
