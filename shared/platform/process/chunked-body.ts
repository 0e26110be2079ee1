/**
 * Finds the end of a chunked body in the bytes of a connection, so that the parser gets none beyond
 * it. Chunks of one byte take no longer than their bytes, unlike one call of the parser for each. A
 * body that is not well-formed may seem to end anywhere: the parser rejects it. Pure.
 */
const [LF] = Buffer.from('\n');

export class ChunkedBody {
  /** True when the end has been passed. */
  isEnded = false;
  /** Bytes of the current chunk, and of the line end behind it, that are still to come. */
  #dataBytes = 0;
  /** Bytes of the current line so far: the size of a chunk, or a trailer. */
  #lineBytes = 0;
  /** The number with which the line begins, as far as it has been read. */
  #size = 0;
  #isInSize = true;
  /** True behind the size 0: only trailers and a blank line follow. */
  #isBehindLast = false;

  /** Returns how many of the next bytes belong to the body. */
  take(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length && !this.isEnded) {
      const skipped = Math.min(this.#dataBytes, bytes.length - at);
      this.#dataBytes -= skipped;
      at += skipped;
      const byte = bytes[at];
      if (byte === undefined) break;
      at += 1;
      if (byte === LF) this.#endLine();
      else this.#readByte(byte);
    }
    return at;
  }

  #readByte(byte: number): void {
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    this.#lineBytes += 1;
    this.#isInSize &&= !Number.isNaN(digit);
    if (this.#isInSize) this.#size = this.#size * 16 + digit;
  }

  #endLine(): void {
    if (this.#isBehindLast) this.isEnded = this.#lineBytes <= '\r'.length;
    else if (this.#size === 0) this.#isBehindLast = true;
    else this.#dataBytes = this.#size + '\r\n'.length;
    this.#lineBytes = 0;
    this.#size = 0;
    this.#isInSize = true;
  }
}
