/**
 * Exact weights of all signals in ClickHouse: the filters first, then the weight of every remaining one. The
 * scan may find superseded rows; they are dropped by their version, and the scan is widened until the page
 * is full or no rows are left.
 */

import { inSlices } from '../../domain/concurrency/in-slices.js';
import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import type { VectorIndex, WeighedQuestion } from '../../domain/ports/vector-index.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { NEWEST_FIRST } from '../signals/signal-columns.js';
import { filterSql } from '../signals/signal-filter-sql.js';
import {
  WEIGHED_COLUMNS,
  type WeighedRow,
  WITH_WANTED,
  weighedOf,
  weightParams,
} from './weight-sql.js';

const SPARE_HITS = 32;

export function createClickHouseVectorIndex(clickhouse: ClickHouse): VectorIndex {
  return {
    async nearest(question, filter, { limit, offset }) {
      const wanted = offset + limit;
      for (let depth = wanted + SPARE_HITS; ; depth *= 2) {
        const hits = await scan(clickhouse, question, filter, depth);
        const current = await onlyCurrent(clickhouse, hits);
        if (current.length >= wanted || hits.length < depth) {
          return inSlices(current.slice(offset, wanted), weighedOf);
        }
      }
    },
  };
}

async function scan(
  clickhouse: ClickHouse,
  question: WeighedQuestion,
  filter: SignalFilter,
  depth: number,
): Promise<WeighedRow[]> {
  const { table, where, params } = filterSql(filter);
  return clickhouse.rows<WeighedRow>(
    `${WITH_WANTED}
     SELECT ${WEIGHED_COLUMNS}
     FROM ${table === 'signals_by_company' ? 'signals' : 'signals_by_type'}
     PREWHERE is_deleted = 0 AND (${where})
     ORDER BY weight DESC, ${NEWEST_FIRST}
     LIMIT {depth:UInt32}`,
    { ...params, ...weightParams(question), depth },
    'vectors',
  );
}

/** The hits that are still stored in that version. Without FINAL, which would read more of the table. */
async function onlyCurrent(
  clickhouse: ClickHouse,
  hits: readonly WeighedRow[],
): Promise<WeighedRow[]> {
  if (hits.length === 0) return [];
  const rows = await clickhouse.rows<{ id: string; row_version: string }>(
    `SELECT toString(signal_id) AS id, toString(max(version)) AS row_version FROM signal_keys
     WHERE signal_id IN {ids:Array(UUID)}
     GROUP BY signal_id HAVING argMax(is_deleted, version) = 0`,
    { ids: hits.map(({ id }) => id) },
  );
  const versions = new Map(rows.map((row) => [row.id, row.row_version]));
  return hits.filter((hit) => versions.get(hit.id) === hit.row_version);
}
