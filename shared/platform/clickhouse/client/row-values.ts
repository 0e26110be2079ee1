/** Values as rows of ClickHouse hold them. */
import { isoOf } from '../../../domain/time.js';

/** Makes the server reject a row that arrives later. */
export function storeUntil(ms: number | undefined): { store_until?: string } {
  return ms === undefined ? {} : { store_until: isoOf(ms) };
}

/** Empty text means unknown in ClickHouse. */
export function orNull(text: string): string | null {
  return text === '' ? null : text;
}
