/**
 * Writes what was decided: the only place of a batch that writes. A process may die between any two lines.
 * The batch then comes again, and its decisions depend on snapshots, stories and the registry, which are
 * written last: until they are stored, a repeat decides the same, and every write may be repeated.
 */
import { LateWriteError } from '../../shared/domain/errors.js';
import type { EventRegistry } from '../../shared/domain/ports/event-registry.js';
import type { IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import type { SnapshotStore } from '../../shared/domain/ports/snapshot-store.js';
import type { StoryStore } from '../../shared/domain/ports/story-store.js';
import type { Changes } from './changes.js';
import { type HeldTurn, TurnLostError } from './turns.js';

/** The stores that a batch reads and changes. */
export interface BatchStores {
  identity: IdentityStore;
  signals: SignalWriter;
  stories: StoryStore;
  snapshots: SnapshotStore;
  registry: EventRegistry;
}

/** Throws `TurnLostError` before a write that may come after the turn. */
export async function applyChanges(
  stores: BatchStores,
  changes: Changes,
  turn: HeldTurn,
): Promise<void> {
  const { identity, signals, stories, snapshots, registry } = stores;
  const { records, moved, withdrawn, unchanged } = changes.signals;
  const write = async (count: number, put: () => Promise<unknown>): Promise<void> => {
    if (count === 0) return;
    turn.require();
    try {
      await put();
    } catch (error) {
      throw error instanceof LateWriteError ? new TurnLostError() : error;
    }
  };
  const { companies, contacts } = changes;
  // A name whose company is not stored is found and dropped.
  await write(changes.names.length, () => identity.putNames(changes.names));
  // A company whose signals still show it as it was: the repeat finds the same profiles changed.
  await write(companies.records.length + companies.withdrawn.length, () =>
    identity.putCompanies(companies.records, companies.withdrawn),
  );
  // The same for people.
  await write(contacts.records.length + contacts.withdrawn.length, () =>
    identity.putContacts(contacts.records, contacts.withdrawn),
  );
  // Signals that no registered event explains: the repeat writes the same rows.
  await write(records.length + withdrawn.length, () => signals.write(records, moved, withdrawn));
  // Signals stand in ClickHouse, their vectors perhaps not beside it: the repeat looks here.
  await write(unchanged.length, () => signals.ensureVectors(unchanged));
  // Stories whose snapshots and events are not stored: the repeat puts them into the same groups.
  await write(changes.stories.length, () => stories.put(changes.stories));
  // Snapshots of events that are not registered: the repeat counts them as fresh.
  await write(changes.snapshots.length, () => snapshots.put(changes.snapshots, turn.untilMs()));
  // Everything is stored; without the source's progress the batch comes again and changes nothing.
  await write(changes.events.length, () => registry.put(changes.events, turn.untilMs()));
}
