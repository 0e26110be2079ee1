/** What the words of a text say for each of several labels, as it was learned. Pure. */
import type { Int8Rows } from './int8-rows.js';

export interface LearnedWords {
  /** Word pieces that were learned. */
  pieces: Uint16Array;
  /** A row for each of those: what it says for each label, in units of `unit`. */
  rows: Int8Rows;
  unit: number;
}

const PIECES = 65_536;

export class WordWeights {
  readonly learned: LearnedWords;
  readonly #rowOf = new Int32Array(PIECES).fill(-1);
  /** By piece: the text that had it last. */
  readonly #seen = new Int32Array(PIECES);
  #text = 0;

  constructor(learned: LearnedWords) {
    this.learned = learned;
    learned.pieces.forEach((piece, row) => {
      this.#rowOf[piece] = row;
    });
  }

  /** By label, to be multiplied by `scale`. The list is used again. */
  sumsOf(tokens: readonly number[]): { sums: Int16Array; scale: number } {
    const { rows, unit } = this.learned;
    this.#text += 1;
    const present: number[] = [];
    let different = 0;
    for (const token of tokens) {
      if (this.#seen[token] === this.#text) continue;
      this.#seen[token] = this.#text;
      different += 1;
      const row = this.#rowOf[token] ?? -1;
      if (row >= 0) present.push(row);
    }
    return { sums: rows.sums(present), scale: unit * shareOfPiece(different) };
  }
}

/** What each of the different pieces of a text counts: many of them count as much as few. */
export function shareOfPiece(pieces: number): number {
  return 1 / Math.sqrt(pieces || 1);
}
