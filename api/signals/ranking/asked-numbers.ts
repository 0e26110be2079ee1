/** Amounts with a bound and funding rounds of a question, compared with those a signal tells. Pure. */
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import { type Amount, amountsIn } from './amounts.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, phraseFinder } from './phrases.js';

/** In front of an amount. */
const BOUND_BEFORE =
  /(?<![\p{L}\d])(?<bound>(?:no|not) (?:less|fewer) than|(?:no|not) more than|more than|over|above|beyond|at least|exceeding|greater than|larger than|bigger than|higher than|longer than|upwards of|less than|under|below|fewer than|smaller than|lower than|shorter than|at most|up to|>=|<=|>|<)\s{0,3}$/iu;
/** Behind it, or behind the word that follows: "20 or more employees", "twenty years or longer". */
const BOUND_AFTER =
  /^(?:[\s-]{1,3}(?!or\b)\p{L}{1,20}|\s{0,3}%)?(?<bound>\s{0,3}\+|\s{1,3}plus\b|\s{1,3}(?:or|and) (?:more|longer|over|above|greater|larger|bigger|higher|up|upwards|less|fewer|under|below|shorter|smaller|lower)\b)/iu;
/** What stands between an amount and its unit. */
const BETWEEN = /^(?:\s{0,3}\+|\s{1,3}(?:plus|or \p{L}{1,10})\b)/iu;
const NEGATED = /^not? /i;
const SMALL = /less|fewer|under|below|smaller|lower|shorter|at most|up to|</i;
const INCLUSIVE = /^not? |^at |up to|upwards|=|\+|plus|(?:^|\s)(?:or|and) /i;
/** More than the longest bound. */
const MAX_BOUND_CHARACTERS = 40;
/** A letter or a word that tells only within its phrase which round or office is meant. */
const EXACT = /\bseries\s{1,3}[a-k]\b|\bchief(?:\s{1,3}\p{L}{1,20}){1,3}?\s{1,3}officer\b/giu;

interface Bound {
  phrase: string;
  /** Of the amount and its bound in the question. */
  start: number;
  end: number;
}

export function numberParts(
  question: string,
  words: readonly PlacedWord[],
  wordPieces: WordPieces,
): AskedPart[] {
  const bounds = amountsIn(question, BETWEEN).flatMap((amount) => {
    const bound = boundOf(amount, question);
    return bound ? [boundPart(amount, bound, words, wordPieces)] : [];
  });
  const exact = [...question.matchAll(EXACT)].map((match) => exactPart(match, words, wordPieces));
  return [...bounds, ...exact];
}

function boundOf({ start, end }: Amount, question: string): Bound | undefined {
  const from = Math.max(0, start - MAX_BOUND_CHARACTERS);
  const before = BOUND_BEFORE.exec(question.slice(from, start));
  if (before?.groups) {
    const { bound: phrase = '' } = before.groups;
    return { phrase, start: start - before[0].length, end };
  }
  const after = BOUND_AFTER.exec(question.slice(end, end + MAX_BOUND_CHARACTERS));
  if (!after?.groups) return;
  const { bound: phrase = '' } = after.groups;
  return { phrase, start, end: end + after[0].length };
}

function boundPart(
  wanted: Amount,
  { phrase, start, end }: Bound,
  words: readonly PlacedWord[],
  { spell }: WordPieces,
): AskedPart {
  const isUpper = SMALL.test(phrase) !== NEGATED.test(phrase);
  const isInclusive = INCLUSIVE.test(phrase);
  const isMet = ({ value }: Amount): boolean =>
    (isInclusive && value === wanted.value) ||
    (isUpper ? value < wanted.value : value > wanted.value);
  return {
    pieces: piecesWithin(words, start, end),
    isAlone: true,
    isCondition: true,
    isOfCompany: false,
    meet(tokens) {
      const told = amountsIn(spell(tokens)).filter(({ unit }) => unit === wanted.unit);
      return { at: -1, likeness: told.some(isMet) ? 1 : 0 };
    },
  };
}

function exactPart(
  match: RegExpMatchArray,
  words: readonly PlacedWord[],
  { pieces }: WordPieces,
): AskedPart {
  const start = match.index ?? 0;
  const find = phraseFinder([pieces(match[0])]);
  return {
    pieces: piecesWithin(words, start, start + match[0].length),
    isAlone: true,
    isCondition: true,
    isOfCompany: false,
    meet(tokens) {
      const at = find(tokens);
      return { at, likeness: at < 0 ? 0 : 1 };
    },
  };
}

function piecesWithin(words: readonly PlacedWord[], start: number, end: number): number[] {
  return words
    .filter((word) => word.start >= start && word.end <= end)
    .flatMap((word) => word.pieces.map((_, piece) => word.at + piece));
}
