/**
 * The product of a vector and a row of a table of bytes. A question needs millions of sums: four run at
 * once, because each waits for the one before it. Pure.
 */
export function dotInt8(vector: Float32Array, table: Int8Array, start: number): number {
  const { length } = vector;
  const whole = length - (length % 4);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let at = 0; at < whole; at += 4) {
    const row = start + at;
    a += (vector[at] ?? 0) * (table[row] ?? 0);
    b += (vector[at + 1] ?? 0) * (table[row + 1] ?? 0);
    c += (vector[at + 2] ?? 0) * (table[row + 2] ?? 0);
    d += (vector[at + 3] ?? 0) * (table[row + 3] ?? 0);
  }
  for (let at = whole; at < length; at += 1) a += (vector[at] ?? 0) * (table[start + at] ?? 0);
  return a + b + c + d;
}
