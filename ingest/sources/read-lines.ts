/**
 * Reads lines from a byte stream, with a size limit. Line ends are LF, CRLF or a single CR. A longer line
 * is cut at the limit plus one byte, so that its reader sees that it is too long; the rest is skipped.
 */

const LF = 0x0a;
const CR = 0x0d;

export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const line = new LineBuffer(maxBytes);
  let afterCarriageReturn = false;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      const closesPair = byte === LF && afterCarriageReturn && at === start && line.isEmpty();
      afterCarriageReturn = byte === CR;
      if (byte !== LF && byte !== CR) continue;
      if (!closesPair) {
        line.append(bytes.subarray(start, at));
        yield line.take();
      }
      start = at + 1;
    }
    line.append(bytes.subarray(start));
  }
  if (!line.isEmpty()) yield line.take();
}

class LineBuffer {
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  isEmpty(): boolean {
    return this.#size === 0;
  }

  append(part: Buffer): void {
    const room = this.#maxBytes + 1 - this.#size;
    if (part.length === 0 || room <= 0) return;
    const kept = part.subarray(0, room);
    this.#parts.push(kept);
    this.#size += kept.length;
  }

  take(): Buffer {
    const whole = this.#parts.length === 1 ? this.#parts[0] : undefined;
    const line = whole ?? Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return line;
  }
}
