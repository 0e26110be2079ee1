/**
 * Lists the newest signals of a time window, and counts its signals of each type. The window is
 * different at every request. So stores are queried for its whole hours and for the rest, because
 * answers for whole hours can be cached.
 */
import { sumCounts } from '../../shared/domain/normalise/sum-counts.js';
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
  const firstHourMs = (Math.floor(sinceMs / HOUR_MS) + 1) * HOUR_MS;
  const filter = {
    ...commonFilter(query),
    ...(query.company_domain === undefined ? {} : { companyKeys: [query.company_domain] }),
  };
  const [newest, wholeHours, rest] = await Promise.all([
    reader.list({ ...filter, detectedAfterMs: firstHourMs - HOUR_MS - 1 }, { limit: query.limit }),
    reader.countByType({ ...filter, detectedAfterMs: firstHourMs - 1 }),
    reader.countByType({ ...filter, detectedAfterMs: sinceMs, detectedBeforeMs: firstHourMs }),
  ]);
  // The greatest count first, and equal counts by type.
  const sums = [...sumCounts(Object.entries(wholeHours), Object.entries(rest))].sort(
    ([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1),
  );
  return {
    time_window: query.time_window,
    since: isoOf(sinceMs),
    signals: newest.filter(({ detected_at: at }) => Date.parse(at) > sinceMs),
    signal_summary: Object.fromEntries(sums),
    total: sums.reduce((total, [, count]) => total + count, 0),
  };
}
