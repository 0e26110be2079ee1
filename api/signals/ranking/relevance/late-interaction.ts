/**
 * Compares a question with a text word piece by word piece (late interaction): each piece of the
 * question, as the model reads it in its context, with the piece of the text that is most like it,
 * or with what a part of the question asks for. Rare pieces count more. It reads and writes only its
 * own memory, which the next text uses again; a piece that occurs in many texts is compared once.
 */
import type { EmbeddedQuestion } from '../../../../shared/domain/ports/embedder.js';
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import { type Fragments, fragmentsOfOthers } from '../words/fragments.js';
import { NO_PIECE } from '../words/phrases.js';
import type { Order, QuestionPart, SignalFacts } from '../words/question-part.js';
import type { RankingConstants } from './constants.js';
import { int8Questions } from './int8-rows.js';
import { type ShareOptions, sharesOf } from './shares.js';
import type { RankingTables } from './tables.js';

/** Compares a signal, given its word pieces and what is known of it. */
type OfSignal<Result> = (
  tokens: readonly number[],
  company?: CompanyFacts,
  signal?: SignalFacts,
) => Result;

export interface LateInteraction {
  /** True if a part of the question needs the facts of a signal's company. */
  needsCompany: boolean;
  /** True if a part of the question needs facts of the person whom a signal is about. */
  needsContact: boolean;
  /** What the superlative of the question orders signals by; `undefined` without one. */
  order: Order | undefined;
  /** Returns how well a signal matches: from 0 to about 1, never negative. */
  wordScore: OfSignal<number>;
  /** True if a signal meets all filters, and surely has nothing that is excluded. */
  meetsRequired: OfSignal<boolean>;
  /** Returns the conditions that a signal does not meet; the superlative does not count. */
  unmetConditions: OfSignal<QuestionPart[]>;
  /** Returns how well a signal matches the details of the question: from 0 to less than 1. */
  detailScore: OfSignal<number>;
  /** Returns how well and where each piece of the question is met best; -1 if not in the text. */
  bestMatches: OfSignal<BestMatch[]>;
  /** The share of each piece of the question; all shares add up to 1. */
  shares: readonly number[];
}

/** `at`: place of a piece in the text; -1 if it is not in the text. */
interface PieceMatch {
  at: number;
  likeness: number;
}

export interface BestMatch extends PieceMatch {
  /** The part of the question that decided; `undefined` if the most similar piece did. */
  part: QuestionPart | undefined;
  /** True if the piece says little of what is asked, such as "in". */
  isStopWord: boolean;
  /** The most similar piece of the text, whatever parts of the question ask for. */
  mostSimilar: PieceMatch;
}

type LateConstants = Pick<RankingConstants, 'exactMatch' | 'contrast' | 'oppositeFactor'>;

/** Returns the places of some words of names in a text. `companyKey`: of the signal's company. */
type FindNames = (tokens: readonly number[], companyKey: string) => ReadonlySet<number>;

interface LateOptions extends ShareOptions, LateConstants {
  /** The most that a word of a detail counts: as much as another word that means the same. */
  synonym?: number;
  /** Finds a company's own name, which does not count for intent. */
  findOwnName?: FindNames;
  /** Finds words of names that do not count for search; those of the question count. */
  findNameWords?: FindNames;
  /** Positions of the words that only some signals of the asked kind meet. */
  detailPositions?: readonly number[];
  /** Finds short pieces of longer words, which only meet a word of the question that begins alike. */
  fragments: Fragments;
}

/** The most pieces that are compared, to limit the time. The rest only counts by its meaning. */
const MAX_QUESTION_PIECES = 64;
/** The least likeness that meets a condition, such as a place that a text only hints at. */
const LEAST_MET = 0.5;
/** The least likeness that meets a filter if the company has a record: a hint of a text is less. */
const LEAST_BY_RECORD = 0.7;

