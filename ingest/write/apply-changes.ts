/**
 * Writes the changes of a batch: the only step that writes, except that the counts of a batch
 * without changes need no turn (`batch-writer.ts`). The comment below each write says what holds if
 * the next one fails. The batch is then delivered again and decides the same, because what it
 * decides from (stories, snapshots, the registry) is written last; repeating a write changes
 * nothing.
 */
import { LateWriteError } from '../../shared/domain/errors.js';
import type { BatchStores } from './batch-deps.js';
import type { Changes } from './changes.js';
import { type HeldTurn, TurnLostError } from './turns.js';

/** Applies the changes. Throws `TurnLostError` before a write that may arrive after the turn. */
export async function applyChanges(
  stores: BatchStores,
  changes: Changes,
  turn: HeldTurn,
): Promise<void> {
  const { identity, signals, stories, snapshots, outcomes, registry } = stores;
  const { records, moved, withdrawn, unchanged } = changes.signals;
  const write = async (count: number, put: () => Promise<unknown>): Promise<void> => {
    if (count === 0) return;
    turn.assertHeld();
    try {
      await put();
    } catch (error) {
      throw error instanceof LateWriteError ? new TurnLostError() : error;
    }
  };
  const { companies, contacts } = changes;
  await write(changes.names.length, () => identity.putNames(changes.names));
  // Some names do not lead to a company: a search drops them.
  await write(companies.records.length + companies.withdrawn.length, () =>
    identity.putCompanies(companies.records, companies.withdrawn),
  );
  // Companies have changed, but people and signals show the old ones. The repeat finds the same
  // changes.
  await write(contacts.records.length + contacts.withdrawn.length, () =>
    identity.putContacts(contacts.records, contacts.withdrawn),
  );
  // People have changed too, but signals still show them as they were.
  await write(records.length + withdrawn.length, () => signals.write(records, moved, withdrawn));
  // Signals are stored, but their stories and events are not. The repeat writes the same rows.
  await write(unchanged.length, () => signals.ensureVectors(unchanged));
  // Signals that an earlier attempt stored have their vectors as well.
  await write(changes.stories.length, () => stories.put(changes.stories));
  // Stories are in their groups, but their events are not stored. The repeat finds the same groups.
  await write(changes.snapshots.length, () => snapshots.put(changes.snapshots, turn.untilMs()));
  // Snapshots are stored, but their events are not. The repeat counts them as fresh.
  const { outcomes: counted } = changes;
  if (counted) await write(1, () => outcomes.putOutcomes(counted));
  // Lines are counted, but their events are not stored. The repeat replaces these counts.
  await write(changes.events.length, () => registry.put(changes.events, turn.untilMs()));
  // Everything is stored. If the source's progress is not, the batch comes again as duplicates.
}
