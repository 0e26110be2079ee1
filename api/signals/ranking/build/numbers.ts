/**
 * Computes numbers of the tables: compressed word pieces, their inverse document frequencies, and
 * vectors of texts as 8-bit numbers. Pure.
 */
import { MOST_INT8 } from '../relevance/int8-rows.js';

/** Scales rows to length 1, and returns them as 8-bit numbers, in which 127 means 1. */
export function toInt8(rows: readonly Float32Array[]): Int8Array {
  const width = rows[0]?.length ?? 0;
  const bytes = new Int8Array(rows.length * width);
  rows.forEach((row, at) => {
    const length = Math.hypot(...row) || 1;
    row.forEach((value, column) => {
      bytes[at * width + column] = Math.round((value / length) * MOST_INT8);
    });
  });
  return bytes;
}

/**
 * Returns the first `columns` right singular vectors of the uncentered rows: the eigenvectors of
 * their Gram matrix with the greatest eigenvalues, greatest first. They are the columns of the
 * result (width x columns), which is stored row by row.
 */
export function projectionOf(rows: readonly Float32Array[], columns: number): Float32Array {
  const width = rows[0]?.length ?? 0;
  const { values, vectors } = eigen(gramOf(rows, width), width);
  const order = Array.from({ length: width }, (_, at) => at).sort(
    (a, b) => (values[b] ?? 0) - (values[a] ?? 0),
  );
  const projection = new Float32Array(width * columns);
  for (let column = 0; column < columns; column += 1) {
    const from = order[column] ?? 0;
    for (let row = 0; row < width; row += 1) {
      projection[row * columns + column] = vectors[row * width + from] ?? 0;
    }
  }
  return projection;
}

export function project(row: Float32Array, projection: Float32Array): Float32Array {
  const columns = projection.length / row.length;
  const result = new Float32Array(columns);
  row.forEach((value, at) => {
    for (let column = 0; column < columns; column += 1) {
      result[column] = (result[column] ?? 0) + value * (projection[at * columns + column] ?? 0);
    }
  });
  return result;
}

/** Returns BM25's inverse document frequency of every word piece; `texts` are lists of pieces. */
export function inverseFrequencies(texts: readonly number[][], pieces: number): Float32Array {
  const counts = new Float32Array(pieces);
  for (const text of texts) {
    for (const piece of new Set(text)) counts[piece] = (counts[piece] ?? 0) + 1;
  }
  return counts.map((count) => Math.log(1 + (texts.length - count + 0.5) / (count + 0.5)));
}

function gramOf(rows: readonly Float32Array[], width: number): Float64Array {
  const gram = new Float64Array(width * width);
  for (const row of rows) {
    for (let a = 0; a < width; a += 1) {
      const value = row[a] ?? 0;
      for (let b = a; b < width; b += 1) {
        gram[a * width + b] = (gram[a * width + b] ?? 0) + value * (row[b] ?? 0);
      }
    }
  }
  for (let a = 0; a < width; a += 1) {
    for (let b = 0; b < a; b += 1) gram[a * width + b] = gram[b * width + a] ?? 0;
  }
  return gram;
}

const MAX_SWEEPS = 30;
const TINY = 1e-9;

/** Returns eigenvalues and eigenvectors (columns), by Jacobi rotations that change `matrix`. */
function eigen(matrix: Float64Array, size: number) {
  const vectors = new Float64Array(size * size);
  for (let at = 0; at < size; at += 1) vectors[at * size + at] = 1;
  let scale = 0;
  for (let at = 0; at < size; at += 1) scale = Math.max(scale, matrix[at * size + at] ?? 0);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep += 1) {
    let rotated = 0;
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) {
        if (Math.abs(matrix[p * size + q] ?? 0) <= TINY * scale) continue;
        rotate(matrix, vectors, size, p, q);
        rotated += 1;
      }
    }
    if (rotated === 0) break;
  }
  return { values: vectors.slice(0, size).map((_, at) => matrix[at * size + at] ?? 0), vectors };
}

function rotate(
  matrix: Float64Array,
  vectors: Float64Array,
  size: number,
  p: number,
  q: number,
): void {
  const apq = matrix[p * size + q] ?? 0;
  const theta = ((matrix[q * size + q] ?? 0) - (matrix[p * size + p] ?? 0)) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  const turn = (values: Float64Array, a: number, b: number): void => {
    const x = values[a] ?? 0;
    const y = values[b] ?? 0;
    values[a] = c * x - s * y;
    values[b] = s * x + c * y;
  };
  for (let k = 0; k < size; k += 1) turn(matrix, k * size + p, k * size + q);
  for (let k = 0; k < size; k += 1) turn(matrix, p * size + k, q * size + k);
  for (let k = 0; k < size; k += 1) turn(vectors, k * size + p, k * size + q);
}
