/** Vectors as little-endian float32 values in base64, as the stores read and write them. */
export function base64Of(vector: Float32Array | undefined): string {
  if (!vector) throw new Error('a text has no vector');
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}

export function vectorFrom(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4).slice();
}
