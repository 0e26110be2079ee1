/** Chooses the events of a batch that are written, from what is stored and what precedes them. */
import { yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import { eventKey, type StoredEvent } from '../../shared/domain/ports/event-registry.js';
import { type ChosenEvent, isNewer, versionSlotOf } from '../values/event-versions.js';
import { decideVersion } from './decide-version.js';
import { storedEventOf } from './event-signals.js';

/** Versions of events, keyed by `eventKey`. */
export type Versions = ReadonlyMap<string, StoredEvent>;

interface ChosenVersions {
  /** Outcome of each event of the batch; `accepted` if it was new. */
  outcomes: ('accepted' | 'duplicates')[];
  chosen: ChosenEvent[];
}

/** Decides what becomes of each event. `stored` holds the stored versions. */
export async function chooseVersions(
  events: readonly NormalisedEvent[],
  stored: Versions,
): Promise<ChosenVersions> {
  const outcomes: ChosenVersions['outcomes'] = [];
  const chosen = new Map<string, ChosenEvent>();
  /** The newest versions of the batch so far, which will be stored. */
  const newest = new Map<string, StoredEvent>();
  for (const event of events) {
    const pause = yieldSlice('ahead');
    if (pause) await pause;
    const key = eventKey(event);
    const latest = newest.get(key) ?? stored.get(key);
    const decision = decideVersion(event, latest);
    outcomes.push(decision.outcome);
    if (!decision.write) continue;
    const earlier = chosen.get(versionSlotOf(event));
    if (earlier && isNewer(earlier.event, event)) continue;
    chosen.set(versionSlotOf(event), { event, stored: earlier ? earlier.stored : latest });
    if (!latest || isNewer(event, latest)) newest.set(key, storedEventOf(event, ''));
  }
  return { outcomes, chosen: [...chosen.values()] };
}
