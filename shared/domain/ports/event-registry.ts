/** The newest stored version of an event. */
export interface StoredEvent {
  source: string;
  eventId: string;
  kind: string;
  observedAtMs: number;
  payloadHash: string;
  signalIds: string[];
  /** Decisions about the event that are not repeated, for example its subtype. */
  decision: string;
  eventVersion: bigint;
}

/** The ingested events. Reads see every resolved write of this process. */
export interface EventRegistry {
  /** Keyed by `eventKey`; unknown events are absent. */
  stored(events: readonly { source: string; eventId: string }[]): Promise<Map<string, StoredEvent>>;
  /** A write that arrives after `untilMs`, by the store's clock, is rejected with a `LateWriteError`. */
  put(events: readonly StoredEvent[], untilMs?: number): Promise<void>;
}

export function eventKey(event: { source: string; eventId: string }): string {
  return `${event.source}\n${event.eventId}`;
}
