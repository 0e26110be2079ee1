/** Reads the amounts in a signal from its word pieces, and finds the pieces of an amount. Pure. */
import { type Amount, amountsIn } from './amounts.js';
import type { WordPieces } from './word-pieces.js';

/** Returns the amounts in a signal, given its word pieces. */
export interface AmountReader {
  (tokens: readonly number[]): readonly Amount[];
  /** Returns the words to which the indexes of the amounts refer. */
  wordsOf(tokens: readonly number[]): readonly string[];
  /** Finds the pieces of one amount: `at` is the first, `end` is the one after the last. */
  spanOf(tokens: readonly number[], amount: Amount): { at: number; end: number };
}

/** Creates a reader. It remembers the last text, which all parts of a question read in turn. */
export function createAmountReader({ spell }: WordPieces): AmountReader {
  let lastTokens: readonly number[] | undefined;
  let last: { words: readonly string[]; amounts: readonly Amount[] } = { words: [], amounts: [] };
  const read = (tokens: readonly number[]): typeof last => {
    if (tokens !== lastTokens) {
      lastTokens = tokens;
      const words = spell(tokens).split(' ');
      last = { words, amounts: amountsIn(words) };
    }
    return last;
  };
  const spanOf = (tokens: readonly number[], { start, end }: Amount) => {
    // Counts the word of each piece. Word 0 is what precedes the first space: it is empty unless
    // the text begins within a word.
    let word = 0;
    const wordOf = tokens.map((token) => (spell([token]).startsWith(' ') ? ++word : word));
    const endAt = wordOf.findIndex((each) => each >= end);
    return { at: wordOf.indexOf(start), end: endAt < 0 ? tokens.length : endAt };
  };
  const readAmounts = (tokens: readonly number[]) => read(tokens).amounts;
  return Object.assign(readAmounts, {
    wordsOf: (tokens: readonly number[]) => read(tokens).words,
    spanOf,
  });
}
