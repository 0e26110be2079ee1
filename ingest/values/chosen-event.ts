import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';

/** An event that a batch writes. Of several events with one version slot, the newest is chosen. */
export interface ChosenEvent {
  event: NormalisedEvent;
  /** The stored version of the event, if there is one. */
  stored: StoredEvent | undefined;
}
