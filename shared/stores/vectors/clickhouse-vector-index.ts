/**
 * Exact weights of all signals in ClickHouse: the filters first, then the weight of every remaining one. The
 * scan may find superseded rows; they are dropped by their version, and the scan is widened until the page
 * is full or no rows are left. What was found is kept while nothing is written, for the next page and for
 * those who ask the same.
 */

import { LRUCache } from 'lru-cache';
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
import { onlyCurrent } from './only-current.js';
import {
  WEIGHED_COLUMNS,
  type WeighedRow,
  WITH_WANTED,
  weighedOf,
  weightParams,
} from './weight-sql.js';

const SPARE_HITS = 32;
/**
 * The scan is bound by reading: files are mapped instead of copied, and two threads share what is more than
 * a few megabytes.
 */
const SCAN_SETTINGS = `local_filesystem_read_method = 'mmap', min_bytes_to_use_mmap_io = 1,
  merge_tree_min_rows_for_concurrent_read = 8192, merge_tree_min_bytes_for_concurrent_read = 8388608`;
const OTHER_ORDERS: ReadonlySet<SignalTable> = new Set([
  'signals_by_company',
  'signals_by_contact',
]);

/** Each takes about 1 kB. */
const MAX_KEPT_SIGNALS = 30_000;

interface Kept {
  /** `ClickHouse.writes` before they were found. */
  writes: string;
  signals: WeighedSignal[];
}

export function createClickHouseVectorIndex(clickhouse: ClickHouse): VectorIndex {
  const kept = new LRUCache<string, Kept>({
    maxSize: MAX_KEPT_SIGNALS,
    sizeCalculation: ({ signals }) => signals.length + 1,
  });
  return {
    async nearest(question, filter, page) {
      const writes = clickhouse.writes();
      if (writes === null) return find(clickhouse, question, filter, page);
      const key = JSON.stringify([weightParams(question), filter, page]);
      const known = kept.get(key);
      if (known?.writes === writes) return known.signals;
      const signals = await find(clickhouse, question, filter, page);
      kept.set(key, { writes, signals });
      return signals;
    },
  };
}

async function find(
  clickhouse: ClickHouse,
  question: WeighedQuestion,
  filter: SignalFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<WeighedSignal[]> {
  const wanted = offset + limit;
  for (let depth = wanted + SPARE_HITS; ; depth *= 2) {
    const hits = await scan(clickhouse, question, filter, depth);
    const current = await onlyCurrent(clickhouse, hits);
    if (current.length >= wanted || hits.length < depth) {
      return inSlices(current.slice(offset, wanted), weighedOf);
    }
  }
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
