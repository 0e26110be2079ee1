/** Computes with vectors, and encodes them as text. */

/** Decodes little-endian float32 values from base64. Empty if the bytes are not whole values. */
export function vectorFrom(base64: string): Float32Array {
  const values = new Float32Array(Math.ceil(Buffer.byteLength(base64, 'base64') / 4));
  const written = Buffer.from(values.buffer).write(base64, 'base64');
  return written % 4 === 0 ? values.subarray(0, written / 4) : new Float32Array();
}

/** Returns the dot product of two vectors of one length. For unit vectors it is their cosine. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/**
 * Encodes a vector as stores keep it: each number is rounded to the nearest bfloat16 (to even if
 * two are equally near), little-endian, base64. Every store gets these values.
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

/** Returns the vector with its numbers rounded as `packVector` rounds them. */
export function roundedVector(vector: Float32Array): Float32Array {
  return unpackVector(packVector(vector));
}

/** Decodes what `packVector` encoded. */
export function unpackVector(base64: string): Float32Array {
  const packed = Buffer.from(base64, 'base64');
  const bits = new Uint32Array(packed.length / 2);
  for (let at = 0; at < bits.length; at += 1) bits[at] = packed.readUInt16LE(2 * at) << 16;
  return new Float32Array(bits.buffer);
}