export function lateInteraction(
  question: Pick<EmbeddedQuestion, 'pieces' | 'states'>,
  tables: RankingTables,
  options: LateOptions,
): LateInteraction {
  const { parts, filters = [], detailPositions = [], oppositeFactor } = options;
  const findOwnName = options.filters && options.findOwnName;
  const findNameWords = options.filters ? undefined : options.findNameWords;
  const pieces = question.pieces.slice(0, MAX_QUESTION_PIECES);
  const shares = sharesOf(pieces, tables, options);
  const similaritiesOf = createSimilarities(pieces, question.states, tables, options);
  // All words of the other parts are among the rest.
  const compared = parts.filter(({ positions }) => positions.some((at) => at < pieces.length));
  const comparison = createComparison(pieces, compared, similaritiesOf, {
    fragments: options.fragments,
    ...(findOwnName && { findOwnName }),
    ...(findNameWords && { findNameWords }),
  });
  const { compareWords, applyParts, matchAt } = comparison;
  const allParts = [...parts, ...filters];
  const everyPosition = [...pieces.keys()];
  const totalOf = (positions: readonly number[], most = Infinity): number =>
    positions.reduce(
      (total, at) => total + (shares[at] ?? 0) * Math.min(most, comparison.likenesses[at] ?? 0),
      0,
    );
  return {
    shares,
    order: parts.find(({ order }) => order)?.order,
    needsCompany: allParts.some(({ needsCompany }) => needsCompany),
    needsContact: allParts.some(({ needsContact }) => needsContact),
    wordScore(tokens, company, signal) {
      compareWords(tokens, signal?.companyKey);
      applyParts(tokens, company, signal);
      const total = totalOf(everyPosition);
      return comparison.saysOpposite() ? oppositeFactor * total : total;
    },
    detailScore(tokens, company, signal) {
      compareWords(tokens, signal?.companyKey);
      applyParts(tokens, company, signal);
      return totalOf(detailPositions, options.synonym);
    },
    meetsRequired: (tokens, company, signal) =>
      filters.every((part) => {
        // The store compares the first and last time of a list. Here those between are left out.
        if (isOutsideTimes(part, signal)) return true;
        const likeness = part.match(tokens, company, signal)?.likeness;
        const isDecided = part.needsCompany && !isUnknown(company);
        if (!part.isFilter) return (likeness ?? 0) >= (isDecided ? LEAST_BY_RECORD : LEAST_MET);
        return !part.isCondition || (part.needsCompany && !isDecided) || likeness !== 0;
      }),
    unmetConditions: (tokens, company, signal) =>
      compared.filter((part) => !part.order && !meets(part, tokens, company, signal)),
    bestMatches(tokens, company, signal) {
      compareWords(tokens, signal?.companyKey);
      const mostSimilar = pieces.map((_, position) => matchAt(position));
      applyParts(tokens, company, signal);
      return mostSimilar.map((similar, position) => ({
        ...matchAt(position),
        isStopWord: options.stopWordPositions.has(position),
        mostSimilar: similar,
      }));
    },
  };
}

/** True if a signal is before the first or after the last time of a part. */
function isOutsideTimes({ storeCondition }: QuestionPart, signal?: SignalFacts): boolean {
  const [fromMs = -Infinity, untilMs = Infinity] = storeCondition?.detected ?? [];
  return signal !== undefined && !(signal.detectedAtMs >= fromMs && signal.detectedAtMs < untilMs);
}

function isUnknown(company: CompanyFacts | undefined): boolean {
  return !company || (company.country === '' && company.industries.length === 0);
}

/** True if the part is no condition, or a signal meets it. */
function meets(part: QuestionPart, ...signal: Parameters<QuestionPart['match']>): boolean {
  return !part.isCondition || (part.match(...signal)?.likeness ?? 1) >= LEAST_MET;
}

/**
 * Compares one text after the other with a question. `likenesses` has the best match of each position
 * of the question in the current text. `compareWords` starts a text; `applyParts` follows it.
 */
