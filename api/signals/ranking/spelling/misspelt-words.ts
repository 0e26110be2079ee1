/** Finds the word of business that a misspelled word means. Pure. */
import leven from 'leven';
import { RIGHT_WORDS } from './right-words.js';
import { isSwapped, undoubled } from './typing-errors.js';

export interface MeantWord {
  word: string;
  /** The number of wrong letters; two letters that changed places count as one. */
  errors: number;
}

/** Shorter words are not corrected, because too many are similar. */
const LEAST_LETTERS = 5;
/** Words with at least so many letters may have two errors. */
const LETTERS_OF_TWO_ERRORS = 9;

/** Counts how often each word, in lower case, occurs in the texts. */
export function countWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** What is known about words, and what is expected at a place of a question. */
export interface KnownWords {
  /** Words of business, and how often each occurs. */
  counts: ReadonlyMap<string, number>;
  /** Words that are meant before any other, for example places after "in". Shorter ones, too. */
  expected: ReadonlySet<string>;
  /** True for a word of the model. */
  isWord(text: string): boolean;
  /** True for a word of a city's name, which is right. */
  isCity(word: string): boolean;
}

/**
 * Returns the known word with the fewest errors, then the longest one (a letter is more often
 * forgotten than added), then one with swapped letters, then the most frequent one. An expected word
 * comes before all. `undefined` if the word is known, too short, or like none.
 */
export function wordMeant(
  word: string,
  { counts, expected, isWord, isCity }: KnownWords,
): MeantWord | undefined {
  if (counts.has(word) || isCity(word)) return;
  const known = word.length < LEAST_LETTERS ? [...expected] : [...counts.keys()];
  const most = word.length < LETTERS_OF_TWO_ERRORS ? 1 : 2;
  const near = known.flatMap((each) => {
    if (isSwapped(word, each)) return [{ word: each, errors: 1 }];
    const isShort = each.length < LEAST_LETTERS && !expected.has(each);
    if (isShort || each[0] !== word[0] || isBeginning(each, word)) return [];
    const errors = leven(word, each, { maxDistance: most + 1 });
    return errors <= most ? [{ word: each, errors }] : [];
  });
  if (near.length === 0 || isCorrect(word, near, counts, isWord)) return;
  const byLikeness = near.toSorted(
    (a, b) =>
      a.errors - b.errors ||
      Number(expected.has(b.word)) - Number(expected.has(a.word)) ||
      b.word.length - a.word.length ||
      // "Druing" is "during" before "drying".
      Number(isSwapped(word, b.word)) - Number(isSwapped(word, a.word)) ||
      (counts.get(b.word) ?? 0) - (counts.get(a.word) ?? 0),
  );
  return byLikeness[0];
}

/**
 * True if the word is a known word with letters appended, as in invented names: "Investa",
 * "Hirely". A last letter that is typed twice is an error instead.
 */
function isBeginning(known: string, word: string): boolean {
  return word.startsWith(known) && word.at(-1) !== word.at(-2);
}

/** Matches verbs in British spelling, and their nouns: "privatise" is not "private". */
const BRITISH = /.{3}is(?:e|ed|es|ing|ation|ations)$/;
const PREFIX = /^(?:cyber|down|inter|micro|mis|multi|off|on|out|over|pre|re|sub|super|un|under|up)/;
const SUFFIXES = 's es ed ing er ers or ors ment ments ly able ness al fold less ship hood'.split(
  ' ',
);
const LEAST_BASE = 4;
/** Matches a base that doubles its last letter: "shipping", "planned". */
const DOUBLES = /^[^aeiou]{1,2}[aeiou][^aeiouwxy]$/;

/**
 * True for a known word with a beginning or an ending, such as "offboarding" and "flooring", that
 * is not a misspelled relative of the same word: "investers" means "investors".
 */
function isCorrect(
  word: string,
  near: readonly MeantWord[],
  counts: ReadonlyMap<string, number>,
  isWord: (text: string) => boolean,
): boolean {
  const rest = word.replace(PREFIX, '');
  const isKnown = (base: string): boolean =>
    base.length >= LEAST_BASE && (counts.has(base) || RIGHT_WORDS.has(base));
  const isMistyped = near.some(
    (each) => isSwapped(word, each.word) || undoubled(each.word) === undoubled(word),
  );
  if (BRITISH.test(word) && !isMistyped && !near.some((each) => BRITISH.test(each.word)))
    return true;
  if (RIGHT_WORDS.has(word) || (rest !== word && rest.length >= LEAST_LETTERS && isKnown(rest))) {
    return true;
  }
  // "Finnished" is like no other word, but is not one.
  if (near.some((each) => undoubled(each.word) === undoubled(word))) return false;
  const suffixes = SUFFIXES.filter((suffix) => word.endsWith(suffix));
  const bases = suffixes.flatMap((suffix) => basesOf(word.slice(0, -suffix.length), suffix));
  return bases.some(
    (base) =>
      (isKnown(base) ||
        (isWord(base) && word.startsWith(base) && base.length >= LEAST_BASE && !isMistyped)) &&
      !near.some((each) => each.word.startsWith(base)),
  );
}

/** Returns the words that a stem and its ending may come from: "hire" for "hir" and "ing". */
function basesOf(stem: string, suffix: string): string[] {
  // "Facilitys" is not a plural.
  if (/[^aeiou]y$/.test(stem) && /^[se]/.test(suffix)) return [];
  if (!/^[aeiou]/.test(suffix)) return [stem];
  const isStem = !DOUBLES.test(stem) && !stem.endsWith('e');
  return [...(isStem ? [stem] : []), `${stem}e`, singleLetter(stem)];
}

/** Returns "ship" for "shipp", and '' for a word whose last letter is not doubled. */
function singleLetter(stem: string): string {
  return stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : '';
}
