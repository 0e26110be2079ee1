/**
 * Candidates of intent scoring from ClickHouse: the filters first, then the cosine of every remaining
 * vector, then the companies or people of the relevant signals, ranked by their score before
 * near-duplicates are removed. Superseded rows are merged away before anything is compared.
 */

import { inSlices } from '../../domain/concurrency/in-slices.js';
import type {
  CandidateQuery,
  Candidates,
  IntentEntity,
  IntentIndex,
} from '../../domain/ports/intent-index.js';
import type { SignalFilter } from '../../domain/ports/signal-reader.js';
import { base64Of, vectorFrom } from '../../domain/vectors.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { EMBEDDING_BASE64 } from '../signals/embedding-sql.js';
import { SIGNAL_COLUMNS, type SignalRow, signalOf } from '../signals/signal-columns.js';
import { filterSql } from '../signals/signal-filter-sql.js';

/** An entity; the arrays have an element per type of signal, and one per signal in that. */
interface EntityRow {
  entity: string;
  score: number;
  types: string[];
  found: number[];
  latest: number[];
  ids: string[][];
  subtypes: string[][];
  times: number[][];
  similarities: number[][];
  reaches: 0 | 1;
  all_reaching: number;
}

/** 1 MB of text: one answer of all candidates would hold up the process while it is taken in. */
const VECTORS_AT_ONCE = 500;

/** Current rows of a signal, found by its id. */
const PLACES = `(company_key, detected_at, signal_id) IN (
  SELECT company_key, detected_at, signal_id FROM signal_keys FINAL
  WHERE is_deleted = 0 AND signal_id IN {ids:Array(UUID)})`;

export function createClickHouseIntentIndex(clickhouse: ClickHouse): IntentIndex {
  return {
    candidates: (vector, filter, query) =>
      readCandidates(clickhouse, vector, filter, query, '1', {}),
    async vectors(candidates) {
      const vectors = new Map<string, Float32Array>();
      for (let at = 0; at < candidates.length; at += VECTORS_AT_ONCE) {
        const some = candidates.slice(at, at + VECTORS_AT_ONCE);
        const rows = await clickhouse.rows<{ id: string; vector: string }>(
          `SELECT toString(signal_id) AS id, ${EMBEDDING_BASE64} AS vector
           FROM signals FINAL WHERE ${PLACES}`,
          { ids: some.map((candidate) => candidate.signalId) },
          'vectors',
        );
        await inSlices(rows, ({ id, vector }) => vectors.set(id, vectorFrom(vector)));
      }
      return vectors;
    },
    async signals(signalIds) {
      if (signalIds.length === 0) return new Map();
      const rows = await clickhouse.rows<SignalRow>(
        `SELECT ${SIGNAL_COLUMNS} FROM signals FINAL WHERE ${PLACES}`,
        { ids: signalIds },
      );
      return new Map(rows.map((row) => [row.signal_id, signalOf(row)]));
    },
  };
}

/** Candidates among these signals alone, as ClickHouse has them now. */
export function candidatesAmong(
  clickhouse: ClickHouse,
  vector: Float32Array,
  filter: SignalFilter,
  query: CandidateQuery,
  ids: readonly string[],
): Promise<Candidates> {
  return readCandidates(clickhouse, vector, filter, query, PLACES, { ids });
}

