/**
 * Puts new or changed stories into their groups: which signals show them now, which ones no longer do.
 * Signals are stored first and stories after them: until then a repeat finds the same and ends the same.
 */
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { Story, StoryStore } from '../../shared/domain/ports/story-store.js';
import { nextMicros } from '../../shared/domain/versions.js';
import {
  clusterOf,
  clusterPlaceOf,
  GROUP_WINDOW_MS,
  groupsOf,
  idOf,
  joinClusters,
  recordOfGroup,
  type StoryCluster,
  titleKeyOf,
} from './syndication.js';

export interface GroupedStories {
  /** Signals to store. */
  records: SignalRecord[];
  /** Ids that no longer stand for a signal of their own. */
  dropped: string[];
  /** To be stored after the signals. */
  stories: Story[];
}

export interface StoriesToGroup {
  /** Stories by themselves, resolved and embedded; an older version than is stored is left out. */
  given: readonly SignalRecord[];
  /** Versions that stand no longer, and may have been written in part: their groups are shown anew. */
  left?: readonly SignalRecord[];
  /** Clusters whose groups are shown anew, by `clusterOf`. */
  anew?: ReadonlyMap<string, StoryCluster>;
}

export async function groupStories(
  store: StoryStore,
  { given, left = [], anew = new Map() }: StoriesToGroup,
): Promise<GroupedStories> {
  if (given.length + left.length + anew.size === 0) {
    return { records: [], dropped: [], stories: [] };
  }
  const previous = new Map(
    (await store.read(given.map(({ draft }) => draft.signalId))).map((each) => [idOf(each), each]),
  );
  const incoming = given
    .filter(({ draft, eventVersion }) => {
      const stored = previous.get(draft.signalId);
      return !stored || stored.record.eventVersion <= eventVersion;
    })
    .map((record) => storyOf(record, previous.get(record.draft.signalId)));
  const past = left.map((record) => storyOf(record, undefined));
  const ids = new Set(incoming.map(idOf));
  const known = (await loadNear(store, [...incoming, ...past])).filter(
    (story) => !ids.has(idOf(story)),
  );
  const joined = joinClusters(known, incoming);
  const again = new Map([...anew, ...clustersOf(joinClusters([...known, ...joined], past))]);
  const stories = await loadClusters(
    store,
    joined,
    new Map([...again, ...clustersOf([...joined, ...previous.values()])]),
  );
  return regroup(stories, { joined, previous, again });
}

function storyOf(record: SignalRecord, previous: Story | undefined): Story {
  const { data, signalId, signalSubtype } = record.draft;
  const publisher = typeof data.publisher === 'string' ? data.publisher : null;
  const titleKey = titleKeyOf(String(data.title ?? data.summary), publisher);
  return {
    record,
    groupId: signalId,
    subtypeKey: foldCase(signalSubtype),
    titleKey,
    clusterKey: titleKey,
    arrival: previous?.arrival ?? nextMicros(),
  };
}

function loadNear(store: StoryStore, incoming: readonly Story[]): Promise<Story[]> {
  const ranges = incoming.map((story) => ({
    ...placeOf(story),
    // The first story of a group that reaches into the window may lie one window before it.
    fromMs: story.record.draft.detectedAtMs - 2 * GROUP_WINDOW_MS,
    untilMs: story.record.draft.detectedAtMs + GROUP_WINDOW_MS,
  }));
  return store.near(ranges, [...new Set(incoming.map(({ titleKey }) => titleKey))]);
}

/** Every story of the clusters that gain or lose one, or are shown anew, as they will stand. */
async function loadClusters(
  store: StoryStore,
  joined: readonly Story[],
  touched: ReadonlyMap<string, StoryCluster>,
): Promise<Story[]> {
  const ids = new Set(joined.map(idOf));
  const stored = await store.inClusters([...touched.values()]);
  const known = stored.filter((story) => !ids.has(idOf(story)) && touched.has(clusterOf(story)));
  return [...known, ...joined];
}

interface Regrouped {
  joined: readonly Story[];
  previous: ReadonlyMap<string, Story>;
  again: ReadonlyMap<string, StoryCluster>;
}

function regroup(
  stories: readonly Story[],
  { joined, previous, again }: Regrouped,
): GroupedStories {
  const clusters = new Map<string, Story[]>();
  for (const story of stories) {
    clusters.set(clusterOf(story), [...(clusters.get(clusterOf(story)) ?? []), story]);
  }
  const incoming = new Set(joined.map(idOf));
  // Groups that a story has left or will enter.
  const changed = new Set([...previous.values()].map(({ groupId }) => groupId));
  const groups = [...clusters.values()].flatMap(groupsOf);
  for (const { id, members } of groups) {
    for (const story of members) if (story.groupId !== id) changed.add(story.groupId).add(id);
  }
  const result: GroupedStories = { records: [], dropped: [], stories: [] };
  for (const group of groups) {
    const gained = group.members.some((story) => incoming.has(idOf(story)));
    const isShownAnew = group.members.some((story) => again.has(clusterOf(story)));
    if (!gained && !isShownAnew && !changed.has(group.id)) continue;
    result.records.push(recordOfGroup(group));
    for (const story of group.members) {
      if (idOf(story) !== group.id) result.dropped.push(idOf(story));
      if (incoming.has(idOf(story)) || story.groupId !== group.id) {
        result.stories.push({ ...story, groupId: group.id });
      }
    }
  }
  return result;
}

/** By `clusterOf`. */
export function clustersOf(stories: readonly Story[]): Map<string, StoryCluster> {
  return new Map(stories.map((story) => [clusterOf(story), clusterPlaceOf(story)]));
}

function placeOf(story: Story): { companyKey: string; subtypeKey: string } {
  return { companyKey: story.record.company.key, subtypeKey: story.subtypeKey };
}
