/** Decides which rows of signals are written and withdrawn, given their current positions. Pure. */
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import type { SignalKey, SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { SignalChanges } from './changes.js';
import type { DroppedSignal } from './event-signals.js';

export interface WantedSignals {
  /** Records of the batch's events. The newest version wins, among these and the stored ones. */
  records: readonly SignalRecord[];
  /** Signals that their events no longer yield. */
  dropped: readonly DroppedSignal[];
  /** Changes decided from everything known: they win over whatever is stored. */
  final: { records: readonly SignalRecord[]; dropped: readonly string[] };
  /** Stored records with new links. What the events of the batch say takes precedence. */
  relinked: readonly SignalRecord[];
  /** Ids of stored signals that were checked, including those that change. */
  checkedIds: readonly string[];
}

export function signalIdsOf({
  records,
  dropped,
  final,
  relinked,
}: Omit<WantedSignals, 'checkedIds'>): string[] {
  return [
    ...new Set([
      ...[...records, ...final.records, ...relinked].map(({ draft }) => draft.signalId),
      ...dropped.map(({ signalId }) => signalId),
      ...final.dropped,
    ]),
  ];
}

/** Decides the rows. `storedKeys` holds the stored rows of the signals of `signalIdsOf`. */
export function decideSignals(
  { records, dropped, final, relinked, checkedIds }: WantedSignals,
  storedKeys: ReadonlyMap<string, SignalKey>,
): SignalChanges {
  const storedKeyOf = ({ draft }: SignalRecord) => storedKeys.get(draft.signalId);
  const isNewest = (record: SignalRecord) =>
    (storedKeyOf(record)?.eventVersion ?? -1n) <= record.draft.origin.eventVersion;
  const keptIds = idsOf([...records, ...final.records]);
  const liveKeyOf = (signalId: string): SignalKey[] => {
    const key = storedKeys.get(signalId);
    return key && !key.withdrawn && !keptIds.has(signalId) ? [key] : [];
  };
  const withdrawn = [
    ...dropped.flatMap(({ signalId, eventVersion }) =>
      liveKeyOf(signalId)
        .filter((key) => key.eventVersion <= eventVersion)
        .map((key) => ({ key, eventVersion })),
    ),
    ...final.dropped.flatMap((signalId) =>
      liveKeyOf(signalId).map((key) => ({ key, eventVersion: key.eventVersion })),
    ),
  ];
  const batchRecords = [
    ...records.filter(isNewest),
    ...final.records.map((record) => withVersionOf(record, storedKeyOf(record))),
  ];
  const decidedIds = new Set([...idsOf(batchRecords), ...withdrawn.map(({ key }) => key.signalId)]);
  const written = [
    ...batchRecords,
    ...relinked.filter((record) => !decidedIds.has(record.draft.signalId) && isNewest(record)),
  ];
  const moved = written.flatMap((record): SignalKey[] => {
    const key = storedKeyOf(record);
    return key && !key.withdrawn && !isAt(record, key) ? [key] : [];
  });
  const changedIds = new Set([...decidedIds, ...idsOf(written)]);
  const allIds = [...signalIdsOf({ records, dropped, final, relinked }), ...checkedIds];
  return {
    records: written,
    moved,
    withdrawn,
    unchanged: [...new Set(allIds)].filter((id) => !changedIds.has(id)),
  };
}

/** True if the record's row has the position of `key` in the signal tables. */
function isAt({ draft, company, contact }: SignalRecord, key: SignalKey): boolean {
  return (
    key.companyKey === company.key &&
    key.detectedAtMs === draft.detectedAtMs &&
    key.typeKey === foldCase(draft.signalType) &&
    key.contactKey === (contact?.key ?? '')
  );
}

function idsOf(records: readonly SignalRecord[]): Set<string> {
  return new Set(records.map(({ draft }) => draft.signalId));
}

/** Gives the record at least the stored version, so that it wins. */
function withVersionOf(record: SignalRecord, key: SignalKey | undefined): SignalRecord {
  const { draft } = record;
  if (!key || key.eventVersion <= draft.origin.eventVersion) return record;
  const origin = { ...draft.origin, eventVersion: key.eventVersion };
  return { ...record, draft: { ...draft, origin } };
}
