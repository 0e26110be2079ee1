/**
 * The newest signals of many companies or people, and how many there are of each type: a few queries, one
 * after the other, so that none is long.
 */
import { sumCounts } from '../../shared/domain/normalise/sum-counts.js';
import type {
  SignalFilter,
  SignalReader,
  SignalsOfOne,
} from '../../shared/domain/ports/signal-reader.js';
import type { Signal } from '../../shared/domain/schemas/types.generated.js';

/** Of who has none. */
export const NO_SIGNALS: SignalsOfOne = { signals: [], byType: {} };

/** Of one question. */
const MAX_SIGNALS = 1_000;

/** Keys may repeat; who has no signals is absent. */
export async function signalsOfEach(
  reader: SignalReader,
  of: 'company' | 'contact',
  keys: readonly string[],
  filter: SignalFilter,
  limit: number,
): Promise<Map<string, SignalsOfOne>> {
  const wanted = [...new Set(keys)];
  const keysAtOnce = Math.max(1, Math.floor(MAX_SIGNALS / limit));
  const found: [string, SignalsOfOne][] = [];
  for (let at = 0; at < wanted.length; at += keysAtOnce) {
    const some = wanted.slice(at, at + keysAtOnce);
    found.push(...(await reader.each(of, some, filter, limit)));
  }
  return new Map(found);
}

/** Of somebody with several keys: what was read of each, with the same `limit`. */
export function joinSignals(parts: readonly SignalsOfOne[], limit: number): SignalsOfOne {
  return {
    signals: parts
      .flatMap(({ signals }) => signals)
      .sort(newestFirst)
      .slice(0, limit),
    byType: Object.fromEntries(sumCounts(...parts.map(({ byType }) => Object.entries(byType)))),
  };
}

/** The order of `SignalReader.list`. */
function newestFirst(a: Signal, b: Signal): number {
  const later = Date.parse(b.detected_at) - Date.parse(a.detected_at);
  return later || (a.signal_id < b.signal_id ? -1 : 1);
}
