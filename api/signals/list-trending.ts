/**
 * The newest signals of a time window, and how many it has of each type. The window moves on with every
 * request. So that stores can keep what was asked before, they are asked for whole hours and for the rest.
 */
import type { SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type {
  TrendingQuery,
  TrendingResponse,
} from '../../shared/domain/schemas/types.generated.js';
import { HOUR_MS, isoOf } from '../../shared/domain/time.js';
import { commonFilter } from './filters.js';

const WINDOW_MS = { '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS, '30d': 30 * 24 * HOUR_MS };

export async function listTrending(
  reader: SignalReader,
  query: TrendingQuery,
  nowMs: number,
): Promise<TrendingResponse> {
  const sinceMs = nowMs - WINDOW_MS[query.time_window];
  const hourMs = (Math.floor(sinceMs / HOUR_MS) + 1) * HOUR_MS;
  const filter = {
    ...commonFilter(query),
    ...(query.company_domain === undefined ? {} : { companyKeys: [query.company_domain] }),
  };
  const [newest, wholeHours, rest] = await Promise.all([
    reader.list({ ...filter, detectedAfterMs: hourMs - HOUR_MS - 1 }, { limit: query.limit }),
    reader.countByType({ ...filter, detectedAfterMs: hourMs - 1 }),
    reader.countByType({ ...filter, detectedAfterMs: sinceMs, detectedBeforeMs: hourMs }),
  ]);
  const summary = added(wholeHours, rest);
  return {
    time_window: query.time_window,
    since: isoOf(sinceMs),
    signals: newest.filter(({ detected_at: at }) => Date.parse(at) > sinceMs),
    signal_summary: summary,
    total: Object.values(summary).reduce((sum, count) => sum + count, 0),
  };
}

/** The sums by type, the greatest first. */
function added(...counts: Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [type, count] of counts.flatMap((each) => Object.entries(each))) {
    sums.set(type, (sums.get(type) ?? 0) + count);
  }
  const inOrder = [...sums].sort(
    ([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1),
  );
  return Object.fromEntries(inOrder);
}
