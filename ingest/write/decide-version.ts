/**
 * Decides what a delivered event changes, given its stored version: a repeat or an older version
 * changes nothing, a first or newer one everything. Independent of the order of arrival.
 */
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';
import { type ChosenEvent, isNewer } from '../values/event-versions.js';

interface VersionDecision {
  /** `duplicates` for a repeat or an older version. */
  outcome: 'accepted' | 'duplicates';
  /**
   * `remains`: a newer version is stored. Another process may have died while it wrote this one, so
   * what it left is withdrawn.
   */
  write: 'version' | 'remains' | null;
}

/**
 * Decides about an event. The same content is written again only if it was observed later. The time
 * of a file does not count: the same line in a newer file, or from standard input, changes nothing.
 */
export function decideVersion(
  event: NormalisedEvent,
  stored: StoredEvent | undefined,
): VersionDecision {
  if (!stored) return { outcome: 'accepted', write: 'version' };
  const past = isPast(event, stored.observedAtMs) ? 'version' : null;
  if (stored.payloadHash === event.payloadHash) {
    const isLater = event.hasOwnTime && event.observedAtMs > stored.observedAtMs;
    return { outcome: 'duplicates', write: isLater ? 'version' : past };
  }
  return isNewer(event, stored)
    ? { outcome: 'accepted', write: 'version' }
    : { outcome: 'duplicates', write: past ?? 'remains' };
}

/** True if a newer version of the event is stored and this is not an observation of its own. */
export function isSuperseded({ event, stored }: ChosenEvent): boolean {
  return decideVersion(event, stored).write === 'remains';
}

/** True for older observations of people and boards: they belong to the history at any time. */
function isPast(event: NormalisedEvent, storedMs: number): boolean {
  const takenAtMs = event.snapshot?.takenAtMs ?? 0;
  return takenAtMs > 0 && takenAtMs < storedMs;
}
