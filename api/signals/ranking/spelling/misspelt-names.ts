/**
 * Finds words of a question that may be misspelled names of companies, and the names that are
 * meant. In doubt a word is taken as right: most words that no vocabulary contains are rare words,
 * people, or companies that are not stored. Pure.
 */
import { normaliseCompanyName } from '../../../../shared/domain/normalise/company-name.js';
import type { NearName } from '../../../../shared/domain/ports/identity-graph.js';
import { mayHoldNames } from '../words/capitals.js';
import { errorsIn, isTypingError } from './typing-errors.js';

/** A word of a question. */
export interface SpokenWord {
  start: number;
  end: number;
  /** The word as it is written. */
  text: string;
  /** True if it may be wrong: not one piece of the model, and not an English word of business. */
  isOdd: boolean;
  /** True if it is among the words of business, in English or another language. */
  isOfBusiness: boolean;
}

/** A word of a question, or two adjacent words, that may be the name of a company. */
export interface NamePlace {
  words: readonly SpokenWord[];
  /** The words, normalized as names of companies are for comparison. */
  parts: readonly string[];
  /** All `parts`, without blanks between them. */
  text: string;
  /** True if a capital letter shows that it is a name. */
  isSure: boolean;
}

/** Shorter words are not corrected alone, because too many are similar. */
const LEAST_LETTERS = 5;
/** The fewest letters of each of two words. */
const LEAST_LETTERS_OF_PART = 3;
/** The fewest letters of two words together. */
const LEAST_LETTERS_OF_PAIR = 8;
/** From this length on, words may have two errors or stand for a name of several words. */
const LONG_LETTERS = 9;
/** The fewest signals of a company that is meant: with a capital letter (`sure`) and without. */
const LEAST_SIGNALS = { sure: 2, unsure: 3 };

/** Returns odd words outside names, and pairs of neighbors of which at least one is odd. */
export function namePlaces(
  question: string,
  words: readonly SpokenWord[],
  oddWords: ReadonlySet<SpokenWord>,
): NamePlace[] {
  const hasNames = mayHoldNames(question, words);
  const isSure = ({ start, text }: SpokenWord) => hasNames && start > 0 && isCapital(text);
  const isBeside = (a: SpokenWord | undefined, b: SpokenWord | undefined) =>
    a && b && /^[ -]$/.test(question.slice(a.end, b.start));
  return words.flatMap((word, at) => {
    const [before, next] = [words[at - 1], words[at + 1]];
    // "Satya Nadella" is a person, or a company whose name is not one of these words.
    const isPart =
      isName(word) &&
      ((isBeside(before, word) && isName(before)) || (isBeside(word, next) && isName(next)));
    const places: NamePlace[] = [];
    if (oddWords.has(word) && word.text.length >= LEAST_LETTERS && !isPart) {
      places.push(placeOf([word], isSure(word)));
    }
    const isEitherOdd = oddWords.has(word) || (next !== undefined && oddWords.has(next));
    if (next && isBeside(word, next) && isEitherOdd && mayBePair(word, next)) {
      places.push(placeOf([word, next], isSure(word)));
    }
    return places;
  });
}

/**
 * Returns the nearest name that somebody who typed this may mean. `undefined` if there is none, if
 * a company has exactly this name, or if all words are known.
 */
export function nameMeant(
  place: NamePlace,
  near: readonly NearName[],
  isOfBusiness: (word: string) => boolean,
): NearName | undefined {
  const isUnknown = ({ isOdd, isOfBusiness: isKnown }: SpokenWord) => isOdd && !isKnown;
  if (isTypedRightly(place, near) || !place.words.some(isUnknown)) return;
  const fits = place.words.length > 1 ? pairFits : wordFits;
  return near.find((name) => fits(place, name, isOfBusiness));
}

/** True if a company has exactly this name, blanks included. */
export function isTypedRightly({ parts }: NamePlace, near: readonly NearName[]): boolean {
  return near.some(({ words }) => words === parts.join(' '));
}

function wordFits(
  { text, isSure }: NamePlace,
  { words, errors, signalCount }: NearName,
  isOfBusiness: (word: string) => boolean,
): boolean {
  const meant = words.replaceAll(' ', '');
  if (meant.length < LEAST_LETTERS || !isTypingError(text, meant)) return false;
  if (meant !== words && text.length < LONG_LETTERS) return false;
  if (isSure) return signalCount >= LEAST_SIGNALS.sure;
  return errors <= 1 && signalCount >= LEAST_SIGNALS.unsure && !isOfBusiness(words);
}

/** Compares two words with a name of two words one by one, and with other names as one word. */
function pairFits({ parts, text }: NamePlace, { words, errors }: NearName): boolean {
  const meant = words.split(' ');
  if (meant.length !== parts.length) return errors <= 1 && isTypingError(text, meant.join(''));
  return parts.every((part, at) => {
    const word = meant[at] ?? '';
    const most = part.length < LONG_LETTERS ? 1 : 2;
    return part === word || (errorsIn(part, word) <= most && isTypingError(part, word));
  });
}

function placeOf(words: readonly SpokenWord[], isSure: boolean): NamePlace {
  const parts = words.map(({ text }) => normaliseCompanyName(text));
  return { words, parts, text: parts.join(''), isSure };
}

function mayBePair(a: SpokenWord, b: SpokenWord): boolean {
  const isWord = ({ text }: SpokenWord) =>
    /^\p{L}+$/u.test(text) && text.length >= LEAST_LETTERS_OF_PART && !isLegalForm(text);
  return isWord(a) && isWord(b) && a.text.length + b.text.length >= LEAST_LETTERS_OF_PAIR;
}

/** True for legal forms and words for "and", which names of companies are compared without. */
function isLegalForm(word: string): boolean {
  return normaliseCompanyName(`name ${word}`) === 'name';
}

const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word);

function isName(word: SpokenWord | undefined): boolean {
  return !!word && isCapital(word.text) && !word.isOfBusiness && !isLegalForm(word.text);
}
