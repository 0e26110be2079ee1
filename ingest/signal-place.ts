/** Where a record's row stands in the signal tables. */
import { foldCase } from '../shared/normalise/fold-case.js';
import type { SignalKey, SignalRecord } from '../shared/ports/signal-writer.js';

export function placeOf(record: SignalRecord): SignalKey {
  return {
    signalId: record.draft.signalId,
    companyKey: record.company.key,
    detectedAtMs: record.draft.detectedAtMs,
    typeKey: foldCase(record.draft.signalType),
    contactKey: record.contact?.key ?? '',
    eventVersion: record.eventVersion,
    withdrawn: false,
  };
}

export function standsAt(record: SignalRecord, place: SignalKey): boolean {
  const own = placeOf(record);
  return (
    own.companyKey === place.companyKey &&
    own.detectedAtMs === place.detectedAtMs &&
    own.typeKey === place.typeKey &&
    own.contactKey === place.contactKey
  );
}
