/** Whether a record's row stands where it stood before in the signal tables. */
import { foldCase } from '../shared/normalise/fold-case.js';
import type { SignalKey, SignalRecord } from '../shared/ports/signal-writer.js';

type Place = Pick<SignalKey, 'companyKey' | 'detectedAtMs' | 'typeKey' | 'contactKey'>;

export function placeOf(record: SignalRecord): Place {
  return {
    companyKey: record.company.key,
    detectedAtMs: record.draft.detectedAtMs,
    typeKey: foldCase(record.draft.signalType),
    contactKey: record.contact?.key ?? '',
  };
}

export function standsAt(record: SignalRecord, place: Place): boolean {
  const own = placeOf(record);
  return (
    own.companyKey === place.companyKey &&
    own.detectedAtMs === place.detectedAtMs &&
    own.typeKey === place.typeKey &&
    own.contactKey === place.contactKey
  );
}
