/**
 * Links the signals of a batch, and a page of stored ones that name changed profiles, to their companies and
 * people, groups stories, and compares the result with what is stored. This file reads what each decision
 * needs; the functions it calls in between are pure. Nothing is written.
 */
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { ContactRecord } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { StoryCluster } from '../../shared/domain/ports/story-store.js';
import { postingsWithoutEarlier } from '../derive/derive-hiring.js';
import { groupStories, storiesToRead } from '../derive/group-stories.js';
import { idOf } from '../derive/syndication.js';
import { directoryOf, readProfiles } from '../resolve/directory.js';
import { type Directories, referencesOf } from '../resolve/resolve-links.js';
import type { BatchStores } from './apply-changes.js';
import type { Changes } from './changes.js';
import type { DecidedBatch } from './decide-batch.js';
import { decideEmployees } from './decide-people.js';
import { decideSignals, signalIdsOf, type WantedSignals } from './decide-signals.js';
import { linkSignals } from './link-signals.js';
import { type Embeddings, embedMissing, makeRecords, namesOf } from './make-records.js';
import type { Touched } from './read-touched.js';

export interface RelatedSignals extends Pick<Changes, 'names' | 'signals' | 'stories'> {
  employees: ContactRecord[];
  /** Number of records that the batch's own signals made. */
  written: number;
}

export async function relateSignals(
  stores: BatchStores & { embedder: Embedder },
  batch: DecidedBatch,
  touched: Touched,
  /** Clusters whose groups are derived again, keyed by `clusterOf`. */
  anew: ReadonlyMap<string, StoryCluster>,
  given: Embeddings,
): Promise<RelatedSignals> {
  const { own } = batch;
  const { embedder, signals, stories } = stores;

  const directories = await readDirectories(stores, batch, touched);
  const drafts = [...own.drafts, ...own.left, ...own.corrected];
  const embeddings = await embedMissing(embedder, drafts, given);
  const parts = { directories, embeddings, model: embedder.model };
  const linked = linkSignals(own, touched, parts);

  const toGroup = { ...linked.toGroup, anew };
  const { clusters, ranges, titleKeys } = storiesToRead(toGroup);
  const stored = await stories.clusters(clusters, ranges, titleKeys);
  const groups = groupStories(toGroup, stored);

  const wanted = (postings: readonly SignalRecord[]): WantedSignals => ({
    records: linked.records,
    relinked: linked.relinked,
    dropped: own.dropped,
    final: {
      records: [...groups.records, ...postings],
      dropped: [...groups.dropped, ...own.gone],
    },
    unchanged: touched.ids,
  });
  const postingIds = [...own.corrected, ...own.shown].map(({ signalId }) => signalId);
  const places = await signals.locate([...new Set([...signalIdsOf(wanted([])), ...postingIds])]);
  const shown = [...own.corrected, ...postingsWithoutEarlier(own.shown, places)];
  const known = await embedMissing(embedder, shown, embeddings);
  const postings = makeRecords(shown, { ...parts, embeddings: known });
  const changes = decideSignals(wanted(postings), places);

  const ownRecords = [...linked.records, ...linked.stories, ...postings];
  const ownGroups = groups.stories.filter((story) => own.storyIds.has(idOf(story)));
  return {
    employees: decideEmployees(touched.employees, batch.people, directories.companies),
    names: namesOf([...ownRecords, ...linked.relinked, ...toGroup.given], directories.companies),
    signals: changes,
    stories: groups.stories,
    written: countOwn(changes.records, touched.ids, [
      ...ownRecords.map(({ draft }) => draft.signalId),
      ...ownGroups.map(({ groupId }) => groupId),
    ]),
  };
}

/** Reads the companies and people that references are resolved to, once for everything. */
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

/** Counts the batch's own records, without signals written because a profile changed. */
function countOwn(
  written: readonly SignalRecord[],
  touched: readonly string[],
  own: readonly string[],
): number {
  const others = new Set(touched);
  for (const id of own) others.delete(id);
  return written.filter(({ draft }) => !others.has(draft.signalId)).length;
}
