/**
 * Opaque cursors: a place in a fixed order and the fingerprint of the filters it was issued for, so
 * that it cannot be carried over to another question. Not secret, but checked as a whole.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../shared/canonical-json.js';
import { AppError } from '../shared/errors.js';

export interface CursorPlace {
  timeMs: number;
  id: string;
}

const VERSION = 1;
const MAX_TIME_MS = 8.64e15;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Filters without `limit`, `offset` and `cursor`; `route` keeps endpoints apart. */
export function fingerprint(route: string, filters: object): string {
  const text = canonicalJson({ route, filters });
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

export function writeCursor(print: string, place: CursorPlace): string {
  return Buffer.from(JSON.stringify([VERSION, print, place.timeMs, place.id])).toString(
    'base64url',
  );
}

/** Throws `invalid_cursor` for what this service did not issue for these filters. */
export function readCursor(cursor: string, print: string, location: 'body' | 'query'): CursorPlace {
  const [version, issuedFor, timeMs, id] = decode(cursor);
  const valid =
    version === VERSION &&
    typeof timeMs === 'number' &&
    Number.isSafeInteger(timeMs) &&
    Math.abs(timeMs) <= MAX_TIME_MS &&
    typeof id === 'string' &&
    UUID.test(id);
  if (!valid) throw invalidCursor(location, 'cursor is not one of this service; start without it');
  if (issuedFor !== print) {
    throw invalidCursor(
      location,
      'cursor was issued for other filters; repeat those or start anew',
    );
  }
  return { timeMs, id };
}

function decode(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

function invalidCursor(location: 'body' | 'query', message: string): AppError {
  return new AppError('invalid_request', 'The request has a fault: see details.', {
    details: [{ field: 'cursor', location, code: 'invalid_cursor', message, meta: {} }],
  });
}
