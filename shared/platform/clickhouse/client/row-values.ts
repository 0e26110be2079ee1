/** Converts values to and from the form that they have in rows of ClickHouse. */
import { isoOf } from '../../../domain/time.js';

/** Returns the column that makes the server reject a row which arrives later than `ms`. */
export function storeUntil(ms: number | undefined): { store_until?: string } {
  return ms === undefined ? {} : { store_until: isoOf(ms) };
}

/** Returns `null` for an empty text, which means unknown in ClickHouse. */
export function orNull(text: string): string | null {
  return text === '' ? null : text;
}
