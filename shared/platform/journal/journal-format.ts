/**
 * Encodes and decodes the bytes of a journal segment: a mark, then records of length, checksum,
 * sequence and payload. A record that fails its checksum, and everything after it, counts as
 * damage: it is never read, and never invented.
 */
import { crc32 } from 'node:zlib';

export interface JournalRecord {
  /** Increases by one from record to record, also across segments. */
  sequence: number;
  payload: Buffer;
}

export const SEGMENT_START = Buffer.from('SIGJRN01', 'latin1');
/** Maximum size of a payload. A charge with its stored answer has at most 1.5 MB. */
export const MAX_PAYLOAD_BYTES = 2_000_000;
/** Size of a record's head: length u32, CRC-32 u32 of what follows, sequence u64; little-endian. */
const HEAD_BYTES = 16;
const CHECKED_FROM = 8;

export function encodeRecord({ sequence, payload }: JournalRecord): Buffer {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new Error('a journal record is larger than 2 MB');
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
  bytes.writeUInt32LE(payload.length, 0);
  bytes.writeBigUInt64LE(BigInt(sequence), CHECKED_FROM);
  payload.copy(bytes, HEAD_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(CHECKED_FROM)), 4);
  return bytes;
}

/** `goodBytes` is the number of bytes before the first one that cannot be read. */
export function decodeSegment(bytes: Buffer): { records: JournalRecord[]; goodBytes: number } {
  const records: JournalRecord[] = [];
  if (!bytes.subarray(0, SEGMENT_START.length).equals(SEGMENT_START)) {
    return { records, goodBytes: 0 };
  }
  let at = SEGMENT_START.length;
  for (;;) {
    const record = decodeRecord(bytes, at, records.at(-1)?.sequence);
    if (!record) return { records, goodBytes: at };
    records.push(record);
    at += HEAD_BYTES + record.payload.length;
  }
}

function decodeRecord(
  bytes: Buffer,
  at: number,
  previous: number | undefined,
): JournalRecord | null {
  if (at + HEAD_BYTES > bytes.length) return null;
  const length = bytes.readUInt32LE(at);
  const end = at + HEAD_BYTES + length;
  if (length > MAX_PAYLOAD_BYTES || end > bytes.length) return null;
  if (crc32(bytes.subarray(at + CHECKED_FROM, end)) !== bytes.readUInt32LE(at + 4)) return null;
  const sequence = Number(bytes.readBigUInt64LE(at + CHECKED_FROM));
  if (previous !== undefined && sequence !== previous + 1) return null;
  return { sequence, payload: bytes.subarray(at + HEAD_BYTES, end) };
}
