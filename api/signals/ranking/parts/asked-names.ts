/**
 * Companies that a question names. Their own filings and posts say "the Company" or "we": what is known of the
 * signal's company meets the name. Pure.
 */
import type { AskedPart } from '../words/asked-part.js';
import {
  type PlacedWord,
  phraseFinder,
  phraseIn,
  piecesOf,
  wordsWithin,
} from '../words/phrases.js';
import { CAPITALS, mayHoldNames, SHORT } from './asked-subject.js';

/** What may be the name of a company. */
export interface AskedName {
  text: string;
  /** Places of its word pieces. */
  pieces: readonly number[];
  /** The word pieces. */
  phrase: readonly number[];
}

/** Each is looked up. */
const MAX_NAMES = 3;
/** A longer question of words with capitals is a headline. */
const MAX_WORDS = 6;

/** `isTaken`: words that ask for something else, such as a place; of those alone no name is made. */
export function namesIn(
  question: string,
  words: readonly PlacedWord[],
  isTaken: (word: PlacedWord) => boolean,
): AskedName[] {
  const runs = mayHoldNames(question, words)
    ? [...question.matchAll(CAPITALS)]
    : wholeOf(question, words);
  return runs
    .map(({ 0: text, index }) => ({ text, own: wordsWithin(words, index, index + text.length) }))
    .filter(({ own }) => !own.every((word) => isTaken(word) || SHORT.test(word.text)))
    .filter(({ own }) => own.length !== 1 || own.length === words.length || !beginsSentence(own[0]))
    .map(({ text, own }) => ({
      text,
      pieces: piecesOf(own),
      phrase: own.flatMap(({ pieces }) => pieces),
    }))
    .slice(0, MAX_NAMES);
}

/** "Robots in warehouses": a word that the model knows has a capital there, too. */
function beginsSentence(word: PlacedWord | undefined): boolean {
  return word?.at === 0 && word.pieces.length < 2;
}

/** "Example Health Network" alone. */
function wholeOf(question: string, words: readonly PlacedWord[]) {
  const isName = words.length <= MAX_WORDS && words.every(({ text }) => !/^\p{Ll}/u.test(text));
  return isName ? [{ 0: question, index: 0 }] : [];
}

/** `keys`: of the companies that are called so. A word of the name alone does not meet it: it may be another's. */
export function namedPart({ pieces, phrase }: AskedName, keys: readonly string[]): AskedPart {
  const find = phraseFinder([phrase]);
  return {
    pieces,
    isAlone: true,
    isCondition: true,
    isOfCompany: false,
    metBy: 'company',
    narrows: { companies: keys },
    where: (tokens) => phraseIn(tokens, find),
    meet(tokens, _, signal) {
      const at = find(tokens);
      const isMet = at >= 0 || keys.includes(signal?.companyKey ?? '');
      return { at, likeness: isMet ? 1 : 0 };
    },
  };
}
