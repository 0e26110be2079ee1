/**
 * Chooses the events of a batch that are written. What is stored counts, and what earlier batches
 * of this process are about to store, because a batch is prepared before they are committed.
 */
import { yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import { eventKey, type StoredEvent } from '../../shared/domain/ports/event-registry.js';
import { type ChosenEvent, isNewer, versionSlotOf } from '../values/event-versions.js';
import { decideVersion } from './decide-version.js';
import { storedEventOf } from './event-signals.js';

export interface ChosenVersions {
  /** Outcome of each event of the batch; `accepted` if it was new. */
  outcomes: ('accepted' | 'duplicates')[];
  chosen: ChosenEvent[];
}

/** Versions of events that the registry may not show yet, keyed by `eventKey`. */
export class PendingVersions {
  /** Versions of batches that are prepared and not yet in the registry. */
  readonly #pending = new Map<string, StoredEvent>();
  /** Versions committed during preparations, which may have read the registry before. */
  readonly #recentlyCommitted = new Map<string, StoredEvent>();
  #preparations = 0;

  /** Runs the preparation of a batch. Until it ends, committed versions are remembered for it. */
  async duringPreparation<T>(work: () => Promise<T>): Promise<T> {
    this.#preparations += 1;
    try {
      return await work();
    } finally {
      this.#preparations -= 1;
      if (this.#preparations === 0) this.#recentlyCommitted.clear();
    }
  }

  find(key: string): StoredEvent | undefined {
    return this.#pending.get(key) ?? this.#recentlyCommitted.get(key);
  }

  add(key: string, version: StoredEvent): void {
    this.#pending.set(key, version);
  }

  /** Notes that the registry has these events now. Call `release` afterwards. */
  markCommitted(chosen: readonly ChosenEvent[]): void {
    if (this.#preparations === 0) return;
    for (const [key, version] of this.#versionsOf(chosen))
      this.#recentlyCommitted.set(key, version);
  }

  /** Forgets events that are committed, or will not be. */
  release(chosen: readonly ChosenEvent[]): void {
    for (const [key] of this.#versionsOf(chosen)) this.#pending.delete(key);
  }

  /** Returns the pending versions of a batch, without those that a later batch has replaced. */
  #versionsOf(chosen: readonly ChosenEvent[]): [string, StoredEvent][] {
    return chosen.flatMap(({ event }): [string, StoredEvent][] => {
      const version = this.#pending.get(eventKey(event));
      const isOwn =
        version?.eventVersion === event.eventVersion && version.payloadHash === event.payloadHash;
      return isOwn ? [[eventKey(event), version]] : [];
    });
  }
}

/**
 * Decides what becomes of each event, and adds the versions that will be stored to `pending`.
 * `stored` holds the stored versions, keyed by `eventKey`.
 */
export async function chooseVersions(
  events: readonly NormalisedEvent[],
  stored: ReadonlyMap<string, StoredEvent>,
  pending: PendingVersions,
): Promise<ChosenVersions> {
  const outcomes: ChosenVersions['outcomes'] = [];
  const chosen = new Map<string, ChosenEvent>();
  for (const event of events) {
    const pause = yieldSlice('ahead');
    if (pause) await pause;
    const key = eventKey(event);
    const latest = pending.find(key) ?? stored.get(key);
    const decision = decideVersion(event, latest);
    outcomes.push(decision.outcome);
    if (!decision.write) continue;
    const earlier = chosen.get(versionSlotOf(event));
    if (earlier && isNewer(earlier.event, event)) continue;
    chosen.set(versionSlotOf(event), { event, stored: earlier ? earlier.stored : latest });
    if (!latest || isNewer(event, latest)) {
      const decided = latest?.payloadHash === event.payloadHash ? latest.decision : '';
      pending.add(key, storedEventOf(event, decided));
    }
  }
  return { outcomes, chosen: [...chosen.values()] };
}
