/**
 * Keeps the records of people, and the steps of their careers, what the whole set of observations says.
 * The snapshots themselves are stored last, by the batch writer: until then a repeat finds the same
 * fresh ones and ends the same.
 */
import { contactIdentifiers } from '../../shared/domain/identity/contact-identifiers.js';
import type { ContactRecord, IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { SnapshotStore } from '../../shared/domain/ports/snapshot-store.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import {
  CAREER_SUBTYPES,
  type ContactSnapshot,
  careerSteps,
  contactOf,
  groupPeople,
  type People,
  stepDiscriminator,
} from '../derive/career.js';
import { type DerivedSignals, derivedSignals } from '../derive/derived-signals.js';
import { type NewSnapshots, withFresh } from '../derive/new-snapshots.js';
import { loadCompanyDirectory, resolveCompany } from '../resolve/resolve-company.js';

export interface PeopleDeps {
  identity: IdentityStore;
  snapshots: SnapshotStore;
  types: SignalTypes;
}

export interface WrittenPeople {
  /** Records stored. */
  written: number;
  /** `email:`, `network:` of every record that changed, before and after. */
  identifiers: string[];
  derived: DerivedSignals;
}

export async function writePeople(deps: PeopleDeps, batch: NewSnapshots): Promise<WrittenPeople> {
  const fresh = batch.fresh.filter(isContact);
  const replaced = batch.replaced.filter(isContact);
  const touched = unique([...fresh, ...replaced].flatMap(identifiersOf));
  if (touched.length === 0) return NOTHING;
  const { people, all } = await loadPeople(deps.snapshots, touched, fresh);
  const keys = new Set([...touched, ...all.flatMap(identifiersOf)]);
  const before = await deps.identity.contacts([...keys]);
  const records = await recordsOf(deps.identity, people);
  await deps.identity.putContacts(records);
  const gone = [...before.values()].filter(({ key }) => !records.some((each) => each.key === key));
  const left = gone.filter(({ key }) => people.has(key) || touched.includes(key));
  await deps.identity.withdrawContacts(left);
  const steps = [...people.values()].flatMap(careerSteps);
  const possible = [...new Set([...people.values()].flat()), ...replaced].flatMap((snapshot) =>
    CAREER_SUBTYPES.map((subtype) => ({
      ...snapshot,
      discriminator: stepDiscriminator(snapshot, subtype),
    })),
  );
  return {
    written: records.length,
    identifiers: unique([
      ...keys,
      ...[...records, ...before.values()].flatMap(({ identifiers }) => identifiers),
    ]),
    derived: derivedSignals(steps, possible, deps.types),
  };
}

const NOTHING: WrittenPeople = {
  written: 0,
  identifiers: [],
  derived: { drafts: [], withdrawn: [] },
};

/**
 * The people whom the batch touches, each with everything observed. Their other addresses are looked
 * up too: who else has one decides to whom it belongs.
 */
async function loadPeople(
  store: SnapshotStore,
  touched: readonly string[],
  fresh: readonly ContactSnapshot[],
): Promise<{ people: People; all: ContactSnapshot[] }> {
  const near = withFresh(await store.contacts(touched), fresh);
  const addresses = unique([...touched, ...near.flatMap(identifiersOf)]);
  const known = new Set(touched);
  const further = addresses.filter((address) => !known.has(address));
  const next = withFresh(withFresh(await store.contacts(further), near), fresh);
  const seen = new Set(addresses);
  const rest = unique(next.flatMap(identifiersOf)).filter((address) => !seen.has(address));
  const all = withFresh(withFresh(await store.contacts(rest), next), fresh);
  const complete = new Set(addresses);
  const people = [...groupPeople(all)].filter(([key]) => complete.has(key));
  return { people: new Map(people), all };
}

async function recordsOf(identity: IdentityStore, people: People): Promise<ContactRecord[]> {
  const records = [...people].flatMap(([key, history]) => contactOf(key, history) ?? []);
  const directory = await loadCompanyDirectory(
    identity,
    records.flatMap(({ employer }) => employer ?? []),
  );
  return records.map((record) => ({
    ...record,
    employerKey: record.employer ? resolveCompany(record.employer, directory).key : '',
  }));
}

function isContact(snapshot: { evidence: { kind: string } }): snapshot is ContactSnapshot {
  return snapshot.evidence.kind === 'contact';
}

function identifiersOf(snapshot: ContactSnapshot): string[] {
  return contactIdentifiers(snapshot.evidence.facts);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
