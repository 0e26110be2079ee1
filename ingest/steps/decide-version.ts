/**
 * Decides what a delivered event changes, given what is stored of it: nothing for a repeat or an
 * older version, everything for a first or newer one. Independent of the order of arrival.
 */
import type { NormalisedEvent } from '../../shared/ports/event-records.js';
import type { StoredEvent } from '../../shared/ports/event-registry.js';
import { eventVersion } from '../../shared/versions.js';

export type VersionDecision =
  | { outcome: 'accepted'; write: true }
  /** The same content again; written only when it was observed later than what is stored. */
  | { outcome: 'duplicate'; write: boolean };

export function decideVersion(
  event: NormalisedEvent,
  stored: Pick<StoredEvent, 'payloadHash' | 'observedAtMs' | 'eventVersion'> | undefined,
): VersionDecision {
  if (!stored) return { outcome: 'accepted', write: true };
  if (stored.payloadHash === event.payloadHash) {
    return { outcome: 'duplicate', write: event.observedAtMs > stored.observedAtMs };
  }
  return eventVersion(event.observedAtMs, event.payloadHash) > stored.eventVersion
    ? { outcome: 'accepted', write: true }
    : { outcome: 'duplicate', write: false };
}
