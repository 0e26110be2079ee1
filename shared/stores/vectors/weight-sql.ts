/** The weight of a signal for a question, in SQL, and the rows that are ranked by it. */
import type { Candidate, VectorQuery } from '../../domain/ports/vector-index.js';
import { SCORE_STEPS } from '../../domain/score.js';
import { packVector } from '../../domain/vectors.js';

export const WITH_QUESTION = `WITH
  reinterpret(base64Decode({vector:String}), 'Array(BFloat16)') AS question`;

/**
 * Returns the SQL for the steps of a weight. Steps are computed only here: two statements that sort
 * the same signals must not differ.
 */
export function stepSql(weight: string): string {
  return `toUInt16(floor(least(1, greatest(0, ${weight} / {maxWeight:Float64})) * ${SCORE_STEPS} + 0.5))`;
}

export const WEIGHED_COLUMNS = `base64Encode(hit) AS hit, subtype_key, dotProduct(embedding, question) AS similarity,
  {similarityWeight:Float64} * similarity + confidence * transform(subtype_key,
    {boosted:Array(String)}, {boosts:Array(Float64)}, toFloat64(0)) AS weight,
  ${stepSql('weight')} AS step`;

export interface WeighedRow extends Pick<Candidate, 'similarity' | 'weight' | 'step'> {
  /** What a search needs of a signal, in the bytes that migration 019 describes. */
  hit: string;
  subtype_key: string;
}

export function weightParams({ vector, similarityWeight, boosts, maxWeight }: VectorQuery) {
  // An empty list has no type that `transform` could compare.
  const pairs = boosts.size > 0 ? [...boosts] : [['', 0] as const];
  return {
    vector: packVector(vector),
    similarityWeight,
    maxWeight,
    boosted: pairs.map(([subtype]) => subtype),
    boosts: pairs.map(([, boost]) => boost),
  };
}

export interface WeighedHit {
  signal: Candidate;
  id: string;
  /** As decimal digits. */
  row_version: string;
}

const TOKENS_AT = 46;
const TWO_TO_32 = 2 ** 32;

export function weighedOf({ hit, subtype_key, similarity, weight, step }: WeighedRow): WeighedHit {
  const bytes = Buffer.from(hit, 'base64');
  const id = bytes.toString('hex', 0, 16);
  const signalId = `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
  const version = (bytes.readBigUInt64LE(32) << 64n) | bytes.readBigUInt64LE(24);
  const tokens = new Array<number>(bytes.readUInt16LE(40));
  for (let at = 0; at < tokens.length; at += 1) tokens[at] = bytes.readUInt16LE(TOKENS_AT + 2 * at);
  const typeAt = TOKENS_AT + 2 * tokens.length;
  const companyAt = typeAt + bytes.readUInt16LE(42);
  const contactAt = companyAt + bytes.readUInt16LE(44);
  return {
    id: signalId,
    row_version: String(version),
    signal: {
      signalId,
      signalType: bytes.toString('utf8', typeAt, companyAt),
      subtypeKey: subtype_key,
      detectedAtMs: bytes.readInt32LE(20) * TWO_TO_32 + bytes.readUInt32LE(16),
      companyKey: bytes.toString('utf8', companyAt, contactAt),
      contactKey: contactAt < bytes.length ? bytes.toString('utf8', contactAt) : '',
      tokens,
      similarity,
      weight,
      step,
    },
  };
}
