/**
 * Reads everything that names a changed profile: signals, stories and employees. In pages, so that the
 * memory of a batch is bounded, however many signals a company has.
 */
import type { ContactRecord, IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord, SignalWriter } from '../../shared/domain/ports/signal-writer.js';
import type { Story, StoryStore } from '../../shared/domain/ports/story-store.js';
import { idOf } from '../derive/syndication.js';

interface TouchedStores {
  identity: Pick<IdentityStore, 'contactsEmployedBy'>;
  signals: Pick<SignalWriter, 'referencing' | 'read'>;
  stories: Pick<StoryStore, 'read'>;
}

/** The part of a decided batch that says what is touched. */
interface Touching {
  companies: { identifiers: readonly string[] };
  people: { identifiers: readonly string[] };
  own: { storyIds: ReadonlySet<string> };
}

/** Ends of the pages that were read; `null` if there is no further page. */
export interface TouchedPage {
  signals: { after: string | null } | null;
  employees: { after: string | null } | null;
}

export interface Touched {
  /** Ids of the signals that name a changed profile, stories among them. */
  ids: readonly string[];
  /** Signals that are not stories. */
  signals: readonly SignalRecord[];
  stories: readonly Story[];
  employees: readonly ContactRecord[];
  /** Stored versions of the batch's own stories; read with the last page. */
  own: readonly Story[];
  next: TouchedPage | null;
}

export const FIRST_PAGE: TouchedPage = { signals: { after: null }, employees: { after: null } };
const PAGE_SIGNALS = 500;
const PAGE_CONTACTS = 1_000;

export async function readTouched(
  stores: TouchedStores,
  { companies, people, own }: Touching,
  page: TouchedPage,
): Promise<Touched> {
  const named = companies.identifiers;
  const identifiers = [...named, ...people.identifiers.map((each) => `contact-${each}`)];
  const [ids, employees] = await Promise.all([
    page.signals && identifiers.length > 0
      ? stores.signals.referencing(identifiers, page.signals.after, PAGE_SIGNALS)
      : [],
    page.employees && named.length > 0
      ? stores.identity.contactsEmployedBy(named, page.employees.after, PAGE_CONTACTS)
      : { records: [], next: null },
  ]);
  const next: TouchedPage = {
    signals: ids.length < PAGE_SIGNALS ? null : { after: ids.at(-1) ?? null },
    employees: employees.next === null ? null : { after: employees.next },
  };
  const isLast = next.signals === null && next.employees === null;
  const mine = isLast ? own.storyIds : new Set<string>();
  const found = await stores.stories.read([...new Set([...ids, ...mine])]);
  const touched = new Set(ids);
  const stories = found.filter((story) => touched.has(idOf(story)));
  const shown = new Set([...stories.map(idOf), ...stories.map(({ groupId }) => groupId)]);
  return {
    ids,
    signals: await stores.signals.read(ids.filter((id) => !shown.has(id))),
    stories,
    employees: employees.records,
    own: found.filter((story) => mine.has(idOf(story))),
    next: isLast ? null : next,
  };
}
