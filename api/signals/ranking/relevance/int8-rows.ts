/**
 * Rows of numbers of 8 bits, their products with questions, and their sums. A search needs millions of sums:
 * WebAssembly (`products.wat`) makes eight at once, in a tenth of the time.
 */
import { PRODUCTS } from './products.generated.js';

// Node has them; their types come with those of browsers alone.
declare global {
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Instance {
      readonly exports: object;
      constructor(module: Module);
    }
  }
}

interface Products {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  products(
    questions: number,
    questionCount: number,
    rows: number,
    rowCount: number,
    length: number,
    out: number,
  ): void;
  sums(places: number, count: number, length: number, out: number): void;
}

/** Vectors as they are multiplied: whole numbers, each vector with a scale of its own. */
export interface Int8Questions {
  numbers: Int16Array;
  /** What a sum is divided by to get a cosine. */
  scales: readonly number[];
}

/** Where the places of rows are listed, and their sums then lie. */
interface Summed {
  places: Int32Array;
  sums: Int16Array;
}

/** The length of a row. */
export const MOST_INT8 = 127;
const MOST_INT16 = 32_767;
const PAGE = 65_536;
const SUM_BYTES = 4;
const PLACE_BYTES = 4;
const MOST_SUMMED = 258;

const compiled = new WebAssembly.Module(Buffer.from(PRODUCTS, 'base64'));

/** A vector's greatest number becomes 32,767: its sum with a row of length 127 fits into 32 bits. */
export function int8Questions(vectors: readonly Float32Array[]): Int8Questions {
  const length = vectors[0]?.length ?? 0;
  const numbers = new Int16Array(vectors.length * length);
  const scales = vectors.map((vector, at) => {
    const greatest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = MOST_INT16 / (greatest || 1);
    vector.forEach((value, place) => {
      numbers[at * length + place] = Math.round(value * scale);
    });
    return scale * MOST_INT8;
  });
  return { numbers, scales };
}

export class Int8Rows {
  readonly rowLength: number;
  readonly count: number;
  readonly #products: Products;
  readonly #size: number;
  /** Those that lie in the memory now. */
  #questions: Int8Questions | undefined;
  #views: Summed | undefined;

  /** `numbers`: rows of `rowLength`, one behind the other; they are copied. */
  constructor(numbers: Int8Array, rowLength: number) {
    this.rowLength = rowLength;
    this.count = numbers.length / rowLength;
    // What follows starts where numbers of 32 bits may lie.
    this.#size = SUM_BYTES * Math.ceil(numbers.length / SUM_BYTES);
    // The module has this one export beside its memory.
    this.#products = new WebAssembly.Instance(compiled).exports as Products;
    this.#reserve(this.#size);
    this.numbers.set(numbers);
  }

  get numbers(): Int8Array {
    const { memory } = this.#products;
    return new Int8Array(memory.buffer, 0, this.count * this.rowLength);
  }

  /** Of some rows, number by number: of at most 258, whose sums fit into 16 bits. The list is used again. */
  sums(rows: readonly number[]): Int16Array {
    const { places, sums } = this.#summed();
    const count = Math.min(rows.length, MOST_SUMMED);
    for (let at = 0; at < count; at += 1) places[at] = (rows[at] ?? 0) * this.rowLength;
    this.#questions = undefined;
    this.#products.sums(places.byteOffset, count, this.rowLength, sums.byteOffset);
    return sums;
  }

  /**
   * The cosines of `count` rows from row `first` on: for each question one of each row. Rows have length 127,
   * questions length 1.
   */
  cosines(questions: Int8Questions, first: number, count: number): Float32Array {
    const { scales } = questions;
    if (first < 0 || first + count > this.count) {
      throw new RangeError(`rows ${first} to ${first + count} of ${this.count}`);
    }
    const { memory, products } = this.#products;
    const length = scales.length * count;
    const out = this.#load(questions, length);
    products(this.#size, scales.length, first * this.rowLength, count, this.rowLength, out);
    const sums = new Int32Array(memory.buffer, out, length);
    const cosines = new Float32Array(length);
    for (let at = 0; at < length; at += 1) {
      cosines[at] = (sums[at] ?? 0) / (scales[Math.floor(at / count)] ?? 1);
    }
    return cosines;
  }

  /** Made once: a search sums hundreds of times. A memory that grows has another buffer. */
  #summed(): Summed {
    const { memory } = this.#products;
    if (this.#views?.places.buffer !== memory.buffer) {
      const out = this.#size + PLACE_BYTES * MOST_SUMMED;
      this.#reserve(out + Int16Array.BYTES_PER_ELEMENT * this.rowLength);
      const places = new Int32Array(memory.buffer, this.#size, MOST_SUMMED);
      this.#views = { places, sums: new Int16Array(memory.buffer, out, this.rowLength) };
    }
    return this.#views;
  }

  /** Returns where the sums may lie. Questions ask for many rows: they are copied when they change. */
  #load(questions: Int8Questions, sums: number): number {
    const { numbers } = questions;
    const out = this.#size + SUM_BYTES * Math.ceil(numbers.byteLength / SUM_BYTES);
    this.#reserve(out + SUM_BYTES * sums);
    if (this.#questions !== questions) {
      new Int16Array(this.#products.memory.buffer, this.#size, numbers.length).set(numbers);
      this.#questions = questions;
    }
    return out;
  }

  #reserve(bytes: number): void {
    const { memory } = this.#products;
    const missing = bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  }
}
