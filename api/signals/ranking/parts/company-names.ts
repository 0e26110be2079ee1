/**
 * Reads names of companies in a question. Their own filings and posts say "the Company" or "we", so
 * a signal of the company also meets its name. Pure.
 */

import {
  type PlacedWord,
  phraseFinder,
  phraseIn,
  positionsOf,
  wordsWithin,
} from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import { CAPITALS, mayHoldNames, SHORT } from './subject-of.js';

/** A possible name of a company. */
export interface AskedName {
  text: string;
  /** Positions of its word pieces in the question. */
  positions: readonly number[];
  /** Its word pieces. */
  phrase: readonly number[];
}

/** Most names of a question, because each is looked up. */
const MAX_NAMES = 3;
/** Most words of a question that is only a name. A longer one in capitals is a headline. */
const MAX_WORDS = 6;

/** Returns possible names. Words of other parts, such as a place (`isTaken`), make none alone. */
export function namesIn(
  question: string,
  words: readonly PlacedWord[],
  isTaken: (word: PlacedWord) => boolean,
): AskedName[] {
  const runs = mayHoldNames(question, words)
    ? [...question.matchAll(CAPITALS)]
    : wholeQuestion(question, words);
  return runs
    .map(({ 0: text, index }) => ({ text, run: wordsWithin(words, index, index + text.length) }))
    .filter(({ run }) => !run.every((word) => isTaken(word) || SHORT.test(word.text)))
    .filter(({ run }) => run.length !== 1 || run.length === words.length || !beginsSentence(run[0]))
    .map(({ text, run }) => ({
      text,
      positions: positionsOf(run),
      phrase: run.flatMap(({ pieces }) => pieces),
    }))
    .slice(0, MAX_NAMES);
}

/** Returns true for a known word with a capital only as the first: "Robots in warehouses". */
function beginsSentence(word: PlacedWord | undefined): boolean {
  return word?.at === 0 && word.pieces.length < 2;
}

/** Returns the whole question if it is only a name, for example "Example Health Network". */
function wholeQuestion(question: string, words: readonly PlacedWord[]) {
  const isName = words.length <= MAX_WORDS && words.every(({ text }) => !/^\p{Ll}/u.test(text));
  return isName ? [{ 0: question, index: 0 }] : [];
}

/**
 * Creates the part for a name, met by the companies with `keys` or by the whole name in a text. One
 * word of the name does not meet it: it may belong to another one.
 */
export function namePart({ positions, phrase }: AskedName, keys: readonly string[]): QuestionPart {
  const find = phraseFinder([phrase]);
  return {
    positions,
    overridesWords: true,
    isCondition: true,
    needsCompany: false,
    metBy: 'company',
    storeCondition: { companies: keys },
    locate: (tokens) => phraseIn(tokens, find),
    match(tokens, _, signal) {
      const at = find(tokens);
      const isMet = at >= 0 || keys.includes(signal?.companyKey ?? '');
      return { at, likeness: isMet ? 1 : 0 };
    },
  };
}
