/** A question as the readers of its parts get it, and the words in it that match a pattern. Pure. */

import type { Exclusions } from './exclusions.js';
import { type PlacedWord, positionsOf, wordsWithin } from './phrases.js';

export interface AskedQuestion {
  text: string;
  words: readonly PlacedWord[];
  /** The words in lower case. */
  spelt: readonly string[];
  exclusions: Exclusions;
  /** The current time, for times such as "last month". */
  nowMs: number;
  /** All industries of stored companies. */
  industries: readonly string[];
}

/** Words of a question that match a pattern. */
export interface SaidWords {
  said: string;
  /** Characters of the question, from `start` up to but not including `end`. */
  start: number;
  end: number;
  words: readonly PlacedWord[];
  /** Positions of their word pieces. */
  positions: readonly number[];
}

/** Finds all places where a global pattern matches. */
export function wordsMatching(
  { text, words }: Pick<AskedQuestion, 'text' | 'words'>,
  pattern: RegExp,
): SaidWords[] {
  return [...text.matchAll(pattern)].map(({ 0: said, index: start }) => {
    const end = start + said.length;
    const within = wordsWithin(words, start, end);
    return { said, start, end, words: within, positions: positionsOf(within) };
  });
}
