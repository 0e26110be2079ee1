/** An event of a batch, together with what is stored of it. */
import type { NormalisedEvent } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';

export interface ChosenEvent {
  event: NormalisedEvent;
  /** The version of the event that is stored, if any. */
  stored: StoredEvent | undefined;
}
