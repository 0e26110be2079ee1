/** Determines the version of an event of a batch, and the slot that its snapshot has. */
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import { snapshotKeyText } from '../../shared/domain/ports/snapshot-store.js';
import { eventVersion } from '../../shared/domain/versions.js';

export function versionOf({
  observedAtMs,
  payloadHash,
}: Pick<NormalisedEvent, 'observedAtMs' | 'payloadHash'>): bigint {
  return eventVersion(observedAtMs, payloadHash);
}

/**
 * Returns the key of the slot in which the event's snapshot is stored. An event that is kept per
 * observation has one slot for each; any other event has one slot for all its versions.
 */
export function versionSlotOf({ source, eventId, snapshot }: NormalisedEvent): string {
  return snapshotKeyText({ source, eventId, takenAtMs: snapshot?.takenAtMs ?? 0 });
}
