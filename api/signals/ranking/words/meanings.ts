/** Looks up the meaning of a question's words in one language. Pure. */
import { meaningOfCompound } from './compounds.js';
import { type Language, NUMBER } from './glossary.js';

/** Matches a number in digits. */
export const DIGITS = /^\d/;

/** A word of the question. */
export interface FoldedWord {
  start: number;
  end: number;
  text: string;
  folded: string;
  /** True for a word such as "LA" or "KI", unless the whole question is in capitals. */
  isAbbreviation: boolean;
  /** The text that begins here: the word, the first two words, and so on. */
  phrases: string[];
}

/** `isBent`: true if only another form of the words is known, or their parts. */
type Meaning = { english: string; length: number; isBent?: boolean };

/** Reads "nuevo director financiero" as "nuevo" and "director financiero", not "nuevo director". */
export function bestMeaningAt(
  words: readonly FoldedWord[],
  at: number,
  language: Language,
): Meaning | undefined {
  const found = meaningAt(words, at, language);
  if (found?.length !== 2) return found;
  const next = meaningAt(words, at + 1, language);
  const first = language.meanings.get(words[at]?.folded ?? '');
  return next && next.length > 1 && first !== undefined ? { english: first, length: 1 } : found;
}

function meaningAt(
  words: readonly FoldedWord[],
  at: number,
  language: Language,
): Meaning | undefined {
  const { meanings, longest, numbers } = language;
  const { phrases = [], folded = '', isAbbreviation } = words[at] ?? {};
  const isNumber = DIGITS.test(folded) || numbers.has(folded);
  const most = Math.max(longest.get(folded) ?? 1, (isNumber && longest.get(NUMBER)) || 0);
  const bent = isAbbreviation ? undefined : bentAt(words, at, language);
  for (let length = Math.min(most, phrases.length); length > 0; length -= 1) {
    if (bent && bent.length > length) return bent;
    const phrase = phrases[length - 1] ?? '';
    const english = meanings.get(phrase) ?? withNumber(words, at, length, language);
    // "KI" has a meaning in German, but "LA" is no stop word.
    const isName = length === 1 && isAbbreviation && english === '';
    if (english !== undefined && !isName) return { english, length };
  }
  if (bent) return bent;
  const compound = meaningOfCompound(folded, language);
  return compound === undefined ? undefined : { english: compound, length: 1, isBent: true };
}

/** Finds the longest phrase of which only other forms are known. */
function bentAt(
  words: readonly FoldedWord[],
  at: number,
  { stems, longestStems, stemOf }: Language,
): Meaning | undefined {
  let phrase = stemOf(words[at]?.folded ?? '');
  const most = Math.min(longestStems.get(phrase) ?? 1, words.length - at);
  let found: Meaning | undefined;
  for (let length = 1; length <= most; length += 1) {
    if (length > 1) phrase += ` ${stemOf(words[at + length - 1]?.folded ?? '')}`;
    const english = stems.get(phrase);
    if (english !== undefined) found = { english, length, isBent: true };
  }
  return found;
}

/** Returns the meaning of a phrase with a number in it: "il y a trois jours" is "three days ago". */
function withNumber(
  words: readonly FoldedWord[],
  start: number,
  length: number,
  { meanings, numbers }: Language,
): string | undefined {
  if (length < 2) return;
  const isNumber = ({ folded }: FoldedWord): boolean => DIGITS.test(folded) || numbers.has(folded);
  const those = words.slice(start, start + length);
  const number = those.find(isNumber);
  if (!number) return;
  const phrase = those.map((word) => (word === number ? NUMBER : word.folded)).join(' ');
  return meanings.get(phrase)?.replace(NUMBER, () => numbers.get(number.folded) ?? number.text);
}
