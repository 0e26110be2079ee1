/** Which snapshots of a batch are new, and which stored ones they take the place of. */
import type { NormalisedEvent } from '../shared/ports/event-records.js';
import {
  type Evidence,
  placeKey,
  type Snapshot,
  type SnapshotStore,
} from '../shared/ports/snapshot-store.js';
import { eventVersion } from '../shared/versions.js';

export interface NewSnapshots {
  fresh: Snapshot[];
  /** Older versions at the places of fresh ones. */
  replaced: Snapshot[];
}

/** One query for the whole batch. */
export async function findNewSnapshots(
  store: SnapshotStore,
  events: readonly NormalisedEvent[],
): Promise<NewSnapshots> {
  const given = new Map<string, Snapshot>();
  for (const event of events) {
    const snapshot = snapshotOf(event);
    if (!snapshot) continue;
    const rival = given.get(placeKey(snapshot));
    if (!rival || rival.eventVersion < snapshot.eventVersion)
      given.set(placeKey(snapshot), snapshot);
  }
  const stored = new Map(
    (await store.at([...given.values()])).map((each) => [placeKey(each), each]),
  );
  const fresh = [...given].flatMap(([key, snapshot]) =>
    (stored.get(key)?.eventVersion ?? -1n) < snapshot.eventVersion ? [snapshot] : [],
  );
  const replaced = fresh.flatMap((snapshot) => stored.get(placeKey(snapshot)) ?? []);
  return { fresh, replaced };
}

export function snapshotOf(event: NormalisedEvent): Snapshot | null {
  if (!event.snapshot) return null;
  return {
    source: event.source,
    eventId: event.eventId,
    observedAtMs: event.observedAtMs,
    eventVersion: eventVersion(event.observedAtMs, event.payloadHash),
    ...event.snapshot,
  };
}

/** Stored snapshots with the fresh ones in their places. */
export function withFresh<E extends Evidence>(
  stored: readonly Snapshot<E>[],
  fresh: readonly Snapshot<E>[],
): Snapshot<E>[] {
  const merged = new Map(stored.map((each) => [placeKey(each), each]));
  for (const each of fresh) merged.set(placeKey(each), each);
  return [...merged.values()];
}
