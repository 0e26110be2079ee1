/** Finds the signals that the events of a batch yield, and those they no longer yield. Pure. */
import type { NormalisedEvent, SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';
import type { ChosenEvent } from '../values/event-versions.js';

/** A signal that an event no longer yields, and the version of the event that decides this. */
export interface DroppedSignal {
  signalId: string;
  eventVersion: bigint;
}

export function isBoardEvent(event: NormalisedEvent): boolean {
  return event.snapshot?.evidence.kind === 'board';
}

export function storyDraftOf({ event }: ChosenEvent): SignalDraft[] {
  return event.signals.filter(({ signalId }) => signalId === event.storyId);
}

/** Returns the signals of stored versions that the new versions no longer yield. */
export function removedSignals(events: readonly ChosenEvent[]): DroppedSignal[] {
  return events.flatMap(({ event, stored }) => {
    const keptIds = new Set(event.signals.map((draft) => draft.signalId));
    const removedIds = stored?.signalIds.filter((id) => !keptIds.has(id)) ?? [];
    return removedIds.map((signalId) => ({ signalId, eventVersion: event.eventVersion }));
  });
}

/**
 * Returns the signals that a superseded version yields and the stored one does not. They exist if
 * it was written in part, after a newer version had been decided from an older one.
 */
export function signalsOfSuperseded(events: readonly ChosenEvent[]): DroppedSignal[] {
  return events.flatMap(({ event, stored }) => {
    if (!stored || isBoardEvent(event)) return [];
    const keptIds = new Set(stored.signalIds);
    const ids = event.signals.map(({ signalId }) => signalId).filter((id) => !keptIds.has(id));
    return ids.map((signalId) => ({ signalId, eventVersion: stored.eventVersion }));
  });
}

export function storedEventOf(event: NormalisedEvent, decision: string): StoredEvent {
  return {
    source: event.source,
    eventId: event.eventId,
    kind: event.kind,
    observedAtMs: event.observedAtMs,
    payloadHash: event.payloadHash,
    // Postings belong to their board, so no later version of the event withdraws them.
    signalIds: isBoardEvent(event) ? [] : event.signals.map((draft) => draft.signalId),
    decision,
    eventVersion: event.eventVersion,
  };
}
