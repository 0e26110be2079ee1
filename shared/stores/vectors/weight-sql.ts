/** What a signal weighs for a question, in SQL, and the rows that are ranked by it. */
import type { WeighedQuestion, WeighedSignal } from '../../domain/ports/vector-index.js';
import { SCORE_STEPS } from '../../domain/score.js';
import { packVector } from '../../domain/vectors.js';

export const WITH_WANTED = `WITH
  reinterpret(base64Decode({vector:String}), 'Array(BFloat16)') AS wanted`;

/** The steps of a weight. Computed here alone: the parts of an order that is made twice must not differ. */
export function stepSql(weight: string): string {
  return `toUInt16(floor(least(1, greatest(0, ${weight} / {most:Float64})) * ${SCORE_STEPS} + 0.5))`;
}

const WEIGHED_COLUMNS = `toString(signal_id) AS id, signal_type, subtype_key,
  toUnixTimestamp64Milli(detected_at) AS at_ms, toString(version) AS row_version,
  arrayStringConcat(tokens, ' ') AS pieces, dotProduct(embedding, wanted) AS similarity,
  {meaning:Float64} * similarity + confidence * transform(subtype_key,
    {boosted:Array(String)}, {boosts:Array(Float64)}, toFloat64(0)) AS weight,
  ${stepSql('weight')} AS step`;

export function weighedColumns(withKeys: boolean): string {
  return withKeys ? `${WEIGHED_COLUMNS}, company_key, contact_key` : WEIGHED_COLUMNS;
}

export interface WeighedRow {
  id: string;
  signal_type: string;
  subtype_key: string;
  at_ms: number;
  row_version: string;
  /** Shorter as text than as a list, and read in a tenth of the time. */
  pieces: string;
  similarity: number;
  weight: number;
  step: number;
  company_key?: string;
  contact_key?: string;
}

export function weightParams({ vector, meaning, boosts, most }: WeighedQuestion) {
  // An empty list has no type to compare with.
  const given = boosts.size > 0 ? [...boosts] : [['', 0] as const];
  return {
    vector: packVector(vector),
    meaning,
    most,
    boosted: given.map(([subtype]) => subtype),
    boosts: given.map(([, boost]) => boost),
  };
}

export function weighedOf(row: WeighedRow): WeighedSignal {
  return {
    signalId: row.id,
    signalType: row.signal_type,
    subtypeKey: row.subtype_key,
    detectedAtMs: row.at_ms,
    companyKey: row.company_key ?? '',
    contactKey: row.contact_key ?? '',
    tokens: row.pieces === '' ? [] : row.pieces.split(' ').map(Number),
    similarity: row.similarity,
    weight: row.weight,
    step: row.step,
  };
}
