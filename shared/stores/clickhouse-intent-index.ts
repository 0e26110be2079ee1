/**
 * Candidates of intent scoring from ClickHouse: the filters first, then the cosine of every vector that
 * is left. Superseded rows are merged away before anything is compared.
 */
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import type { CandidateQuery, IntentCandidate, IntentIndex } from '../ports/intent-index.js';
import type { SignalFilter } from '../ports/signal-reader.js';
import { base64Of } from './clickhouse-vector-index.js';
import { EMBEDDING_BASE64 } from './embedding-sql.js';
import { SIGNAL_COLUMNS, type SignalRow, signalOf } from './signal-columns.js';
import { filterSql } from './signal-filter-sql.js';

interface CandidateRow {
  id: string;
  entity: string;
  type: string;
  subtype: string;
  at_ms: number;
  similarity: number;
}

/** Rows where a signal stands, found by its id. */
const PLACES = `(company_key, detected_at, signal_id) IN (
  SELECT company_key, detected_at, signal_id FROM signal_keys FINAL
  WHERE is_deleted = 0 AND signal_id IN {ids:Array(UUID)})`;

export function createClickHouseIntentIndex(clickhouse: ClickHouse): IntentIndex {
  return {
    candidates: (vector, filter, query) =>
      readCandidates(clickhouse, vector, filter, query, '1', {}),
    async vectors(candidates) {
      if (candidates.length === 0) return new Map();
      const rows = await clickhouse.rows<{ id: string; vector: string }>(
        `SELECT toString(signal_id) AS id, ${EMBEDDING_BASE64} AS vector
         FROM signals FINAL WHERE ${PLACES}`,
        { ids: candidates.map((candidate) => candidate.signalId) },
        'vectors',
      );
      return new Map(rows.map((row) => [row.id, vectorOf(row.vector)]));
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
): Promise<IntentCandidate[]> {
  return readCandidates(clickhouse, vector, filter, query, PLACES, { ids });
}

async function readCandidates(
  clickhouse: ClickHouse,
  vector: Float32Array,
  filter: SignalFilter,
  { entity, minSimilarity, limit }: CandidateQuery,
  among: string,
  more: Record<string, unknown>,
): Promise<IntentCandidate[]> {
  const { table, where, params } = filterSql(filter);
  const scanned = table === 'signals' || among === PLACES ? 'signals' : 'signals_by_type';
  const rows = await clickhouse.rows<CandidateRow>(
    `WITH (SELECT reinterpret(base64Decode({vector:String}), 'Array(Float32)')) AS wanted
     SELECT toString(signal_id) AS id, ${entity}_key AS entity, signal_type AS type,
       signal_subtype AS subtype, toUnixTimestamp64Milli(detected_at) AS at_ms,
       dotProduct(embedding, wanted) AS similarity
     FROM ${scanned} FINAL
     WHERE ${among} AND (${where}) AND ${entity}_key != '' AND similarity > {minSimilarity:Float64}
     ORDER BY similarity DESC, signal_id
     LIMIT {limit:UInt32}`,
    { ...params, ...more, vector: base64Of(vector), minSimilarity, limit },
    'vectors',
  );
  return rows.map(candidateOf);
}

function candidateOf(row: CandidateRow): IntentCandidate {
  return {
    signalId: row.id,
    entityKey: row.entity,
    signalType: row.type,
    signalSubtype: row.subtype,
    detectedAtMs: row.at_ms,
    similarity: row.similarity,
  };
}

function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
