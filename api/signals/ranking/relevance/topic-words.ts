/**
 * How surely the words of a signal tell of the topics that a question asks for: that customers should return
 * kettles which may catch fire is a recall, although its vector is like kettles. Pure.
 */
import type { Int8Rows } from './int8-rows.js';

/** How surely word pieces tell of what is asked for: 0 to the greatest chance that a topic is asked for. */
export type TellsTopics = (tokens: readonly number[]) => number;

interface WordWeights {
  /** Those that were learned from. */
  pieces: Uint16Array;
  /** A row for each of those: what it says for each topic, in units of `unit`. */
  rows: Int8Rows;
  unit: number;
  /** For each topic, without a word. */
  biases: Float32Array;
}

const PIECES = 65_536;
/** Beside the greatest, a topic with so much less evidence has no chance. */
const HOPELESS = 12;

export class TopicWords {
  readonly learned: WordWeights;
  readonly #rowOf = new Int32Array(PIECES).fill(-1);
  /** By row: the text that had it last. */
  readonly #seen: Int32Array;
  #text = 0;

  constructor(learned: WordWeights) {
    this.learned = learned;
    learned.pieces.forEach((piece, row) => {
      this.#rowOf[piece] = row;
    });
    this.#seen = new Int32Array(learned.pieces.length);
  }

  /** `chances`: how likely a question asks for each topic. */
  telling(chances: readonly number[]): TellsTopics {
    const { rows, unit, biases } = this.learned;
    const evidence = new Float64Array(biases.length);
    return (tokens) => {
      const present = this.#present(tokens);
      const sums = rows.sums(present);
      const scale = unit * shareOfPiece(present.length);
      let most = -Infinity;
      for (let topic = 0; topic < evidence.length; topic += 1) {
        const own = (biases[topic] ?? 0) + scale * (sums[topic] ?? 0);
        evidence[topic] = own;
        if (own > most) most = own;
      }
      let all = 0;
      let asked = 0;
      for (let topic = 0; topic < evidence.length; topic += 1) {
        const less = most - (evidence[topic] ?? 0);
        if (less > HOPELESS) continue;
        const power = Math.exp(-less);
        all += power;
        asked += power * (chances[topic] ?? 0);
      }
      return all > 0 ? asked / all : 0;
    };
  }

  /** Rows of the pieces that a text has, each once. */
  #present(tokens: readonly number[]): number[] {
    this.#text += 1;
    const present: number[] = [];
    for (const token of tokens) {
      const row = this.#rowOf[token] ?? -1;
      if (row < 0 || this.#seen[row] === this.#text) continue;
      this.#seen[row] = this.#text;
      present.push(row);
    }
    return present;
  }
}

/** What a piece counts, of those that were learned from: many of them count as much as few. */
export function shareOfPiece(pieces: number): number {
  return 1 / Math.sqrt(pieces || 1);
}
