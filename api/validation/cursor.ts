/** Cursors are bound to the query they were issued for and cannot be used with another one. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../shared/domain/canonical-json.js';
import { type CursorPosition, decodeCursor, encodeCursor } from '../../shared/domain/cursor.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import { invalid, type Validated, valid } from './validated.js';

/** Where a page begins, and the fingerprint of the query that its cursors belong to. */
export interface Page {
  fingerprint: string;
  /** The position of the last row of the previous page. `undefined` for the first page. */
  after: CursorPosition | undefined;
}

/**
 * Returns the fingerprint of the route and the filters, without the position of the page. Values of
 * a list mean OR and match in any case, so their order, repetitions and case do not matter.
 */
export function fingerprintOf(route: string, filters: object): string {
  const normalised = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? [...new Set(value.map((each) => foldCase(String(each))))].sort()
        : value,
    ]),
  );
  const text = canonicalJson({ route, filters: normalised });
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** Rejects a cursor that was issued for another query. Its form was checked by the schema. */
export function readPage(
  cursor: string | undefined,
  fingerprint: string,
  location: 'body' | 'query',
): Validated<Page> {
  if (cursor === undefined) return valid({ fingerprint, after: undefined });
  const position = decodeCursor(cursor);
  if (position?.fingerprint === fingerprint) return valid({ fingerprint, after: position });
  const message =
    '`cursor` was issued for other filters. Repeat those filters, or start without a cursor.';
  return invalid([{ field: 'cursor', location, code: 'invalid_cursor', message, meta: {} }]);
}

/** Cuts rows to a page. `rows` must have one row more than `limit` if there is a next page. */
export function paginate<Row>(
  rows: readonly Row[],
  { limit, fingerprint }: { limit: number; fingerprint: string },
  positionOf: (row: Row) => CursorPosition,
): { rows: Row[]; has_more: boolean; next_cursor: string | null } {
  const last = rows[limit - 1];
  const hasMore = rows.length > limit;
  const next = hasMore && last ? encodeCursor({ fingerprint, ...positionOf(last) }) : null;
  return { rows: rows.slice(0, limit), has_more: hasMore, next_cursor: next };
}
