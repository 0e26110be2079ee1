/**
 * Reads lines from a byte stream, with a size limit. Line ends are LF, CRLF or a single CR. A
 * longer line is cut at the limit plus one byte, so that its reader notices it; the rest is
 * skipped.
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
    let nextLF = bytes.indexOf(LF);
    let nextCR = bytes.indexOf(CR);
    while (nextLF >= 0 || nextCR >= 0) {
      const isCR = nextCR >= 0 && (nextLF < 0 || nextCR < nextLF);
      const at = isCR ? nextCR : nextLF;
      const closesPair = !isCR && afterCarriageReturn && at === start && line.isEmpty();
      if (!closesPair) {
        line.append(bytes.subarray(start, at));
        yield line.take();
      }
      afterCarriageReturn = isCR;
      start = at + 1;
      if (isCR) nextCR = bytes.indexOf(CR, start);
      else nextLF = bytes.indexOf(LF, start);
    }
    if (start < bytes.length) afterCarriageReturn = false;
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
