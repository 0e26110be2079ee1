/**
 * Reads the newest signals of many companies or people, and counts those of each type. It sends a
 * few queries, one after the other, so that no query takes long.
 */
import { sumCounts } from '../../shared/domain/normalise/sum-counts.js';
import type {
  SignalFilter,
  SignalReader,
  SignalsOfOne,
} from '../../shared/domain/ports/signal-reader.js';
import type { Signal } from '../../shared/domain/schemas/types.generated.js';

/** The result for a company or person without signals. */
export const NO_SIGNALS: SignalsOfOne = { signals: [], byType: {} };

/** The most signals that one query asks for. */
const MAX_SIGNALS = 1_000;

/** Returns results by key. Keys may repeat; companies or people without signals are absent. */
export async function signalsOfEach(
  reader: SignalReader,
  of: 'company' | 'contact',
  keys: readonly string[],
  filter: SignalFilter,
  limit: number,
): Promise<Map<string, SignalsOfOne>> {
  const uniqueKeys = [...new Set(keys)];
  const keysAtOnce = Math.max(1, Math.floor(MAX_SIGNALS / limit));
  const results: [string, SignalsOfOne][] = [];
  for (let at = 0; at < uniqueKeys.length; at += keysAtOnce) {
    const batch = uniqueKeys.slice(at, at + keysAtOnce);
    results.push(...(await reader.each(of, batch, filter, limit)));
  }
  return new Map(results);
}

/** Joins the results for several keys of one person, which were read with the same `limit`. */
export function joinSignals(parts: readonly SignalsOfOne[], limit: number): SignalsOfOne {
  return {
    signals: parts
      .flatMap(({ signals }) => signals)
      .sort(newestFirst)
      .slice(0, limit),
    byType: Object.fromEntries(sumCounts(...parts.map(({ byType }) => Object.entries(byType)))),
  };
}

/** Sorts signals like `SignalReader.list`. */
function newestFirst(a: Signal, b: Signal): number {
  const later = Date.parse(b.detected_at) - Date.parse(a.detected_at);
  return later || (a.signal_id < b.signal_id ? -1 : 1);
}
