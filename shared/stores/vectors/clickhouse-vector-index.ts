/**
 * Exact nearest neighbours in ClickHouse: the filters first, then the cosine of every remaining vector.
 * The scan may find superseded rows; they are dropped by their version, and the scan is widened until the
 * page is full or no rows are left.
 */

import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import type { ScoredSignal, VectorIndex } from '../../domain/ports/vector-index.js';
import { base64Of } from '../../domain/vectors.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import {
  NEWEST_FIRST,
  SIGNAL_COLUMNS,
  type SignalRow,
  signalOf,
} from '../signals/signal-columns.js';
import { filterSql } from '../signals/signal-filter-sql.js';

interface Hit {
  company_key: string;
  at_ms: number;
  signal_id: string;
  row_version: string;
  similarity: number;
}

const SPARE_HITS = 32;

export function createClickHouseVectorIndex(clickhouse: ClickHouse): VectorIndex {
  return {
    async nearest(vector, filter, page) {
      const { offset, limit } = page;
      for (let depth = offset + limit + SPARE_HITS; ; depth *= 2) {
        const hits = await scan(clickhouse, vector, filter, depth);
        const skipped = await countCurrent(clickhouse, hits.slice(0, offset));
        // Where skipped ones are outdated, the page begins as many later.
        const first = offset - skipped;
        const rest = hits.slice(offset);
        const best = rest.slice(0, first + limit);
        let current = await onlyCurrent(clickhouse, best);
        if (current.length < best.length) current = await onlyCurrent(clickhouse, rest);
        if (current.length >= first + limit || hits.length < depth) {
          return current.slice(first, first + limit);
        }
      }
    },
  };
}

async function scan(
  clickhouse: ClickHouse,
  vector: Float32Array,
  filter: SignalFilter,
  depth: number,
): Promise<Hit[]> {
  const { table, where, params } = filterSql(filter);
  return clickhouse.rows<Hit>(
    `WITH (SELECT reinterpret(base64Decode({vector:String}), 'Array(Float32)')) AS wanted
     SELECT company_key, toUnixTimestamp64Milli(detected_at) AS at_ms, signal_id,
       toString(version) AS row_version, dotProduct(embedding, wanted) AS similarity
     FROM ${table === 'signals' ? 'signals' : 'signals_by_type'}
     PREWHERE is_deleted = 0 AND (${where})
     ORDER BY similarity DESC, ${NEWEST_FIRST}
     LIMIT {depth:UInt32}`,
    { ...params, vector: base64Of(vector), depth },
    'vectors',
  );
}

/** How many of the hits are still stored in that version. */
async function countCurrent(clickhouse: ClickHouse, hits: readonly Hit[]): Promise<number> {
  const rows = await storedRows(clickhouse, hits, 'signal_id');
  const versions = new Map(rows.map((row) => [row.signal_id, row.row_version]));
  return hits.filter((hit) => versions.get(hit.signal_id) === hit.row_version).length;
}

/** The hits that are still stored in that version, whole and in order. */
async function onlyCurrent(clickhouse: ClickHouse, hits: readonly Hit[]): Promise<ScoredSignal[]> {
  const rows = await storedRows<SignalRow>(clickhouse, hits, SIGNAL_COLUMNS);
  const byId = new Map(rows.map((row) => [row.signal_id, row]));
  return hits.flatMap((hit) => {
    const row = byId.get(hit.signal_id);
    if (!row || row.row_version !== hit.row_version) return [];
    return [{ signal: signalOf(row), similarity: hit.similarity }];
  });
}

/** Current rows of the hits. */
async function storedRows<T extends { signal_id: string }>(
  clickhouse: ClickHouse,
  hits: readonly Hit[],
  columns: string,
): Promise<(T & { row_version: string })[]> {
  if (hits.length === 0) return [];
  return clickhouse.rows<T & { row_version: string }>(
    `SELECT ${columns}, toString(version) AS row_version FROM signals FINAL
     WHERE (company_key, detected_at, signal_id) IN (
       SELECT place.1, fromUnixTimestamp64Milli(place.2, 'UTC'), place.3
       FROM (SELECT arrayJoin(arrayZip(
         {keys:Array(String)}, {times:Array(Int64)}, {ids:Array(UUID)})) AS place))`,
    {
      keys: hits.map((hit) => hit.company_key),
      times: hits.map((hit) => hit.at_ms),
      ids: hits.map((hit) => hit.signal_id),
    },
  );
}
