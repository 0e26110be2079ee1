/** Stores signals and takes back others in one write, with the rows they leave behind elsewhere. */
import type {
  SignalKey,
  SignalRecord,
  SignalWriter,
  Withdrawal,
} from '../../shared/domain/ports/signal-writer.js';
import { hasSameSortKey, sortKeyOf } from '../values/sort-key.js';

export interface RecordChanges {
  /** The newest version stands: of these and of what is stored. */
  records: readonly SignalRecord[];
  /** Signals that their events no longer yield, with the version that says so. */
  dropped: readonly { signalId: string; eventVersion: bigint }[];
  /** Decided from everything known: these stand, whatever is stored. */
  settled: { records: readonly SignalRecord[]; dropped: readonly string[] };
  /** Looked at and found as they should be. */
  unchanged?: readonly string[];
}

/** Returns what was written. Repeating it rewrites the same rows, and confirms those that stand already. */
export async function storeRecords(
  signals: SignalWriter,
  { records, dropped, settled, unchanged = [] }: RecordChanges,
): Promise<SignalRecord[]> {
  const given = [...records, ...settled.records];
  const kept = new Set(given.map(({ draft }) => draft.signalId));
  const gone = [...dropped.map(({ signalId }) => signalId), ...settled.dropped];
  const places = await signals.locate([...new Set([...kept, ...gone])]);
  const placeOfRecord = ({ draft }: SignalRecord) => places.get(draft.signalId);
  const written = [
    ...records.filter(
      (record) => (placeOfRecord(record)?.eventVersion ?? -1n) <= record.eventVersion,
    ),
    ...settled.records.map((record) => ({
      ...record,
      eventVersion: later(record.eventVersion, placeOfRecord(record)?.eventVersion),
    })),
  ];
  const moved = written.flatMap((record): SignalKey[] => {
    const place = placeOfRecord(record);
    return place && !place.withdrawn && !hasSameSortKey(sortKeyOf(record), place) ? [place] : [];
  });
  const live = (signalId: string): SignalKey[] => {
    const key = places.get(signalId);
    return key && !key.withdrawn && !kept.has(signalId) ? [key] : [];
  };
  const withdrawn: Withdrawal[] = [
    ...dropped.flatMap(({ signalId, eventVersion }) =>
      live(signalId)
        .filter((key) => key.eventVersion <= eventVersion)
        .map((key) => ({ key, eventVersion })),
    ),
    ...settled.dropped.flatMap((signalId) =>
      live(signalId).map((key) => ({ key, eventVersion: key.eventVersion })),
    ),
  ];
  if (written.length + withdrawn.length > 0) await signals.write(written, moved, withdrawn);
  const changed = new Set([
    ...written.map(({ draft }) => draft.signalId),
    ...withdrawn.map(({ key }) => key.signalId),
  ]);
  const standing = new Set([...kept, ...gone, ...unchanged].filter((id) => !changed.has(id)));
  if (standing.size > 0) await signals.ensureVectors([...standing]);
  return written;
}

function later(a: bigint, b: bigint | undefined): bigint {
  return b !== undefined && b > a ? b : a;
}
