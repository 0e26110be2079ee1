/** What a signal weighs for a question, in SQL, and the rows that are ranked by it. */
import type { WeighedQuestion, WeighedSignal } from '../../domain/ports/vector-index.js';
import { SCORE_STEPS } from '../../domain/score.js';
import { packVector } from '../../domain/vectors.js';
import { readHit } from './hit.js';

export const WITH_WANTED = `WITH
  reinterpret(base64Decode({vector:String}), 'Array(BFloat16)') AS wanted`;

/** The steps of a weight. Computed here alone: the parts of an order that is made twice must not differ. */
export function stepSql(weight: string): string {
  return `toUInt16(floor(least(1, greatest(0, ${weight} / {most:Float64})) * ${SCORE_STEPS} + 0.5))`;
}

export const WEIGHED_COLUMNS = `base64Encode(hit) AS hit, subtype_key, dotProduct(embedding, wanted) AS similarity,
  {meaning:Float64} * similarity + confidence * transform(subtype_key,
    {boosted:Array(String)}, {boosts:Array(Float64)}, toFloat64(0)) AS weight,
  ${stepSql('weight')} AS step`;

export interface WeighedRow {
  hit: string;
  subtype_key: string;
  similarity: number;
  weight: number;
  step: number;
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

export interface WeighedHit {
  signal: WeighedSignal;
  id: string;
  row_version: string;
}

export function weighedOf(row: WeighedRow): WeighedHit {
  const { signalId, signalType, detectedAtMs, companyKey, contactKey, tokens, version } = readHit(
    row.hit,
  );
  const { subtype_key: subtypeKey, similarity, weight, step } = row;
  return {
    id: signalId,
    row_version: version,
    signal: {
      signalId,
      signalType,
      subtypeKey,
      detectedAtMs,
      companyKey,
      contactKey,
      tokens,
      similarity,
      weight,
      step,
    },
  };
}
