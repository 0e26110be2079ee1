/**
 * Finds misplaced rows. If a turn was lost during a write, the write may arrive after others have
 * written the same signals. If the database was killed during an insert, it may have stored the
 * keys without the withdrawals. A signal is then at two positions, but its key names only one. The
 * row at the other position is misplaced and is withdrawn.
 */
import type { SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import { hasSameSortKey } from '../values/sort-key.js';
import { NO_CHANGES, type SignalChanges } from './changes.js';

/**
 * Returns the changes that withdraw misplaced rows. `signalIds` are the ids of signals whose write
 * was not confirmed, or whose turn was lost.
 */
export async function findMisplacedRows(
  signals: SignalWriter,
  signalIds: readonly string[],
): Promise<SignalChanges> {
  const keys = await signals.locate(signalIds);
  const misplaced = (await signals.allPositions(signalIds)).filter((position) => {
    const key = keys.get(position.signalId);
    return key && (key.withdrawn || !hasSameSortKey(position, key));
  });
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
