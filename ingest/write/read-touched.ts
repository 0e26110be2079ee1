/**
 * Reads everything that names a changed profile: signals, stories and employees. It reads in pages,
 * so that the memory of a batch is bounded, however many signals a company has.
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

/** The part of a decided batch that says which profiles change, and which stories are its own. */
interface ChangedProfiles {
  companies: { identifiers: readonly string[] };
  people: { identifiers: readonly string[] };
  signals: { storyIds: ReadonlySet<string> };
}

export interface Touched {
  /** Ids of the signals that name a changed profile, including stories. */
  ids: readonly string[];
  /** Signals that are not stories. */
  signals: readonly SignalRecord[];
  stories: readonly Story[];
  employees: readonly ContactRecord[];
  /** Stored versions of the batch's own stories; read with the last page. */
  batchStories: readonly Story[];
  isLast: boolean;
}

/** Where the next page begins; `after: null` is the first page, `null` means there is none. */
type NextPage = { after: string | null } | null;

const PAGE_SIGNALS = 500;
const PAGE_CONTACTS = 1_000;

/** Yields at least one page. Reads a page when the caller has finished the one before. */
export async function* readTouched(
  stores: TouchedStores,
  { companies, people, signals }: ChangedProfiles,
): AsyncGenerator<Touched> {
  const companyIds = companies.identifiers;
  const identifiers = [...companyIds, ...people.identifiers.map((each) => `contact-${each}`)];
  let nextSignals: NextPage = identifiers.length > 0 ? { after: null } : null;
  let nextEmployees: NextPage = companyIds.length > 0 ? { after: null } : null;
  for (let isLast = false; !isLast; ) {
    const [ids, employees] = await Promise.all([
      nextSignals ? stores.signals.referencing(identifiers, nextSignals.after, PAGE_SIGNALS) : [],
      nextEmployees
        ? stores.identity.contactsEmployedBy(companyIds, nextEmployees.after, PAGE_CONTACTS)
        : { records: [], next: null },
    ]);
    nextSignals = ids.length < PAGE_SIGNALS ? null : { after: ids.at(-1) ?? null };
    nextEmployees = employees.next === null ? null : { after: employees.next };
    isLast = nextSignals === null && nextEmployees === null;
    const batchStoryIds = isLast ? signals.storyIds : new Set<string>();
    const storedStories = await stores.stories.read([...new Set([...ids, ...batchStoryIds])]);
    const touchedIds = new Set(ids);
    const stories = storedStories.filter((story) => touchedIds.has(idOf(story)));
    const storySignalIds = new Set([
      ...stories.map(idOf),
      ...stories.map(({ groupId }) => groupId),
    ]);
    yield {
      ids,
      signals: await stores.signals.read(ids.filter((id) => !storySignalIds.has(id))),
      stories,
      employees: employees.records,
      batchStories: storedStories.filter((story) => batchStoryIds.has(idOf(story))),
      isLast,
    };
  }
}
