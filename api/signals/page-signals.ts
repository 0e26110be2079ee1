/** Pages of signals, newest first, by offset or by cursor. */
import { type CursorPlace, encodeCursor } from '../../shared/domain/cursor.js';
import type {
  SignalFilter,
  SignalPosition,
  SignalReader,
} from '../../shared/domain/ports/signal-reader.js';
import type { Signal } from '../../shared/domain/schemas/types.generated.js';
import type { Page } from '../validation/cursor.js';

export interface SignalsPage {
  signals: Signal[];
  total: number;
  has_more: boolean;
  next_cursor: string | null;
}

/** One row more than asked for tells whether something lies behind the page. */
export async function pageSignals(
  reader: SignalReader,
  filter: SignalFilter,
  limit: number,
  { fingerprint, after }: Page,
  offset = 0,
): Promise<SignalsPage> {
  const [rows, total] = await Promise.all([
    reader.list(filter, { limit: limit + 1, offset, ...(after && { after: positionOf(after) }) }),
    reader.count(filter),
  ]);
  const signals = rows.slice(0, limit);
  const last = signals.at(-1);
  const hasMore = rows.length > limit;
  return {
    signals,
    total,
    has_more: hasMore,
    next_cursor:
      hasMore && last
        ? encodeCursor({ fingerprint, timeMs: Date.parse(last.detected_at), id: last.signal_id })
        : null,
  };
}

function positionOf({ timeMs, id }: CursorPlace): SignalPosition {
  return { detectedAtMs: timeMs, signalId: id };
}
