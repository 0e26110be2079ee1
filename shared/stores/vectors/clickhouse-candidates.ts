/**
 * Judges signals that another index proposes: only ClickHouse decides which of them exist, whether they
 * currently pass the filter, and how near they are.
 */

import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import type { ScoredSignal } from '../../domain/ports/vector-index.js';
import { base64Of } from '../../domain/vectors.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import {
  NEWEST_FIRST,
  SIGNAL_COLUMNS,
  type SignalRow,
  signalOf,
} from '../signals/signal-columns.js';
import { filterSql } from '../signals/signal-filter-sql.js';

export interface Candidates {
  signalIds: readonly string[];
  /** Only nearer signals: beyond that distance there may be signals that were not proposed. */
  nearerThan: number;
}

/** The page among the candidates, in the order of `VectorIndex`, in one query. */
export async function rankCandidates(
  clickhouse: ClickHouse,
  vector: Float32Array,
  filter: SignalFilter,
  { signalIds, nearerThan }: Candidates,
  page: { limit: number; offset: number },
): Promise<ScoredSignal[]> {
  if (signalIds.length === 0) return [];
  const { where, params } = filterSql(filter);
  const rows = await clickhouse.rows<SignalRow & { similarity: number }>(
    `WITH (SELECT reinterpret(base64Decode({vector:String}), 'Array(Float32)')) AS wanted
     SELECT ${SIGNAL_COLUMNS}, dotProduct(embedding, wanted) AS similarity FROM signals FINAL
     WHERE (company_key, detected_at, signal_id) IN (
       SELECT company_key, detected_at, signal_id FROM signal_keys FINAL
       WHERE is_deleted = 0 AND signal_id IN {candidates:Array(UUID)})
       AND (${where}) AND similarity > {nearerThan:Float64}
     ORDER BY similarity DESC, ${NEWEST_FIRST}
     LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    { ...params, vector: base64Of(vector), candidates: signalIds, nearerThan, ...page },
  );
  return rows.map(({ similarity, ...row }) => ({ signal: signalOf(row), similarity }));
}
