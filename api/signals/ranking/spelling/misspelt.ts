/**
 * Corrects words of an English question that are not in the model's vocabulary: to a similar name
 * of a company, or to a similar word of business. Exact names of companies, and words that are like
 * nothing known, are not changed.
 */
import type { IdentityGraph, NearName } from '../../../../shared/domain/ports/identity-graph.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { loadEnglishTexts, loadOtherTexts } from '../words/wording.js';
import {
  isTypedRightly,
  type NamePlace,
  nameMeant,
  namePlaces,
  type SpokenWord,
} from './misspelt-names.js';
import { countWords, type MeantWord, wordMeant } from './misspelt-words.js';

/** Returns the corrected question. Calls `nearest` at most once, and only if it has odd words. */
export type CorrectSpelling = (
  question: string,
  nearest: IdentityGraph['nearestNames'],
) => Promise<string>;

interface Correction {
  start: number;
  end: number;
  replacement: string;
}

/** The most words of a question that are corrected. */
const MAX_CORRECTED = 8;
/** The fewest letters of an odd word. Words of four letters are only corrected with a neighbor. */
const LEAST_LETTERS = 4;
const LETTERS = /^\p{Script=Latin}+$/u;

/** Loads the texts at the first question with a word that is not one piece of the model. */
export function createCorrectSpelling({
  words: split,
}: Pick<WordPieces, 'words'>): CorrectSpelling {
  let texts: Record<'english' | 'others', ReadonlyMap<string, number>> | undefined;
  return async (question, nearest) => {
    const found = split(question).filter(({ start, end }) =>
      /[\p{L}\p{N}]/u.test(question.slice(start, end)),
    );
    if (found.every(({ pieces }) => pieces.length === 1)) return question;
    texts ??= { english: countWords(loadEnglishTexts()), others: countWords(loadOtherTexts()) };
    const { english, others } = texts;
    const words = found.map(({ start, end, pieces }): SpokenWord => {
      const text = question.slice(start, end);
      const lower = text.toLowerCase();
      const singular = lower.replace(/s$/, '');
      const mayBeOdd = pieces.length > 1 && mayBeCorrected(text, question);
      return {
        ...{ start, end, text },
        isOdd: mayBeOdd && !english.has(lower),
        isOfBusiness: english.has(lower) || english.has(singular) || others.has(lower),
      };
    });
    const oddWords = words.filter(({ isOdd }) => isOdd).slice(0, MAX_CORRECTED);
    const businessWords = new Map(oddWords.map((word) => [word, businessWord(word, english)]));
    const places = namePlaces(question, words, new Set(oddWords));
    if (places.length === 0) return question;
    const near = await nearest(places.map(({ text }) => text));
    const corrections = correctionsOf(places, near, businessWords, (word) => english.has(word));
    return corrections
      .sort((a, b) => b.start - a.start)
      .reduce(
        (text, { start, end, replacement: said }) => text.slice(0, start) + said + text.slice(end),
        question,
      );
  };
}

/** Words in capitals are abbreviations, unless the whole question is in capitals. */
function mayBeCorrected(word: string, question: string): boolean {
  if (word.length < LEAST_LETTERS || !LETTERS.test(word)) return false;
  return word !== word.toUpperCase() || question === question.toUpperCase();
}

/** Returns the word that is meant. A word with a capital, if not the first one, is a name. */
function businessWord(
  { text, start }: SpokenWord,
  english: ReadonlyMap<string, number>,
): MeantWord | undefined {
  const isPlain = start === 0 || text === text.toLowerCase();
  return isPlain ? wordMeant(text.toLowerCase(), english) : undefined;
}

/** Corrects names of two words, then of one, then words of business; each word at most once. */
function correctionsOf(
  places: readonly NamePlace[],
  near: ReadonlyMap<string, readonly NearName[]>,
  meant: ReadonlyMap<SpokenWord, MeantWord | undefined>,
  isOfBusiness: (word: string) => boolean,
): Correction[] {
  const nearTo = ({ text }: NamePlace) => near.get(text) ?? [];
  const isAlone = ({ words }: NamePlace) => words.length === 1;
  const right = places.filter((place) => isTypedRightly(place, nearTo(place)));
  /** Single words that are names stay. Their neighbors may be wrong, as in "Exxon Mobl". */
  const keptWords = new Set(right.filter(isAlone).flatMap(({ words }) => words));
  const doneWords = new Set(right.filter((place) => !isAlone(place)).flatMap(({ words }) => words));
  const corrections: Correction[] = [];
  for (const place of [...places.filter((each) => !isAlone(each)), ...places.filter(isAlone)]) {
    if (place.words.some((word) => doneWords.has(word))) continue;
    const name = nameMeant(place, nearTo(place), isOfBusiness);
    if (!name || changesKeptWord(place, name, keptWords)) continue;
    if (place.words.some((word) => isBusinessWordMeant(meant.get(word), name, place))) continue;
    for (const word of place.words) doneWords.add(word);
    corrections.push(correctionTo(name.words, place));
  }
  for (const [word, business] of meant) {
    if (!business || doneWords.has(word) || keptWords.has(word)) continue;
    corrections.push({ start: word.start, end: word.end, replacement: business.word });
  }
  return corrections;
}

/** True if the name would replace one of the words that stay. */
function changesKeptWord(
  { words, parts }: NamePlace,
  name: NearName,
  keptWords: ReadonlySet<SpokenWord>,
): boolean {
  const meant = name.words.split(' ');
  return words.some((word, at) => keptWords.has(word) && parts[at] !== meant[at]);
}

/**
 * True if the word of business is meant rather than the name. With as many errors in both, the name
 * is meant if it has two words or is typed with a capital.
 */
function isBusinessWordMeant(
  business: MeantWord | undefined,
  name: NearName,
  { words }: NamePlace,
): boolean {
  if (!business) return false;
  if (business.errors !== name.errors) return business.errors < name.errors;
  return words.length === 1 && !words.some(({ text }) => hasCapital(text));
}

/** Replaces the words by the name, which gets capitals if the first word is typed with one. */
function correctionTo(name: string, { words }: NamePlace): Correction {
  const [first, last] = [words[0], words.at(-1)];
  const replacement = hasCapital(first?.text ?? '')
    ? name.replace(/(?<!\S)\S/gu, (letter) => letter.toUpperCase())
    : name;
  return { start: first?.start ?? 0, end: last?.end ?? 0, replacement };
}

const hasCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
