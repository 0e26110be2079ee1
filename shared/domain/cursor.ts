/**
 * Encodes cursors: a position in a fixed order, and the fingerprint of the query that it belongs
 * to. Cursors are not secret. They carry a checksum; an altered cursor is rejected as invalid.
 */
import { createHash } from 'node:crypto';
import { parseJson } from './parse-json.js';

/** A position in an order by time, the newest first, then by id. Where a page of rows begins. */
export interface CursorPosition {
  /** Milliseconds since the epoch. */
  timeMs: number;
  id: string;
}

interface Cursor extends CursorPosition {
  fingerprint: string;
}

const CHECK_BYTES = 6;
const MAX_TIME_MS = 8.64e15;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function encodeCursor({ fingerprint, timeMs, id }: Cursor): string {
  const content = Buffer.from(JSON.stringify([fingerprint, timeMs, id]));
  return Buffer.concat([checkOf(content), content]).toString('base64url');
}

/** Returns the cursor, `null` if the text was not made by `encodeCursor`. */
export function decodeCursor(text: string): Cursor | null {
  const bytes = Buffer.from(text, 'base64url');
  const content = bytes.subarray(CHECK_BYTES);
  const isWhole = checkOf(content).equals(bytes.subarray(0, CHECK_BYTES));
  // Base64 decoding accepts several spellings of the same bytes. Only one is accepted here.
  if (!isWhole || bytes.toString('base64url') !== text) return null;
  const parsed = parseJson(content.toString('utf8'));
  const [fingerprint, timeMs, id]: unknown[] = Array.isArray(parsed) ? parsed : [];
  const isPosition =
    typeof fingerprint === 'string' &&
    typeof timeMs === 'number' &&
    Number.isSafeInteger(timeMs) &&
    Math.abs(timeMs) <= MAX_TIME_MS &&
    typeof id === 'string' &&
    UUID.test(id);
  return isPosition ? { fingerprint, timeMs, id } : null;
}

function checkOf(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest().subarray(0, CHECK_BYTES);
}
