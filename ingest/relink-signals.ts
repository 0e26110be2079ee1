/**
 * Keeps signals and contacts linked to today's profiles: when a profile appears, changes or goes,
 * every signal whose event named one of its identifiers is resolved again and rewritten if that
 * changes what it shows. Works in pages, so its memory is bounded.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ContactReference } from '../shared/ports/event-records.js';
import type { ContactRecord, IdentityStore } from '../shared/ports/identity-store.js';
import type { SignalKey, SignalRecord, SignalWriter } from '../shared/ports/signal-writer.js';
import { placeOf, standsAt } from './signal-place.js';
import { loadCompanyDirectory, resolveCompany } from './steps/resolve-company.js';
import { loadContactDirectory, resolveContact } from './steps/resolve-contact.js';

export interface RelinkDeps {
  signals: SignalWriter;
  identity: IdentityStore;
}

const PAGE_SIGNALS = 500;

/**
 * `companies` are identifiers of profiles that changed (old and new ones), `people` the same for
 * contacts. Returns how many signals were rewritten.
 */
export async function relinkSignals(
  deps: RelinkDeps,
  companies: readonly string[],
  people: readonly string[],
): Promise<number> {
  const identifiers = [...companies, ...people.map((identifier) => `contact-${identifier}`)];
  if (identifiers.length === 0) return 0;
  let rewritten = 0;
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await deps.signals.referencing(identifiers, after, PAGE_SIGNALS);
    rewritten += await relinkPage(deps, ids);
    if (ids.length < PAGE_SIGNALS) return rewritten;
    after = ids.at(-1) ?? null;
  }
}

async function relinkPage(deps: RelinkDeps, ids: readonly string[]): Promise<number> {
  const records = await deps.signals.read(ids);
  const changed: SignalRecord[] = [];
  const moved: SignalKey[] = [];
  const links = await resolveLinks(
    deps.identity,
    records.map((record) => record.draft),
  );
  records.forEach((record, index) => {
    const link = links[index];
    if (!link) return;
    const { company, contact } = link;
    if (isDeepStrictEqual([company, contact], [record.company, record.contact])) return;
    const relinked = { ...record, company, contact };
    changed.push(relinked);
    if (!standsAt(relinked, placeOf(record))) moved.push(placeOf(record));
  });
  if (changed.length > 0) await deps.signals.write(changed, moved, []);
  return changed.length;
}

type Links = Pick<SignalRecord, 'company' | 'contact'>;

/** Company and person of each draft, in order, with two queries for all of them. */
export async function resolveLinks(
  identity: IdentityStore,
  drafts: readonly SignalRecord['draft'][],
): Promise<Links[]> {
  const people = drafts.flatMap(({ contact }): ContactReference[] => (contact ? [contact] : []));
  const [companies, contacts] = await Promise.all([
    loadCompanyDirectory(
      identity,
      drafts.map((draft) => draft.company),
    ),
    loadContactDirectory(identity, people),
  ]);
  return drafts.map((draft) => ({
    company: resolveCompany(draft.company, companies),
    contact: draft.contact ? resolveContact(draft.contact, contacts) : null,
  }));
}

/** Gives contacts whose employer was known by name alone the company that has appeared. */
export async function relinkEmployers(
  identity: IdentityStore,
  companies: readonly string[],
): Promise<void> {
  const records = await identity.contactsEmployedBy(companies);
  const employers = records.flatMap(({ employer }) => (employer ? [employer] : []));
  const directory = await loadCompanyDirectory(identity, employers);
  const changed = records.flatMap((record): ContactRecord[] => {
    const employerKey = record.employer ? resolveCompany(record.employer, directory).key : '';
    return employerKey === record.employerKey ? [] : [{ ...record, employerKey }];
  });
  if (changed.length > 0) await identity.putContacts(changed);
}
