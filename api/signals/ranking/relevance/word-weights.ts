/** Learned weights of words: what the words of a text say for each of several labels. Pure. */
import type { Int8Rows } from './int8-rows.js';

export interface LearnedWords {
  /** The word pieces that were learned. */
  pieces: Uint16Array;
  /** For each of those pieces, a row with a weight per label, as multiples of `unit`. */
  rows: Int8Rows;
  unit: number;
}

const PIECES = 65_536;

export class WordWeights {
  readonly learned: LearnedWords;
  readonly #rowOf = new Int32Array(PIECES).fill(-1);
  /** By piece: the number of the last text that contained it. Numbers may exceed 32 bits. */
  readonly #seen = new Float64Array(PIECES);
  #text = 0;

  constructor(learned: LearnedWords) {
    this.learned = learned;
    learned.pieces.forEach((piece, row) => {
      this.#rowOf[piece] = row;
    });
  }

  /**
   * Adds up the weights of a text's distinct pieces for each label. A sum times `scale` is what the
   * words add to the logit of the label. The next call overwrites `sums`.
   */
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

/** Returns the value of each distinct piece of a text, so that long texts do not count more. */
export function shareOfPiece(pieces: number): number {
  return 1 / Math.sqrt(pieces || 1);
}
