/**
 * Finds word pieces that say nothing alone: "go" and "mer" of "Gossamer", whose word pieces are "go",
 * "ssa" and "mer". Pure.
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';

export interface Fragments {
  /** Returns the beginning of a longer word of which a place has a short piece, else `undefined`. */
  wordOf(tokens: readonly number[], at: number): string | undefined;
  /** Returns the beginning of the word that has a piece at a place. */
  beginningAt(tokens: readonly number[], at: number): string;
}

/** Longer pieces say something: "cyber" of "cybersecure". */
const SHORT = /^ ?\p{L}{1,3}$/u;
/** Letters that tell words apart: "yoy" and "yonder", but not "IPO" and "IPOs". */
const LETTERS = 3;

export function createFragments({ spell }: Pick<WordPieces, 'spell'>): Fragments {
  const spellings: string[] = [];
  const spellingOf = (piece: number | undefined): string => {
    if (piece === undefined) return ' ';
    spellings[piece] ??= spell([piece]);
    return spellings[piece];
  };
  /** A piece that begins a word has a space before it. */
  const continues = (piece: number | undefined): boolean => !spellingOf(piece).startsWith(' ');
  const beginningAt: Fragments['beginningAt'] = (tokens, at) => {
    let from = at;
    while (from > 0 && continues(tokens[from])) from -= 1;
    let word = spellingOf(tokens[from]).trimStart();
    for (let next = from + 1; word.length < LETTERS && continues(tokens[next]); next += 1) {
      word += spellingOf(tokens[next]);
    }
    return word.slice(0, LETTERS);
  };
  const isFragment = (tokens: readonly number[], at: number): boolean => {
    if (!SHORT.test(spellingOf(tokens[at]))) return false;
    if (continues(tokens[at])) return true;
    // "CEOs" is a word with its plural.
    const isPlural = spellingOf(tokens[at + 1]) === 's' && !continues(tokens[at + 2]);
    return continues(tokens[at + 1]) && !isPlural;
  };
  return {
    beginningAt,
    wordOf: (tokens, at) => (isFragment(tokens, at) ? beginningAt(tokens, at) : undefined),
  };
}

/** For models without word pieces. */
export const NO_FRAGMENTS: Fragments = { wordOf: () => undefined, beginningAt: () => '' };

/** Creates a test for fragments of words that begin like none of the question. */
export function fragmentsOfOthers(
  question: readonly number[],
  { wordOf, beginningAt }: Fragments,
): (tokens: readonly number[], at: number) => boolean {
  const asked = new Set(question.map((_, at) => beginningAt(question, at)));
  return (tokens, at) => {
    const beginning = wordOf(tokens, at);
    return beginning !== undefined && !asked.has(beginning);
  };
}
