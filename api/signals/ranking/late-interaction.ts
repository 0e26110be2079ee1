/**
 * Compares a question with a text word piece by word piece: each piece of the question, as the model reads it
 * in its place, with the piece of the text that is most like it. Pieces that tell more count more. Pure; a
 * piece that many texts have is compared once.
 */
import type { EmbeddedQuestion } from '../../../shared/domain/ports/embedder.js';
import type { RankingTables } from './tables.js';

export interface LateInteraction {
  /** 0 to about 1, never negative. */
  likeness(tokens: readonly number[]): number;
  /** For each piece of the question: the most alike piece by its place, and how alike it is. */
  best(tokens: readonly number[]): { at: number; likeness: number }[];
  /** How much each piece of the question counts; all add up to 1. */
  shares: readonly number[];
}

/** Of a question; the rest of a longer one counts by its meaning alone, so that no question takes long. */
const MAX_QUESTION_PIECES = 64;

export function lateInteraction(
  question: Pick<EmbeddedQuestion, 'pieces' | 'states'>,
  tables: RankingTables,
): LateInteraction {
  const { projected } = tables;
  const pieces = question.pieces.slice(0, MAX_QUESTION_PIECES);
  const states = question.states.slice(0, MAX_QUESTION_PIECES);
  const weights = pieces.map((piece) => tables.frequencies[piece] ?? 0);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => (sum === 0 ? 0 : weight / sum));
  const wanted = states.map((state) => projectedState(state, tables));
  /** By piece of a text: its likeness to each piece of the question. */
  const known = new Map<number, Float32Array>();
  const compared = (token: number): Float32Array => {
    const before = known.get(token);
    if (before) return before;
    const likenesses = new Float32Array(wanted.length);
    const start = token * projected;
    wanted.forEach((state, piece) => {
      let dot = 0;
      for (let at = 0; at < projected; at += 1) {
        dot += (state[at] ?? 0) * (tables.pieces[start + at] ?? 0);
      }
      likenesses[piece] = Math.max(0, dot / 127);
    });
    known.set(token, likenesses);
    return likenesses;
  };
  return {
    shares,
    likeness(tokens) {
      const best = new Float32Array(wanted.length);
      for (const token of tokens) {
        const likenesses = compared(token);
        for (let piece = 0; piece < best.length; piece += 1) {
          const likeness = likenesses[piece] ?? 0;
          if (likeness > (best[piece] ?? 0)) best[piece] = likeness;
        }
      }
      let total = 0;
      for (let piece = 0; piece < best.length; piece += 1) {
        total += (shares[piece] ?? 0) * (best[piece] ?? 0);
      }
      return total;
    },
    best(tokens) {
      return wanted.map((_, piece) => {
        let found = { at: -1, likeness: 0 };
        tokens.forEach((token, at) => {
          const likeness = compared(token)[piece] ?? 0;
          if (likeness > found.likeness) found = { at, likeness };
        });
        return found;
      });
    },
  };
}

/** A state at length 1, in the room of the table. */
function projectedState(
  state: Float32Array,
  { projection, projected }: RankingTables,
): Float32Array {
  const length = Math.hypot(...state) || 1;
  const result = new Float32Array(projected);
  state.forEach((value, row) => {
    const scaled = value / length;
    for (let column = 0; column < projected; column += 1) {
      result[column] = (result[column] ?? 0) + scaled * (projection[row * projected + column] ?? 0);
    }
  });
  return result;
}
