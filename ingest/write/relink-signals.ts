/**
 * Keeps signals and contacts linked to today's profiles: when a profile appears, changes or goes,
 * every signal whose event named one of its identifiers is resolved again and rewritten if that
 * changes what it shows. Works in pages, so its memory is bounded.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ContactRecord, IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord, SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import type { StoryStore } from '../../shared/domain/ports/story-store.js';
import { clustersOf, groupStories } from '../derive/group-stories.js';
import { idOf } from '../derive/syndication.js';
import { loadCompanyDirectory, resolveCompany } from '../resolve/resolve-company.js';
import { resolveLinks } from '../resolve/resolve-links.js';
import { storeRecords } from './store-records.js';

export interface RelinkDeps {
  signals: SignalWriter;
  identity: IdentityStore;
  stories: StoryStore;
}

const PAGE_SIGNALS = 500;
const PAGE_CONTACTS = 1_000;

/**
 * `companies` are identifiers of profiles that changed (old and new ones), `people` the same for
 * contacts. Returns how many signals were rewritten. `again`: another process may have died over
 * these very profiles, so that stories are shown anew even where their links are right.
 */
export async function relinkSignals(
  deps: RelinkDeps,
  companies: readonly string[],
  people: readonly string[],
  again: boolean,
): Promise<number> {
  const identifiers = [...companies, ...people.map((identifier) => `contact-${identifier}`)];
  if (identifiers.length === 0) return 0;
  let rewritten = 0;
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await deps.signals.referencing(identifiers, after, PAGE_SIGNALS);
    rewritten += await relinkPage(deps, ids, again);
    if (ids.length < PAGE_SIGNALS) return rewritten;
    after = ids.at(-1) ?? null;
  }
}

async function relinkPage(
  deps: RelinkDeps,
  ids: readonly string[],
  again: boolean,
): Promise<number> {
  const stories = await deps.stories.read(ids);
  const known = new Set([...stories.map(idOf), ...stories.map(({ groupId }) => groupId)]);
  const single = await deps.signals.read(ids.filter((id) => !known.has(id)));
  const [records, told] = await Promise.all([
    relinked(deps.identity, single),
    relinked(
      deps.identity,
      stories.map(({ record }) => record),
    ),
  ]);
  const groups = await groupStories(deps.stories, {
    given: told,
    anew: clustersOf(again ? stories : []),
  });
  const written = await storeRecords(deps.signals, {
    records,
    dropped: [],
    settled: groups,
    unchanged: ids,
  });
  await deps.stories.put(groups.stories);
  return written.length;
}

/** Those that another company or person is shown for now. */
async function relinked(
  identity: IdentityStore,
  records: readonly SignalRecord[],
): Promise<SignalRecord[]> {
  const links = await resolveLinks(
    identity,
    records.map(({ draft }) => draft),
  );
  return records.flatMap((record, index) => {
    const link = links[index];
    if (!link) return [];
    const same = isDeepStrictEqual([link.company, link.contact], [record.company, record.contact]);
    return same ? [] : [{ ...record, ...link }];
  });
}

/** Gives contacts whose employer was known by name alone the company that has appeared. */
export async function relinkEmployers(
  identity: IdentityStore,
  companies: readonly string[],
): Promise<void> {
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<IdentityStore['contactsEmployedBy']>> =
      await identity.contactsEmployedBy(companies, after, PAGE_CONTACTS);
    await relinkPageOfEmployers(identity, page.records);
    after = page.next;
  } while (after !== null);
}

async function relinkPageOfEmployers(
  identity: IdentityStore,
  records: readonly ContactRecord[],
): Promise<void> {
  const employers = records.flatMap(({ employer }) => (employer ? [employer] : []));
  const directory = await loadCompanyDirectory(identity, employers);
  const changed = records.flatMap((record): ContactRecord[] => {
    const employerKey = record.employer ? resolveCompany(record.employer, directory).key : '';
    return employerKey === record.employerKey ? [] : [{ ...record, employerKey }];
  });
  if (changed.length > 0) await identity.putContacts(changed);
}
