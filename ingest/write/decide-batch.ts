/**
 * Decides what the events of a batch say about companies, people, boards and signals, from
 * everything that is known. Pure.
 */
import { type SignalDraft, snapshotKeyText } from '../../shared/domain/ports/event-records.js';
import type { CompanyRecord } from '../../shared/domain/ports/identity-store.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import { deriveHiring, type Postings } from '../derive/derive-hiring.js';
import { derivedSignals } from '../derive/derived-signals.js';
import { directoryOf, type StoredProfiles } from '../resolve/directory.js';
import { versionSlotOf } from '../values/event-versions.js';
import { type DecidedProfiles, decideCompanies } from './decide-companies.js';
import { type DecidedPeople, decidePeople } from './decide-people.js';
import {
  type DroppedSignal,
  isBoardEvent,
  removedSignals,
  signalsOfSuperseded,
  storyDraftOf,
} from './event-signals.js';
import type { BatchFacts } from './read-facts.js';

export interface DecidedBatch {
  stored: StoredProfiles;
  companies: DecidedProfiles<CompanyRecord>;
  people: DecidedPeople;
  signals: BatchSignals;
}

/** The signals that the events of a batch yield, and those that they no longer yield. */
export interface BatchSignals extends Postings {
  drafts: readonly SignalDraft[];
  /** Ids of the drafts that are stories. */
  storyIds: ReadonlySet<string>;
  dropped: readonly DroppedSignal[];
  /** Stories of versions that are no longer current. */
  supersededStories: readonly SignalDraft[];
}

export const NO_SIGNALS: BatchSignals = {
  drafts: [],
  storyIds: new Set(),
  dropped: [],
  supersededStories: [],
  correctedPostings: [],
  freshPostings: [],
  removedPostingIds: [],
};

export function decideBatch(
  { current, superseded, evidence, profiles }: BatchFacts,
  types: SignalTypes,
): DecidedBatch {
  const companies = decideCompanies(evidence, profiles.companies);
  const directory = directoryOf(profiles.companies, companies);
  const people = decidePeople(evidence, profiles.contacts, directory);
  const freshKeys = new Set(evidence.fresh.map(snapshotKeyText));
  const boards = current.filter(
    ({ event }) => isBoardEvent(event) && freshKeys.has(versionSlotOf(event)),
  );
  const { trends, ...postings } = deriveHiring(
    evidence,
    evidence.boards,
    boards.flatMap(({ event }) => event.signals),
    types,
  );
  const derived = derivedSignals([people.careers, ...trends], types);
  const others = current.filter(({ event }) => !isBoardEvent(event));
  const signals: BatchSignals = {
    drafts: [...others.flatMap(({ event }) => event.signals), ...derived.drafts],
    storyIds: new Set(current.flatMap(({ event }) => event.storyId ?? [])),
    dropped: [...removedSignals(current), ...signalsOfSuperseded(superseded), ...derived.withdrawn],
    supersededStories: superseded.flatMap(storyDraftOf),
    ...postings,
  };
  return { stored: profiles, companies, people, signals };
}
