import type { SignalOrigin } from './event-records.js';

/** The newest stored version of an event. */
export interface StoredEvent extends SignalOrigin {
  kind: string;
  /** SHA-256 of the canonical payload, hexadecimal. */
  payloadHash: string;
  signalIds: string[];
  /** A decision that is not made again for a repeated event, for example its subtype. */
  decision: string;
}

/**
 * Stores which version of each event was ingested. Reads see every write of this process that has
 * resolved. Methods reject with a retriable `AppError` if the store is unavailable.
 */
export interface EventRegistry {
  /** Returns the stored events, keyed by `eventKey`. Unknown events are absent. */
  stored(events: readonly { source: string; eventId: string }[]): Promise<Map<string, StoredEvent>>;
  /**
   * Stores events. The greatest `eventVersion` of an event wins, whatever the order of the writes;
   * repeating a write changes nothing. A write that arrives after `untilMs`, by the store's clock,
   * is rejected with a `LateWriteError`.
   */
  put(events: readonly StoredEvent[], untilMs?: number): Promise<void>;
}

/** Returns the key of an event: its source and its id. Pure. */
export function eventKey(event: { source: string; eventId: string }): string {
  return `${event.source}\n${event.eventId}`;
}
