/** Amounts that signals tell, read from their word pieces, and which of the pieces tell them. Pure. */
import { type Amount, amountsIn } from './amounts.js';
import type { WordPieces } from './word-pieces.js';

/** What a signal tells, by its word pieces. */
export interface AmountReader {
  (tokens: readonly number[]): readonly Amount[];
  /** The pieces of one of them, from the first up to the one behind the last. */
  spanOf(tokens: readonly number[], amount: Amount): { at: number; end: number };
}

/** All parts of a question ask about one text after the other: it is read once. */
export function amountReader({ spell }: WordPieces): AmountReader {
  let read: readonly number[] | undefined;
  let amounts: readonly Amount[] = [];
  const amountsTold = (tokens: readonly number[]): readonly Amount[] => {
    if (tokens !== read) {
      read = tokens;
      amounts = amountsIn(spell(tokens).split(' '));
    }
    return amounts;
  };
  const spanOf = (tokens: readonly number[], { start, end }: Amount) => {
    // The first word is what stands before the first space: nothing, unless a text begins within a word.
    let word = 0;
    const wordOf = tokens.map((token) => (spell([token]).startsWith(' ') ? ++word : word));
    const behind = wordOf.findIndex((each) => each >= end);
    return { at: wordOf.indexOf(start), end: behind < 0 ? tokens.length : behind };
  };
  return Object.assign(amountsTold, { spanOf });
}
