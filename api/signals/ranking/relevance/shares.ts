/** Weighs the word pieces of a question: rare ones and those of conditions count more. Pure. */
import type { QuestionPart } from '../words/question-part.js';
import type { RankingConstants } from './constants.js';
import type { RankingTables } from './tables.js';

export interface ShareOptions extends Pick<RankingConstants, 'stopWordWeight' | 'conditionWeight'> {
  /** Parts of the question that are met by more than similar words. */
  parts: readonly QuestionPart[];
  /** Only for intent: parts that signals must meet, but that do not count. */
  filters?: readonly QuestionPart[];
  /** Positions of the question's pieces that say little of what is asked. */
  stopWordPositions: ReadonlySet<number>;
  /** The piece of unknown words. It has no weight, and nothing is like it. */
  unknownPiece: number;
}

/** Returns how much each position of the question counts. All shares add up to 1. */
export function sharesOf(
  pieces: readonly number[],
  tables: RankingTables,
  {
    parts,
    filters = [],
    stopWordPositions,
    stopWordWeight,
    unknownPiece,
    conditionWeight,
  }: ShareOptions,
): number[] {
  const withoutWeight = new Set(filters.flatMap(({ positions }) => positions));
  const conditions = new Set(parts.flatMap((part) => (part.isCondition ? part.positions : [])));
  const weights = pieces.map((piece, position) => {
    if (piece === unknownPiece || withoutWeight.has(position)) return 0;
    const isStopWord = stopWordPositions.has(position);
    const factor = conditions.has(position) ? conditionWeight : isStopWord ? stopWordWeight : 1;
    return rarityOf(piece, tables) * factor;
  });
  for (const part of parts) limitShare(weights, part);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => (sum === 0 ? 0 : weight / sum));
}

/** Changes the weights of a part's pieces, so that their share is within the limits of the part. */
function limitShare(
  weights: number[],
  { positions, leastShare = 0, mostShare = 1 }: QuestionPart,
): void {
  const partWeight = positions.reduce((total, at) => total + (weights[at] ?? 0), 0);
  const others = weights.reduce((total, weight) => total + weight, 0) - partWeight;
  if (partWeight === 0 || others <= 0) return;
  const weightOf = (share: number): number => (others * share) / (1 - share);
  const wanted = Math.min(Math.max(partWeight, weightOf(leastShare)), weightOf(mostShare));
  for (const at of positions) weights[at] = ((weights[at] ?? 0) * wanted) / partWeight;
}

/** Returns how rare a piece is. A piece beyond the table is as rare as the rarest in it. */
function rarityOf(piece: number, { inverseFrequencies }: RankingTables): number {
  return (
    inverseFrequencies[piece] ?? inverseFrequencies.reduce((most, each) => Math.max(most, each), 0)
  );
}
