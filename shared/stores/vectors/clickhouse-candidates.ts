/**
 * Weighs signals that another index proposes. Only ClickHouse decides which of them exist, whether
 * they currently pass the filter, and what they weigh.
 */

import { inSlices } from '../../domain/concurrency/in-slices.js';
import type {
  Candidate,
  CandidatePage,
  VectorFilter,
  VectorQuery,
} from '../../domain/ports/vector-index.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { isCurrentVector } from '../signals/current-rows.js';
import { NEWEST_FIRST } from '../signals/signal-record.js';
import { vectorFilterSql } from './vector-filter-sql.js';
import {
  stepSql,
  WEIGHED_COLUMNS,
  type WeighedRow,
  WITH_QUESTION,
  weighedOf,
  weightParams,
} from './weight-sql.js';

export interface Candidates {
  signalIds: readonly string[];
  /**
   * Only signals with a greater score than this weight are returned: of others, some may not have
   * been proposed. `null` if all matches were proposed.
   */
  heavierThan: number | null;
}

/** Returns the page among the candidates, in the order of `VectorIndex`, by one query. */
export async function weighCandidates(
  clickhouse: ClickHouse,
  question: VectorQuery,
  filter: VectorFilter,
  { signalIds, heavierThan }: Candidates,
  { limit, offset }: CandidatePage,
): Promise<Candidate[]> {
  if (signalIds.length === 0) return [];
  const { where, params, vectorConditions } = vectorFilterSql(filter);
  const rows = await clickhouse.rows<WeighedRow>(
    `${WITH_QUESTION}
     SELECT ${WEIGHED_COLUMNS} FROM signal_vectors
     PREWHERE is_deleted = 0 AND ${isCurrentVector('IN {candidates:Array(UUID)}')} AND (${where}) AND ${vectorConditions}
     WHERE ${heavierThan === null ? '1' : `step > ${stepSql('{heavierThan:Float64}')}`}
     ORDER BY step DESC, ${NEWEST_FIRST}
     LIMIT 1 BY signal_id
     LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    {
      ...params,
      ...weightParams(question),
      candidates: signalIds,
      heavierThan: heavierThan ?? 0,
      limit,
      offset,
    },
    'vectors',
  );
  return inSlices(rows, (row) => weighedOf(row).signal);
}
