/** An event of a batch, and its position among its own versions. */
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';
import { placeKey } from '../../shared/domain/ports/snapshot-store.js';
import { eventVersion } from '../../shared/domain/versions.js';

export interface ChosenEvent {
  event: NormalisedEvent;
  /** The version of the event that is stored, if any. */
  stored: StoredEvent | undefined;
}

export function versionOf({
  observedAtMs,
  payloadHash,
}: Pick<NormalisedEvent, 'observedAtMs' | 'payloadHash'>): bigint {
  return eventVersion(observedAtMs, payloadHash);
}

/** Where its snapshot is stored: what is kept per observation has a slot for each. */
export function versionSlotOf({ source, eventId, snapshot }: NormalisedEvent): string {
  return placeKey({ source, eventId, takenAtMs: snapshot?.takenAtMs ?? 0 });
}
