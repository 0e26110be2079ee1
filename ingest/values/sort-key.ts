/** Determines the position of a record's row in the signal tables, and compares positions. */
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import type { SignalKey, SignalRecord } from '../../shared/domain/ports/signal-writer.js';

type SortKey = Pick<SignalKey, 'companyKey' | 'detectedAtMs' | 'typeKey' | 'contactKey'>;

export function sortKeyOf(record: SignalRecord): SortKey {
  return {
    companyKey: record.company.key,
    detectedAtMs: record.draft.detectedAtMs,
    typeKey: foldCase(record.draft.signalType),
    contactKey: record.contact?.key ?? '',
  };
}

export function hasSameSortKey(a: SortKey, b: SortKey): boolean {
  return (
    a.companyKey === b.companyKey &&
    a.detectedAtMs === b.detectedAtMs &&
    a.typeKey === b.typeKey &&
    a.contactKey === b.contactKey
  );
}