function createComparison(
  pieces: readonly number[],
  parts: readonly QuestionPart[],
  similaritiesOf: (token: number) => Float32Array,
  {
    fragments,
    findOwnName,
    findNameWords,
  }: Pick<LateOptions, 'fragments' | 'findOwnName' | 'findNameWords'>,
) {
  const { length } = pieces;
  const saysNothing = fragmentsOfOthers(pieces, fragments);
  const likenesses = new Float32Array(length);
  /** Where in the text the match is; -1 if it is not in the text. */
  const textPositions = new Int32Array(length);
  /** Index of the part that decided the match; -1 if the words did. */
  const deciding = new Int32Array(length);
  let saysOpposite = false;
  /** The text without names, for parts that are no conditions. */
  let withoutNames: readonly number[] = [];
  return {
    likenesses,
    saysOpposite: () => saysOpposite,
    /** Finds the most similar word piece of the text for each position. */
    compareWords(tokens: readonly number[], companyKey = ''): void {
      likenesses.fill(0);
      saysOpposite = false;
      textPositions.fill(-1);
      deciding.fill(-1);
      const nameWords = findNameWords?.(tokens, companyKey);
      withoutNames = nameWords?.size
        ? tokens.map((token, at) => (nameWords.has(at) ? NO_PIECE : token))
        : tokens;
      const ignored = nameWords ?? findOwnName?.(tokens, companyKey);
      for (let at = 0; at < tokens.length; at += 1) {
        if (ignored?.has(at) || saysNothing(tokens, at)) continue;
        const similarities = similaritiesOf(tokens[at] ?? 0);
        for (let position = 0; position < similarities.length; position += 1) {
          const likeness = similarities[position] ?? 0;
          if (likeness <= (likenesses[position] ?? 0)) continue;
          likenesses[position] = likeness;
          textPositions[position] = at;
        }
      }
    },
    /** Lets each part replace or raise the likeness of its positions. */
    applyParts(tokens: readonly number[], company?: CompanyFacts, signal?: SignalFacts): void {
      for (const [index, part] of parts.entries()) {
        const said = part.isCondition || part.order ? tokens : withoutNames;
        const match = part.match(said, company, signal);
        if (!match) continue;
        if (match.isOpposite) saysOpposite = true;
        for (const position of part.positions) {
          const isBetter = match.likeness > (likenesses[position] ?? 0);
          if (!part.overridesWords && !isBetter) continue;
          likenesses[position] = match.likeness;
          textPositions[position] = match.at ?? -1;
          deciding[position] = index;
        }
      }
    },
    matchAt: (position: number): Omit<BestMatch, 'mostSimilar' | 'isStopWord'> => ({
      at: textPositions[position] ?? -1,
      likeness: likenesses[position] ?? 0,
      part: parts[deciding[position] ?? -1],
    }),
  };
}

/** Returns a function from a piece of a text to its likeness to each piece of the question. */
function createSimilarities(
  pieces: readonly number[],
  states: readonly Float32Array[],
  tables: RankingTables,
  { exactMatch, contrast, unknownPiece }: LateOptions,
): (token: number) => Float32Array {
  const wanted = pieces.map((_, at) => projectedState(states[at] ?? new Float32Array(), tables));
  const questions = int8Questions(wanted);
  const cache = new Map<number, Float32Array>();
  return (token) => {
    const cached = cache.get(token);
    if (cached) return cached;
    const isKnown = token < tables.pieces.count && token !== unknownPiece;
    const likenesses = isKnown
      ? tables.pieces.cosines(questions, token, 1)
      : new Float32Array(pieces.length);
    pieces.forEach((piece, at) => {
      const likeness = withContrast(likenesses[at] ?? 0, contrast);
      const isSame = piece === token && piece !== unknownPiece;
      likenesses[at] = Math.max(isSame ? exactMatch : 0, piece === unknownPiece ? 0 : likeness);
    });
    cache.set(token, likenesses);
    return likenesses;
  };
}

/** Lowers small likenesses: words without a common meaning still have one of 0.4 to 0.5. */
function withContrast(likeness: number, { power, scale }: LateOptions['contrast']): number {
  return likeness > 0 ? Math.min(likeness, scale * likeness ** power) : likeness;
}

/** Scales a state to length 1, and projects it into the space of the table of word pieces. */
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
