/** Reads pages of signals, newest first, by offset or by cursor. */
import type { SignalFilter, SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type { SearchResponse } from '../../shared/domain/schemas/types.generated.js';
import { type Page, paginate } from '../validation/cursor.js';

/** Reads one row more than the page has, to know if more rows follow. */
export async function pageSignals(
  reader: SignalReader,
  filter: SignalFilter,
  limit: number,
  { fingerprint, after }: Page,
  offset = 0,
): Promise<Omit<SearchResponse, 'offset' | 'limit'>> {
  const found = await reader.page(filter, { limit: limit + 1, offset, after });
  const { rows: signals, ...ends } = paginate(found.signals, { limit, fingerprint }, (last) => ({
    timeMs: Date.parse(last.detected_at),
    id: last.signal_id,
  }));
  return { signals, total: found.total, ...ends };
}
