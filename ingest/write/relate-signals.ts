/**
 * What becomes of the signals of a batch, and of a page of stored ones that name changed profiles: linked to
 * their companies and people, grouped as stories, compared with where they stand. Reads, and writes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { ContactRecord } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { Story, StoryStore } from '../../shared/domain/ports/story-store.js';
import { firstShown } from '../derive/derive-hiring.js';
import {
  type GroupedStories,
  groupStories,
  type StoriesToGroup,
  storiesToRead,
} from '../derive/group-stories.js';
import { idOf } from '../derive/syndication.js';
import { directoryOf, readProfiles } from '../resolve/directory.js';
import { type Directories, referencesOf, resolveLinks } from '../resolve/resolve-links.js';
import type { BatchStores } from './apply-changes.js';
import type { Changes } from './changes.js';
import type { DecidedBatch, OwnSignals } from './decide-batch.js';
import { decideEmployees } from './decide-people.js';
import { decideSignals, signalIdsOf } from './decide-signals.js';
import {
  type Embeddings,
  embedMissing,
  makeRecords,
  namesOf,
  type RecordParts,
} from './make-records.js';
import type { Touched } from './read-touched.js';

export interface RelatedSignals extends Pick<Changes, 'names' | 'signals' | 'stories'> {
  employees: ContactRecord[];
  /** How many records the batch's own signals made. */
  written: number;
}

export async function relateSignals(
  deps: BatchStores & { embedder: Embedder },
  batch: DecidedBatch,
  touched: Touched,
  embeddings: Embeddings,
): Promise<RelatedSignals> {
  const { own, people } = batch;
  const { embedder, signals } = deps;
  const directories = await readDirectories(deps, batch, touched);
  const made = [...own.drafts, ...own.left, ...own.corrected];
  const vectors = await embedMissing(embedder, made, embeddings);
  const parts = { directories, embeddings: vectors, model: embedder.model };
  const linked = linkSignals(own, touched, parts);
  const groups = await readGroups(deps.stories, [...touched.stories, ...touched.own], {
    given: [...linked.retold, ...linked.stories],
    left: makeRecords(own.left, parts),
    anew: own.anew,
  });
  const settled = { records: groups.records, dropped: [...groups.dropped, ...own.gone] };
  const wanted = { ...linked, dropped: own.dropped, settled, unchanged: touched.ids };
  const postingIds = [...own.corrected, ...own.shown].map(({ signalId }) => signalId);
  const places = await signals.locate([...new Set([...signalIdsOf(wanted), ...postingIds])]);
  const shown = [...own.corrected, ...firstShown(own.shown, places)];
  const known = await embedMissing(embedder, shown, vectors);
  const postings = makeRecords(shown, { ...parts, embeddings: known });
  const changes = decideSignals(
    { ...wanted, settled: { ...settled, records: [...settled.records, ...postings] } },
    places,
  );
  const ownRecords = [...linked.records, ...linked.stories, ...postings];
  return {
    employees: decideEmployees(touched.employees, people, directories.companies),
    names: namesOf(ownRecords),
    signals: changes,
    stories: groups.stories,
    written: countOwn(changes.records, touched.ids, [
      ...ownRecords.map(({ draft }) => draft.signalId),
      ...groups.stories.flatMap((each) => (own.storyIds.has(idOf(each)) ? [each.groupId] : [])),
    ]),
  };
}

interface LinkedSignals {
  /** The batch's own, without stories. */
  records: SignalRecord[];
  /** The batch's own stories. */
  stories: SignalRecord[];
  /** Stored signals and stories that another company or person is shown for now. */
  relinked: SignalRecord[];
  retold: SignalRecord[];
}

/** What the batch's events say of a stored story goes before its new links. */
function linkSignals(own: OwnSignals, touched: Touched, parts: RecordParts): LinkedSignals {
  const records = makeRecords(own.drafts, parts);
  const isStory = ({ draft }: SignalRecord) => own.storyIds.has(draft.signalId);
  const taken = new Set([...own.storyIds, ...own.dropped.map(({ signalId }) => signalId)]);
  const others = touched.stories.filter((story) => !taken.has(idOf(story)));
  return {
    records: records.filter((record) => !isStory(record)),
    stories: records.filter(isStory),
    relinked: relinked(touched.signals, parts.directories),
    retold: relinked(
      others.map(({ record }) => record),
      parts.directories,
    ),
  };
}

/** By which companies and people are resolved: once for everything. */
async function readDirectories(
  { identity }: Pick<BatchStores, 'identity'>,
  { stored, companies, people }: DecidedBatch,
  touched: Touched,
): Promise<Directories> {
  const named = referencesOf([
    ...touched.signals.map(({ draft }) => draft),
    ...touched.stories.map(({ record }) => record.draft),
  ]);
  const employers = touched.employees.flatMap(({ employer }) => employer ?? []);
  const references = { ...named, companies: [...named.companies, ...employers] };
  const known = await readProfiles(identity, references, undefined, stored);
  return {
    companies: directoryOf(known.companies, companies),
    contacts: directoryOf(known.contacts, people),
  };
}

async function readGroups(
  store: StoryStore,
  stored: readonly Story[],
  stories: Omit<StoriesToGroup, 'previous'>,
): Promise<GroupedStories> {
  const { given, left, anew } = stories;
  if (given.length + left.length + anew.size === 0) {
    return { records: [], dropped: [], stories: [] };
  }
  const ids = new Set(given.map(({ draft }) => draft.signalId));
  const toGroup = { ...stories, previous: stored.filter((story) => ids.has(idOf(story))) };
  const { clusters, ranges, titleKeys } = storiesToRead(toGroup);
  return groupStories(toGroup, await store.clusters(clusters, ranges, titleKeys));
}

/** Those that another company or person is shown for now. */
function relinked(records: readonly SignalRecord[], directories: Directories): SignalRecord[] {
  return records.flatMap((record) => {
    const links = resolveLinks(record.draft, directories);
    const before = [record.company, record.contact];
    return isDeepStrictEqual([links.company, links.contact], before)
      ? []
      : [{ ...record, ...links }];
  });
}

/** Signals that were written because a profile changed are not counted. */
function countOwn(
  written: readonly SignalRecord[],
  touched: readonly string[],
  own: readonly string[],
): number {
  const others = new Set(touched);
  for (const id of own) others.delete(id);
  return written.filter(({ draft }) => !others.has(draft.signalId)).length;
}
