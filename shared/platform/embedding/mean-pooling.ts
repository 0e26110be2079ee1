/**
 * Makes one vector of a text from the states of its word pieces: their mean, of length 1. Pure. It computes
 * what the library's own pooling does, bit by bit, in a tenth of the time: that takes longer than the model.
 */

/** States of a batch, text by text, piece by piece. */
export interface ModelStates {
  data: Float32Array;
  /** Numbers of a state. */
  width: number;
  /** Pieces of each text, with padding. */
  length: number;
  /** 1 for a piece of the text, 0 for padding. */
  mask: BigInt64Array;
}

/** The vectors of all texts one behind the other. */
export function unitMeans({ data, width, length, mask }: ModelStates): Float32Array {
  const texts = mask.length / length;
  const vectors = new Float32Array(texts * width);
  const sums = new Float64Array(width);
  for (let text = 0; text < texts; text += 1) {
    sums.fill(0);
    let count = 0;
    for (let piece = text * length; piece < (text + 1) * length; piece += 1) {
      if (mask[piece] !== 1n) continue;
      count += 1;
      const start = piece * width;
      for (let at = 0; at < width; at += 1) sums[at] = (sums[at] ?? 0) + (data[start + at] ?? 0);
    }
    const vector = vectors.subarray(text * width, (text + 1) * width);
    for (let at = 0; at < width; at += 1) vector[at] = (sums[at] ?? 0) / count;
    normalise(vector);
  }
  return vectors;
}

/** In single precision, as the library sums up. */
function normalise(vector: Float32Array): void {
  let square = 0;
  for (const value of vector) square = Math.fround(square + value ** 2);
  const norm = Math.fround(square ** 0.5);
  vector.forEach((value, at) => {
    vector[at] = value / norm;
  });
}
