/**
 * Finds misplaced rows. If a turn was lost during a write, the write may arrive after others have
 * written the same signals. If the database was killed during an insert, it may have stored the
 * keys without the withdrawals. A signal is then at two positions, but its key names only one. The
 * row at the other position is misplaced and is withdrawn.
 */
import type { SignalKey, SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import { NO_CHANGES, type SignalChanges } from './changes.js';

/** Number of ids per query. To send many takes long, and delays other work of the process. */
const PAGE_SIZE = 10_000;

/**
 * Returns the changes that withdraw misplaced rows. `signalIds` are the ids of signals whose write
 * was not confirmed, or whose turn was lost.
 */
export async function findMisplacedRows(
  signals: SignalWriter,
  signalIds: readonly string[],
): Promise<SignalChanges> {
  const rows: SignalKey[] = [];
  for (let from = 0; from < signalIds.length; from += PAGE_SIZE) {
    rows.push(...(await signals.misplacedRows(signalIds.slice(from, from + PAGE_SIZE))));
  }
  const keys = await signals.locate(rows.map(({ signalId }) => signalId));
  // A row without a key is that of an insert which did not complete. The repeat stores its key.
  const misplaced = rows.filter(({ signalId }) => keys.has(signalId));
  if (misplaced.length === 0) return NO_CHANGES.signals;
  const records = await signals.read(misplaced.map(({ signalId }) => signalId));
  const ids = new Set(records.map(({ draft }) => draft.signalId));
  return {
    records,
    moved: misplaced.filter(({ signalId }) => ids.has(signalId)),
    withdrawn: misplaced
      // Without a record where its key points, a row elsewhere is all there is of a signal, so it
      // stays.
      .filter(({ signalId }) => !ids.has(signalId) && keys.get(signalId)?.withdrawn)
      .map((key) => ({
        key,
        eventVersion: keys.get(key.signalId)?.eventVersion ?? key.eventVersion,
      })),
    unchanged: [],
  };
}
