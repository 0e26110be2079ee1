/**
 * Words of a question that other words end with, and have nothing to do with: "bridge" in "Haulbridge". What the
 * words of business are made of is meant: "bank" in "neobank". Pure.
 */
import { MAX_VOCABULARY, type WordPieces } from '../../../../shared/domain/word-pieces.js';
import type { PlacedWord } from './phrases.js';

export interface InnerWords {
  /** By the piece that goes on with a word: places in the question of the same letters as a word. */
  places: ReadonlyMap<number, ReadonlySet<number>>;
  /** Whether a word of business has one piece behind the other. */
  isOfBusiness(before: number, piece: number): boolean;
}

export const NO_INNER_WORDS: InnerWords = { places: new Map(), isOfBusiness: () => false };

/** Shorter ones are endings, not words. */
const LEAST_LETTERS = 3;

/** `phrases`: with the words of business. */
export function innerWordsReader(
  wordPieces: WordPieces,
  phrases: readonly string[],
): (words: readonly PlacedWord[]) => InnerWords {
  const inner = new Map<string, number>();
  for (let piece = 0; piece < wordPieces.count; piece += 1) {
    const text = wordPieces.spell([piece]);
    if (!text.startsWith(' ') && text.length >= LEAST_LETTERS) inner.set(text, piece);
  }
  const business = new Set(
    phrases.flatMap((phrase) => wordPieces.words(phrase)).flatMap(({ pieces }) => pairsOf(pieces)),
  );
  return (words) => {
    const places = new Map<number, Set<number>>();
    for (const { at, pieces } of words) {
      const piece = pieces.length === 1 ? inner.get(wordPieces.spell(pieces).trim()) : undefined;
      if (piece !== undefined) places.set(piece, (places.get(piece) ?? new Set()).add(at));
    }
    return { places, isOfBusiness: (before, piece) => business.has(pairOf(before, piece)) };
  };
}

function pairsOf(pieces: readonly number[]): number[] {
  return pieces.slice(1).map((piece, at) => pairOf(pieces[at] ?? 0, piece));
}

const pairOf = (before: number, piece: number): number => before * MAX_VOCABULARY + piece;
