/** Reads what a batch is decided from: observations, and the profiles that its events may mean. */
import { type ClassifiedEvent, decideSubtypes } from '../classify/decide-subtypes.js';
import { readProfiles, type StoredProfiles } from '../resolve/directory.js';
import { referencesOf } from '../resolve/resolve-links.js';
import type { ChosenEvent } from '../values/event-versions.js';
import type { BatchDeps } from './batch-deps.js';
import { companyKeysOf } from './decide-companies.js';
import { contactKeysOf } from './decide-people.js';
import { isSuperseded } from './decide-version.js';
import type { Embeddings } from './make-records.js';
import { type BatchEvidence, readEvidence } from './read-evidence.js';

/** The events of a batch, and everything stored that concerns them. */
export interface BatchFacts {
  current: readonly ClassifiedEvent[];
  /** Events of which a newer version is stored. */
  superseded: readonly ClassifiedEvent[];
  evidence: BatchEvidence;
  profiles: StoredProfiles;
}

/**
 * Reads the facts. `isRetry` is true if an earlier attempt of this process may have written rows of
 * these events.
 */
export async function readFacts(
  deps: BatchDeps,
  chosen: readonly ChosenEvent[],
  embeddings: Embeddings,
  isRetry: boolean,
): Promise<BatchFacts> {
  const events = decideSubtypes(chosen, embeddings, deps);
  const superseded = events.filter(isSuperseded);
  const current = events.filter((each) => !isSuperseded(each));
  const evidence = await readEvidence(deps.snapshots, { current, superseded, isRetry });
  const keys = { companies: companyKeysOf(evidence), contacts: contactKeysOf(evidence) };
  const named = referencesOf(events.flatMap(({ event }) => event.signals));
  const people = evidence.contacts.map((each) => each.evidence.facts);
  const employers = people.flatMap(({ employer }) => employer ?? []);
  const boards = evidence.boards.map((each) => each.evidence.company);
  const references = {
    companies: [...named.companies, ...employers, ...boards],
    contacts: [...named.contacts, ...people],
  };
  const profiles = await readProfiles(deps.identity, references, keys);
  return { current, superseded, evidence, profiles };
}
