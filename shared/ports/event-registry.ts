/** The newest stored version of an event. */
export interface StoredEvent {
  source: string;
  eventId: string;
  kind: string;
  observedAtMs: number;
  payloadHash: string;
  signalIds: string[];
  /** Key of the company or contact the event describes; empty when it describes none. */
  recordKey: string;
  eventVersion: bigint;
}

/** What has been ingested. Reads see every resolved write of this process. */
export interface EventRegistry {
  /** Keyed by `eventKey`; unknown events are absent. */
  stored(events: readonly { source: string; eventId: string }[]): Promise<Map<string, StoredEvent>>;
  put(events: readonly StoredEvent[]): Promise<void>;
}

export function eventKey(event: { source: string; eventId: string }): string {
  return `${event.source}\n${event.eventId}`;
}
