/**
 * Compares a question with a text word piece by word piece: each piece of the question, as the model reads it
 * in its place, with the piece of the text that is most like it, or with what a part of the question asks
 * for. Pieces that tell more count more. Pure; a piece that many texts have is compared once.
 */
import type { EmbeddedQuestion } from '../../../../shared/domain/ports/embedder.js';
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import type { AskedPart, Met, Order, ToldSignal } from '../words/asked-part.js';
import { int8Questions } from './int8-rows.js';
import type { RankingTables } from './tables.js';

export interface LateInteraction {
  /** Whether a part of the question asks for what is known of a company. */
  needsCompany: boolean;
  /** The same of the person whom a signal is about. */
  needsContact: boolean;
  /** What a superlative of the question orders signals by. */
  order: Order | undefined;
  /** 0 to about 1, never negative. */
  likeness(tokens: readonly number[], company?: CompanyFacts, signal?: ToldSignal): number;
  /** Whether all conditions of the question are met but for its superlative. */
  meets(tokens: readonly number[], company?: CompanyFacts, signal?: ToldSignal): boolean;
  /** For each piece of the question: where it is met best (-1: in no piece of the text), and how well. */
  best(tokens: readonly number[], company?: CompanyFacts, signal?: ToldSignal): BestMet[];
  /** How much each piece of the question counts; all add up to 1. */
  shares: readonly number[];
}

export interface BestMet extends Met {
  /** The part of the question that decided it; without one, the piece that is most like it. */
  part: AskedPart | undefined;
  /** The piece that is most like it, whatever parts of the question ask for. */
  alike: Met;
}

interface LateOptions {
  /** What the very piece counts at least. */
  same: number;
  /** How far words that are little alike count less. */
  contrast: { power: number; scale: number };
  /** Parts of the question that ask for more than likeness. */
  parts: readonly AskedPart[];
  /** Places of pieces that tell little, and what is left of their weight. */
  light: ReadonlySet<number>;
  lightWeight: number;
  /** The piece of unknown words: it counts nothing, and nothing is like it. */
  unknown: number;
  /** How often as much a piece of a condition counts. */
  conditionWeight: number;
}

/** Of a question; the rest of a longer one counts by its meaning alone, so that no question takes long. */
const MAX_QUESTION_PIECES = 64;
/** Of a condition: a place or an industry that a text only hints at. */
const MET = 0.5;

export function lateInteraction(
  question: Pick<EmbeddedQuestion, 'pieces' | 'states'>,
  tables: RankingTables,
  options: LateOptions,
): LateInteraction {
  const { parts, light, lightWeight, unknown, conditionWeight } = options;
  const pieces = question.pieces.slice(0, MAX_QUESTION_PIECES);
  const conditions = new Set(parts.flatMap((part) => (part.isCondition ? part.pieces : [])));
  const weights = pieces.map((piece, at) => {
    if (piece === unknown) return 0;
    const factor = conditions.has(at) ? conditionWeight : light.has(at) ? lightWeight : 1;
    return frequencyOf(piece, tables) * factor;
  });
  for (const part of parts) bound(weights, part);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => (sum === 0 ? 0 : weight / sum));
  const compared = comparison(pieces, question.states, tables, options);
  const likenesses = new Float32Array(pieces.length);
  const places = new Int32Array(pieces.length);
  const deciding = new Int32Array(pieces.length);
  /** Into the lists, which every text uses again. */
  const compareWords = (tokens: readonly number[]): void => {
    likenesses.fill(0);
    places.fill(-1);
    for (let at = 0; at < tokens.length; at += 1) {
      const own = compared(tokens[at] ?? 0);
      for (let piece = 0; piece < own.length; piece += 1) {
        const likeness = own[piece] ?? 0;
        if (likeness <= (likenesses[piece] ?? 0)) continue;
        likenesses[piece] = likeness;
        places[piece] = at;
      }
    }
  };
  const meetParts = (
    tokens: readonly number[],
    company?: CompanyFacts,
    signal?: ToldSignal,
  ): void => {
    deciding.fill(-1);
    for (const [number, part] of parts.entries()) {
      const met = part.meet(tokens, company, signal);
      if (!met) continue;
      for (const piece of part.pieces) {
        if (!part.isAlone && met.likeness <= (likenesses[piece] ?? 0)) continue;
        likenesses[piece] = met.likeness;
        places[piece] = met.at;
        deciding[piece] = number;
      }
    }
  };
  const metAt = (piece: number): Met => ({
    at: places[piece] ?? -1,
    likeness: likenesses[piece] ?? 0,
  });
  return {
    shares,
    order: parts.find(({ order }) => order)?.order,
    needsCompany: parts.some(({ isOfCompany }) => isOfCompany),
    needsContact: parts.some(({ isOfContact }) => isOfContact),
    likeness(tokens, company, signal) {
      compareWords(tokens);
      meetParts(tokens, company, signal);
      let total = 0;
      for (let piece = 0; piece < likenesses.length; piece += 1) {
        total += (shares[piece] ?? 0) * (likenesses[piece] ?? 0);
      }
      return total;
    },
    meets(tokens, company, signal) {
      return parts.every((part) => {
        if (!part.isCondition || part.order) return true;
        return (part.meet(tokens, company, signal)?.likeness ?? 1) >= MET;
      });
    },
    best(tokens, company, signal) {
      compareWords(tokens);
      const alike = pieces.map((_, piece) => metAt(piece));
      meetParts(tokens, company, signal);
      return alike.map((own, piece) => ({
        ...metAt(piece),
        part: parts[deciding[piece] ?? -1],
        alike: own,
      }));
    },
  };
}

