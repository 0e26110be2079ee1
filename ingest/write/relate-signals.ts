/**
 * Links the signals of a batch, and a page of stored ones that name changed profiles, to their
 * companies and people, groups stories, and compares the result with what is stored. This file
 * reads what each decision needs; the functions it calls in between are pure. Nothing is written.
 */
import { isDeepStrictEqual } from 'node:util';
import { yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import type { ContactRecord } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { StoryCluster } from '../../shared/domain/ports/story-store.js';
import { postingsWithoutEarlier } from '../derive/derive-hiring.js';
import { groupStories, storiesToRead } from '../derive/group-stories.js';
import { idOf } from '../derive/syndication.js';
import { directoryOf, readProfiles } from '../resolve/directory.js';
import { type Directories, referencesOf, resolveLinks } from '../resolve/resolve-links.js';
import type { BatchDeps } from './batch-deps.js';
import type { Changes, SignalChanges } from './changes.js';
import type { BatchSignals, DecidedBatch } from './decide-batch.js';
import { decideEmployees } from './decide-people.js';
import { decideSignals, signalIdsOf, type WantedSignals } from './decide-signals.js';
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
  /** Number of records that the batch's own signals made. */
  written: number;
}

export async function relateSignals(
  deps: BatchDeps,
  batch: DecidedBatch,
  touched: Touched,
  /** Clusters whose groups are derived again, keyed by `clusterIdOf`. */
  clustersToRegroup: ReadonlyMap<string, StoryCluster>,
  embeddings: Embeddings,
): Promise<RelatedSignals> {
  const { signals } = batch;
  const { embedder, identity, stories } = deps;
  const directories = await readDirectories(identity, batch, touched);
  // Fresh postings are embedded later, as most of them are not written.
  const toEmbed = [...signals.drafts, ...signals.supersededStories, ...signals.correctedPostings];
  const parts: RecordParts = {
    directories,
    embeddings: await embedMissing(embedder, toEmbed, embeddings),
    model: embedder.model,
  };
  const linked = linkSignals(signals, touched, parts);
  await yieldSlice();
  const toGroup = { ...linked.toGroup, clustersToRegroup };
  const groups = await groupStories(toGroup, await stories.clusters(...storiesToRead(toGroup)));
  const wanted: WantedSignals = {
    records: linked.records,
    relinked: linked.relinked,
    dropped: signals.dropped,
    final: {
      records: groups.records,
      dropped: [...groups.dropped, ...signals.removedPostingIds],
    },
    checkedIds: touched.ids,
  };
  const { changes, postings } = await decideRows(deps, signals, wanted, parts);
  const { companies } = directories;
  const batchRecords = [...linked.records, ...linked.stories, ...postings];
  const batchGroups = groups.stories.filter((story) => signals.storyIds.has(idOf(story)));
  const namedBy = [...batchRecords, ...linked.relinked, ...linked.toGroup.incomingStories];
  return {
    employees: decideEmployees(touched.employees, batch.people, companies),
    names: namesOf(namedBy, companies),
    signals: changes,
    stories: groups.stories,
    written: countBatchRecords(changes.records, touched.ids, [
      ...batchRecords.map(({ draft }) => draft.signalId),
      ...batchGroups.map(({ groupId }) => groupId),
    ]),
  };
}

/**
 * Links the batch's own signals, and the stored ones that name changed profiles, to the companies
 * and people that they mean now. What the batch says about a stored story overrides its new links.
 */
function linkSignals(batchSignals: BatchSignals, touched: Touched, parts: RecordParts) {
  const records = makeRecords(batchSignals.drafts, parts);
  const isStory = ({ draft }: SignalRecord) => batchSignals.storyIds.has(draft.signalId);
  const stories = records.filter(isStory);
  const decidedIds = new Set([
    ...batchSignals.storyIds,
    ...batchSignals.dropped.map(({ signalId }) => signalId),
  ]);
  const others = touched.stories.filter((story) => !decidedIds.has(idOf(story)));
  const relinkedStories = relink(
    others.map(({ record }) => record),
    parts.directories,
  );
  const incomingStories = [...relinkedStories, ...stories];
  const ids = new Set(incomingStories.map(({ draft }) => draft.signalId));
  return {
    records: records.filter((record) => !isStory(record)),
    stories,
    /** Stored signals that now show another company or person. */
    relinked: relink(touched.signals, parts.directories),
    /** The batch's own stories, and stored ones that now show another company or person. */
    toGroup: {
      incomingStories,
      supersededStories: makeRecords(batchSignals.supersededStories, parts),
      previous: [...touched.stories, ...touched.batchStories].filter((story) =>
        ids.has(idOf(story)),
      ),
    },
  };
}

/** Returns the records that now show another company or person, with their new links. */
function relink(records: readonly SignalRecord[], directories: Directories): SignalRecord[] {
  return records.flatMap((record) => {
    const links = resolveLinks(record.draft, directories);
    const before = { company: record.company, contact: record.contact };
    return isDeepStrictEqual(links, before) ? [] : [{ ...record, ...links }];
  });
}

/** Decides the rows of `wanted` and of the batch's postings, from the rows that are stored. */
async function decideRows(
  { signals, embedder }: BatchDeps,
  { correctedPostings, freshPostings }: BatchSignals,
  wanted: WantedSignals,
  parts: RecordParts,
): Promise<{ changes: SignalChanges; postings: SignalRecord[] }> {
  const postingIds = [...correctedPostings, ...freshPostings].map(({ signalId }) => signalId);
  const storedKeys = await signals.locate([...new Set([...signalIdsOf(wanted), ...postingIds])]);
  const postingsToWrite = [
    ...correctedPostings,
    ...postingsWithoutEarlier(freshPostings, storedKeys),
  ];
  const embeddings = await embedMissing(embedder, postingsToWrite, parts.embeddings);
  const postings = makeRecords(postingsToWrite, { ...parts, embeddings });
  const { final } = wanted;
  const all = { ...wanted, final: { ...final, records: [...final.records, ...postings] } };
  return { changes: decideSignals(all, storedKeys), postings };
}

/** Reads the companies and people that references of the page are resolved to. */
async function readDirectories(
  identity: BatchDeps['identity'],
  { stored, companies, people }: DecidedBatch,
  touched: Touched,
): Promise<Directories> {
  const named = referencesOf([
    ...touched.signals.map(({ draft }) => draft),
    ...touched.stories.map(({ record }) => record.draft),
  ]);
  const employers = touched.employees.flatMap(({ employer }) => employer ?? []);
  const references = { ...named, companies: [...named.companies, ...employers] };
  const others = await readProfiles(identity, references);
  return {
    companies: directoryOf([...stored.companies, ...others.companies], companies),
    contacts: directoryOf([...stored.contacts, ...others.contacts], people),
  };
}

/** Counts the records of the batch, without signals written because a profile changed. */
function countBatchRecords(
  written: readonly SignalRecord[],
  touchedIds: readonly string[],
  batchIds: readonly string[],
): number {
  const otherIds = new Set(touchedIds);
  for (const id of batchIds) otherIds.delete(id);
  return written.filter(({ draft }) => !otherIds.has(draft.signalId)).length;
}
