/** All changes of a batch, as one value: pure functions decide it, `apply-changes.ts` writes it. */
import type { Snapshot } from '../../shared/domain/ports/event-records.js';
import type { StoredEvent } from '../../shared/domain/ports/event-registry.js';
import type {
  CompanyName,
  CompanyRecord,
  ContactRecord,
} from '../../shared/domain/ports/identity-store.js';
import type { BatchOutcomes } from '../../shared/domain/ports/ingest-outcomes.js';
import type {
  SignalKey,
  SignalRecord,
  Withdrawal,
} from '../../shared/domain/ports/signal-writer.js';
import type { Story } from '../../shared/domain/ports/story-store.js';

export interface Changes {
  names: readonly CompanyName[];
  companies: ProfileChanges<CompanyRecord>;
  contacts: ProfileChanges<ContactRecord>;
  signals: SignalChanges;
  stories: readonly Story[];
  snapshots: readonly Snapshot[];
  /** Outcomes of the lines; `null` if no line of the batch is counted. */
  outcomes: BatchOutcomes | null;
  events: readonly StoredEvent[];
}

export interface ProfileChanges<Profile> {
  records: readonly Profile[];
  withdrawn: readonly Profile[];
}

export interface SignalChanges {
  records: readonly SignalRecord[];
  /** Former positions of records whose position has changed. */
  moved: readonly SignalKey[];
  withdrawn: readonly Withdrawal[];
  /** Ids of signals that are already as they should be. */
  unchanged: readonly string[];
}

export const NO_CHANGES: Changes = {
  names: [],
  companies: { records: [], withdrawn: [] },
  contacts: { records: [], withdrawn: [] },
  signals: { records: [], moved: [], withdrawn: [], unchanged: [] },
  stories: [],
  snapshots: [],
  outcomes: null,
  events: [],
};