/** So that the pieces of a part have the share of all that it asks for. */
function bound(weights: number[], { pieces, leastShare = 0, mostShare = 1 }: AskedPart): void {
  const own = pieces.reduce((total, at) => total + (weights[at] ?? 0), 0);
  const others = weights.reduce((total, weight) => total + weight, 0) - own;
  if (own === 0 || others <= 0) return;
  const ofShare = (share: number): number => (others * share) / (1 - share);
  const wanted = Math.min(Math.max(own, ofShare(leastShare)), ofShare(mostShare));
  for (const at of pieces) weights[at] = ((weights[at] ?? 0) * wanted) / own;
}

/** A piece beyond the table is as rare as the rarest in it. */
function frequencyOf(piece: number, { frequencies }: RankingTables): number {
  return frequencies[piece] ?? frequencies.reduce((most, each) => Math.max(most, each), 0);
}

/** By piece of a text: its likeness to each piece of the question. */
function comparison(
  pieces: readonly number[],
  states: readonly Float32Array[],
  tables: RankingTables,
  { same, contrast, unknown }: Pick<LateOptions, 'same' | 'contrast' | 'unknown'>,
): (token: number) => Float32Array {
  const wanted = pieces.map((_, at) => projectedState(states[at] ?? new Float32Array(), tables));
  const questions = int8Questions(wanted);
  const known = new Map<number, Float32Array>();
  return (token) => {
    const before = known.get(token);
    if (before) return before;
    const isKnown = token < tables.pieces.count && token !== unknown;
    const likenesses = isKnown
      ? tables.pieces.cosines(questions, token, 1)
      : new Float32Array(pieces.length);
    pieces.forEach((piece, at) => {
      const likeness = contrasted(likenesses[at] ?? 0, contrast);
      const isSame = piece === token && piece !== unknown;
      likenesses[at] = Math.max(isSame ? same : 0, piece === unknown ? 0 : likeness);
    });
    known.set(token, likenesses);
    return likenesses;
  };
}

/** Of words that are not the same: words of no common meaning still have a likeness of 0.4 to 0.5. */
function contrasted(likeness: number, { power, scale }: LateOptions['contrast']): number {
  return likeness > 0 ? Math.min(likeness, scale * likeness ** power) : likeness;
}

/** A state at length 1, in the room of the table. */
function projectedState(
  state: Float32Array,
  { projection, projected }: RankingTables,
): Float32Array {
  const length = Math.hypot(...state) || 1;
  const result = new Float32Array(projected);
  for (let row = 0; row < state.length; row += 1) {
    const scaled = (state[row] ?? 0) / length;
    const start = row * projected;
    for (let column = 0; column < projected; column += 1) {
      result[column] = (result[column] ?? 0) + scaled * (projection[start + column] ?? 0);
    }
  }
  return result;
}