async function readCandidates(
  clickhouse: ClickHouse,
  vector: Float32Array,
  filter: SignalFilter,
  { entity, nowMs, ranking, minScore, minSignals }: CandidateQuery,
  among: string,
  more: Record<string, unknown>,
): Promise<Candidates> {
  const { table, where, params } = filterSql(filter);
  const scanned = table === 'signals' || among === PLACES ? 'signals' : 'signals_by_type';
  const rows = await clickhouse.rows<EntityRow>(
    `WITH (SELECT reinterpret(base64Decode({vector:String}), 'Array(Float32)')) AS wanted,
       relevant AS (
         SELECT signal_id AS id, ${entity}_key AS entity, signal_type AS type,
           signal_subtype AS subtype, toUnixTimestamp64Milli(detected_at) AS at_ms,
           dotProduct(embedding, wanted) AS similarity,
           ${PROBABILITY} AS probability
         FROM ${scanned} FINAL
         WHERE ${among} AND (${where}) AND ${entity}_key != ''
           AND similarity > {similarityFloor:Float64}),
       by_type AS (
         SELECT entity, type, count() AS relevant_count, max(at_ms) AS latest_ms,
           arraySlice(arrayReverseSort(one -> (one.1, one.2),
             groupArray((probability, id, subtype, at_ms, similarity))), 1, {readPerType:UInt32}) AS strongest,
           arraySum((one, rank) -> log1p(-one.1 * pow({repeatFactor:Float64}, rank - 1)),
             arraySlice(strongest, 1, {perType:UInt32}) AS counted, arrayEnumerate(counted)) AS doubt
         FROM relevant GROUP BY entity, type)
     SELECT * FROM (
       SELECT entity, 1 - exp(sum(doubt)) AS score, groupArray(type) AS types,
         groupArray(relevant_count) AS found, groupArray(latest_ms) AS latest,
         groupArray(arrayMap(one -> toString(one.2), strongest)) AS ids,
         groupArray(arrayMap(one -> one.3, strongest)) AS subtypes,
         groupArray(arrayMap(one -> one.4, strongest)) AS times,
         groupArray(arrayMap(one -> one.5, strongest)) AS similarities,
         sum(relevant_count) >= {minSignals:UInt32} AND round(score, 6) >= {minScore:Float64} AS reaches,
         sum(reaches) OVER () AS all_reaching,
         sum(sum(length(strongest))) OVER (
           ORDER BY reaches DESC, score DESC, entity ROWS UNBOUNDED PRECEDING) AS read
       FROM by_type GROUP BY entity)
     WHERE read <= {signals:UInt32}
     ORDER BY reaches DESC, score DESC, entity
     LIMIT {entities:UInt32}`,
    {
      ...params,
      ...more,
      ...rankingParams(ranking),
      vector: base64Of(vector),
      nowMs,
      minScore,
      minSignals,
    },
    'vectors',
  );
  const reaching = rows.filter(({ reaches }) => reaches === 1).length;
  return {
    entities: await inSlices(rows, entityOf),
    further: (rows[0]?.all_reaching ?? 0) - reaching,
  };
}

/** The one of `scoreIntent`, which decides in the end. */
const PROBABILITY = `{strongestProbability:Float64}
  * transform(type, {weightedTypes:Array(String)}, {weights:Array(Float64)}, {defaultTypeWeight:Float64})
  * least(1, (similarity - {similarityFloor:Float64}) / {similaritySpan:Float64})
  * pow(0.5, greatest(0, {nowMs:Int64} - at_ms) / 86400000 / {halfLifeDays:Float64})`;

function rankingParams({ typeWeights, ...ranking }: CandidateQuery['ranking']) {
  return {
    ...ranking,
    weightedTypes: Object.keys(typeWeights),
    weights: Object.values(typeWeights),
  };
}

function entityOf(row: EntityRow): IntentEntity {
  return {
    key: row.entity,
    score: row.score,
    reaches: row.reaches === 1,
    types: row.types.map((signalType, type) => ({
      signalType,
      found: row.found[type] ?? 0,
      latestMs: row.latest[type] ?? 0,
      signals: (row.ids[type] ?? []).map((signalId, at) => ({
        signalId,
        signalType,
        signalSubtype: row.subtypes[type]?.[at] ?? '',
        detectedAtMs: row.times[type]?.[at] ?? 0,
        similarity: row.similarities[type]?.[at] ?? 0,
      })),
    })),
  };
}
