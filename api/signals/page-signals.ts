/** Pages of signals, newest first, by offset or by cursor. */
import { encodeCursor } from '../../shared/domain/cursor.js';
import type {
  SignalFilter,
  SignalPosition,
  SignalReader,
} from '../../shared/domain/ports/signal-reader.js';
import type { Signal } from '../../shared/domain/schemas/types.generated.js';
import { readCursor } from '../validation/cursor.js';

export interface SignalsPage {
  signals: Signal[];
  total: number;
  has_more: boolean;
  next_cursor: string | null;
}

export interface PageOptions {
  limit: number;
  offset?: number;
  after: SignalPosition | undefined;
  /** Fingerprint that cursors of this page are bound to. */
  fingerprint: string;
}

/** One row more than asked for tells whether something lies behind the page. */
export async function pageSignals(
  reader: SignalReader,
  filter: SignalFilter,
  { limit, offset = 0, after, fingerprint }: PageOptions,
): Promise<SignalsPage> {
  const [rows, total] = await Promise.all([
    reader.list(filter, { limit: limit + 1, offset, ...(after ? { after } : {}) }),
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

export function positionOf(
  cursor: string | undefined,
  fingerprint: string,
  location: 'body' | 'query',
): SignalPosition | undefined {
  if (cursor === undefined) return undefined;
  const { timeMs, id } = readCursor(cursor, fingerprint, location);
  return { detectedAtMs: timeMs, signalId: id };
}
