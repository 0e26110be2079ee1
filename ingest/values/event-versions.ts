/** Events that a batch writes, and the slots of their versions. */
import { type NormalisedEvent, snapshotKeyText } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';

/** An event that a batch writes. Of several events with one version slot, the newest is chosen. */
export interface ChosenEvent {
  event: NormalisedEvent;
  /** The stored version of the event, if there is one. */
  stored: StoredEvent | undefined;
}

/**
 * Returns the key of the slot in which the event's snapshot is stored. An event that is kept per
 * observation has one slot for each; any other event has one slot for all its versions.
 */
export function versionSlotOf({ source, eventId, snapshot }: NormalisedEvent): string {
  return snapshotKeyText({ source, eventId, takenAtMs: snapshot?.takenAtMs ?? 0 });
}

type Version = Pick<StoredEvent, 'eventVersion' | 'payloadHash'>;

/** Compares two versions of an event. A version has only the first digits of the payload's hash. */
export function isNewer(version: Version, other: Version): boolean {
  return version.eventVersion === other.eventVersion
    ? version.payloadHash > other.payloadHash
    : version.eventVersion > other.eventVersion;
}
