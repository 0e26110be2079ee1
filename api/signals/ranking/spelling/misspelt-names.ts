/**
 * Where a question may name a company, misspelt, and which name is meant. A word is rather right than wrong:
 * most that no vocabulary has are a rare word, a person, or a company that is not stored. Pure.
 */
import { normaliseCompanyName } from '../../../../shared/domain/normalise/company-name.js';
import type { NearName } from '../../../../shared/domain/ports/identity-graph.js';
import { mayHoldNames } from '../parts/asked-subject.js';
import { errorsIn, isTypingError } from './typing-errors.js';

/** A word of a question. */
export interface SpokenWord {
  start: number;
  end: number;
  /** As it is written. */
  text: string;
  /** Neither the model nor the words of business have it. */
  isOdd: boolean;
  /** It is among the words of business, in English or another language. */
  isOfBusiness: boolean;
}

/** One word or two beside each other. */
export interface NamePlace {
  words: readonly SpokenWord[];
  /** The words as names are compared. */
  parts: readonly string[];
  /** The same without blanks. */
  text: string;
  /** A capital says that it is a name. */
  isSure: boolean;
}

/** Shorter words are too much alike. */
const LEAST_LETTERS = 5;
/** Of two words: of each, and of both. */
const LEAST_LETTERS_OF_PART = 3;
const LEAST_LETTERS_OF_PAIR = 8;
/** Words that are longer may have two errors, and mean two words of a name. */
const LONG_LETTERS = 9;
/** Signals of the company, if a capital says that it is a name, and if not. */
const LEAST_SIGNALS = { sure: 2, unsure: 3 };

/** Words alone that are odd and no part of a name, and such words with each of their neighbours. */
export function namePlaces(
  question: string,
  words: readonly SpokenWord[],
  odd: ReadonlySet<SpokenWord>,
): NamePlace[] {
  const hasNames = mayHoldNames(question, words);
  const isSure = ({ start, text }: SpokenWord) => hasNames && start > 0 && isCapital(text);
  const isBeside = (a: SpokenWord | undefined, b: SpokenWord | undefined) =>
    a && b && /^[ -]$/.test(question.slice(a.end, b.start));
  return words.flatMap((word, at) => {
    const [before, next] = [words[at - 1], words[at + 1]];
    // "Satya Nadella" is a person or a company that is not called by one of the words.
    const isPart =
      isName(word) &&
      ((isBeside(before, word) && isName(before)) || (isBeside(word, next) && isName(next)));
    const places: NamePlace[] = [];
    if (odd.has(word) && word.text.length >= LEAST_LETTERS && !isPart) {
      places.push({ ...joined([word]), isSure: isSure(word) });
    }
    if (next && isBeside(word, next) && (odd.has(word) || odd.has(next)) && mayBePair(word, next)) {
      places.push({ ...joined([word, next]), isSure: isSure(word) });
    }
    return places;
  });
}

/** Of what companies are called the nearest that somebody may mean who types this; none if it is typed rightly. */
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

/** Whether a company is called so, blanks and all. */
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

/** Each word for itself, or both as one. */
function pairFits({ parts, text }: NamePlace, { words, errors }: NearName): boolean {
  const meant = words.split(' ');
  if (meant.length !== parts.length) return errors <= 1 && isTypingError(text, meant.join(''));
  return parts.every((part, at) => {
    const word = meant[at] ?? '';
    const most = part.length < LONG_LETTERS ? 1 : 2;
    return part === word || (errorsIn(part, word) <= most && isTypingError(part, word));
  });
}

function joined(words: readonly SpokenWord[]): Pick<NamePlace, 'words' | 'parts' | 'text'> {
  const parts = words.map(({ text }) => normaliseCompanyName(text));
  return { words, parts, text: parts.join('') };
}

function mayBePair(a: SpokenWord, b: SpokenWord): boolean {
  const isWord = ({ text }: SpokenWord) =>
    /^\p{L}+$/u.test(text) && text.length >= LEAST_LETTERS_OF_PART && !isLegalForm(text);
  return isWord(a) && isWord(b) && a.text.length + b.text.length >= LEAST_LETTERS_OF_PAIR;
}

/** Legal forms, and words for "and". */
function isLegalForm(word: string): boolean {
  return normaliseCompanyName(`name ${word}`) === 'name';
}

const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word);

function isName(word: SpokenWord | undefined): boolean {
  return !!word && isCapital(word.text) && !word.isOfBusiness && !isLegalForm(word.text);
}
