/** The position of an event among its own versions. */
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import { eventKey } from '../../shared/domain/ports/event-registry.js';
import { eventVersion } from '../../shared/domain/versions.js';

export function versionOf({
  observedAtMs,
  payloadHash,
}: Pick<NormalisedEvent, 'observedAtMs' | 'payloadHash'>): bigint {
  return eventVersion(observedAtMs, payloadHash);
}

/** For records that are kept per observation, every observation has its own slot. */
export function versionSlotOf(event: {
  source: string;
  eventId: string;
  takenAtMs?: number;
  snapshot?: NormalisedEvent['snapshot'];
}): string {
  return `${eventKey(event)}\n${event.takenAtMs ?? event.snapshot?.takenAtMs ?? 0}`;
}
