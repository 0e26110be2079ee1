/**
 * Corrects words of an English question that are not in the model's vocabulary: to a similar name
 * of a company, or to a similar word of business. Exact names of companies, and words that are like
 * nothing known, are not changed.
 */
import type { IdentityGraph, NearName } from '../../../../shared/domain/ports/identity-graph.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { loadEnglishTexts, loadOtherTexts, loadWording } from '../words/wording.js';
import {
  isTypedRightly,
  type NamePlace,
  nameMeant,
  namePlaces,
  type SpokenWord,
} from './misspelt-names.js';
import { countWords, type KnownWords, type MeantWord, wordMeant } from './misspelt-words.js';

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
/** The fewest letters of an odd word. Those of four are corrected with a neighbor or as expected. */
const LEAST_LETTERS = 4;
const LETTERS = /^\p{Script=Latin}+$/u;

/** Short words that are often mistyped. Others of this length are too like each other. */
const OFTEN_MISTYPED = /\b(?:jbos|lst|teh|ths|tody)\b/g;
const SHORT_WORDS: Readonly<Record<string, string>> = {
  ...{ jbos: 'jobs', lst: 'last', teh: 'the', ths: 'this', tody: 'today' },
};

/** Loads the texts at the first question with a word that is not one piece of the model. */
export function createCorrectSpelling({
  words: split,
}: Pick<WordPieces, 'words'>): CorrectSpelling {
  const isWord = (text: string) => split(text)[0]?.pieces.length === 1;
  let texts: ReturnType<typeof loadTexts> | undefined;
  return async (asked, nearest) => {
    const question = asked.replaceAll(OFTEN_MISTYPED, (word) => SHORT_WORDS[word] ?? word);
    const found = split(question).filter(({ start, end }) =>
      /[\p{L}\p{N}]/u.test(question.slice(start, end)),
    );
    if (found.every(({ pieces }) => pieces.length === 1)) return question;
    texts ??= loadTexts();
    const { english, others, cities, placeNames } = texts;
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
    const known = { counts: english, isWord, isCity: (word: string) => cities.has(word) };
    const businessWords = new Map(
      oddWords.map((word) => {
        const expected = expectedAfter(question.slice(0, word.start), placeNames);
        return [word, businessWord(word, { ...known, expected })];
      }),
    );
    const places = namePlaces(question, words, new Set(oddWords));
    const near = places.length > 0 ? await nearest(places.map(({ text }) => text)) : new Map();
    const corrections = correctionsOf(places, near, businessWords, (word) => english.has(word));
    return corrections
      .sort((a, b) => b.start - a.start)
      .reduce(
        (text, { start, end, replacement: said }) => text.slice(0, start) + said + text.slice(end),
        question,
      );
  };
}

function loadTexts() {
  const { places, states, cities } = loadWording();
  const names = [...places, ...states].flatMap(({ asked }) => asked);
  return {
    english: countWords(loadEnglishTexts()),
    others: countWords(loadOtherTexts()),
    cities: countWords(Object.values(cities).flat()),
    placeNames: new Set(
      [...countWords(names).keys()].filter((each) => each.length > LEAST_LETTERS),
    ),
  };
}

/** Matches words before a unit of time, and before a place. */
const BEFORE_UNIT = /(?:\b(?:last|past|this|previous|next)|\d) $/i;
const BEFORE_PLACE = /\b(?:in|from|at|near) (?:the )?$/i;
const UNITS = new Set('day days week weeks month months quarter quarters year years'.split(' '));

/** Returns the words that are meant before any other after these. */
function expectedAfter(before: string, places: ReadonlySet<string>) {
  if (BEFORE_UNIT.test(before)) return UNITS;
  return BEFORE_PLACE.test(before) ? places : new Set<string>();
}

/** Words in capitals are abbreviations, unless the whole question is in capitals. */
function mayBeCorrected(word: string, question: string): boolean {
  if (word.length < LEAST_LETTERS || !LETTERS.test(word)) return false;
  return word !== word.toUpperCase() || question === question.toUpperCase();
}

/** Returns the word that is meant. A word with a capital, if not the first one, is a name. */
function businessWord({ text, start }: SpokenWord, known: KnownWords): MeantWord | undefined {
  const isPlain = start === 0 || text === text.toLowerCase();
  return isPlain ? wordMeant(text.toLowerCase(), known) : undefined;
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
