/** Vectors, and how they are written as text. */

/** Little-endian float32 values, as base64. Empty if the bytes are not whole values. */
export function vectorFrom(base64: string): Float32Array {
  const values = new Float32Array(Math.ceil(Buffer.byteLength(base64, 'base64') / 4));
  const written = Buffer.from(values.buffer).write(base64, 'base64');
  return written % 4 === 0 ? values.subarray(0, written / 4) : new Float32Array();
}

/** Of vectors of one length; of unit vectors, their cosine. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/**
 * A vector as the stores keep it: each number rounded to bfloat16 (the nearest, of two the even one),
 * little-endian, base64. Every store gets these values.
 */
export function packVector(vector: Float32Array | undefined): string {
  if (!vector) throw new Error('a text has no vector');
  const bits = new Uint32Array(vector.buffer, vector.byteOffset, vector.length);
  const packed = new Uint16Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) {
    const each = bits[at] ?? 0;
    packed[at] = (each + 0x7fff + ((each >>> 16) & 1)) >>> 16;
  }
  return Buffer.from(packed.buffer).toString('base64');
}

/** The vector with the numbers that `packVector` keeps. */
export function roundedVector(vector: Float32Array): Float32Array {
  return unpackVector(packVector(vector));
}

/** The numbers of `packVector`. */
export function unpackVector(base64: string): Float32Array {
  const packed = Buffer.from(base64, 'base64');
  const bits = new Uint32Array(packed.length / 2);
  for (let at = 0; at < bits.length; at += 1) bits[at] = packed.readUInt16LE(2 * at) << 16;
  return new Float32Array(bits.buffer);
}
