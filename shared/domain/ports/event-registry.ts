/** The newest stored version of an event. */
export interface StoredEvent {
  source: string;
  eventId: string;
  kind: string;
  observedAtMs: number;
  payloadHash: string;
  signalIds: string[];
  /** What was decided about the event and is not to be decided again, for example its subtype. */
  decision: string;
  eventVersion: bigint;
}

/** What has been ingested. Reads see every resolved write of this process. */
export interface EventRegistry {
  /** Keyed by `eventKey`; unknown events are absent. */
  stored(events: readonly { source: string; eventId: string }[]): Promise<Map<string, StoredEvent>>;
  /** What arrives after `untilMs`, by the store's clock, is refused with a `LateWriteError`. */
  put(events: readonly StoredEvent[], untilMs?: number): Promise<void>;
}

export function eventKey(event: { source: string; eventId: string }): string {
  return `${event.source}\n${event.eventId}`;
}
