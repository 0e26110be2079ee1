/**
 * Puts new or changed stories into their groups, and decides which signals show the groups now and
 * which no longer do. Reads nothing; only the arrival of a story comes from the clock.
 */
import { groupBy } from '../../shared/domain/group-by.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { Story, StoryCluster, StoryStore } from '../../shared/domain/ports/story-store.js';
import { nextMicros } from '../../shared/domain/versions.js';
import {
  clusterIdOf,
  clusterOf,
  GROUP_WINDOW_MS,
  groupsOf,
  idOf,
  joinClusters,
  recordOfGroup,
  titleKeyOf,
} from './syndication.js';

interface GroupedStories {
  /** Signals to store. */
  records: SignalRecord[];
  /** Ids of stories that no longer have a signal of their own. */
  dropped: string[];
  /** Stories to store after the signals. */
  stories: Story[];
}

interface StoriesToGroup {
  /** Single stories, resolved and embedded; versions older than the stored one are skipped. */
  incomingStories: readonly SignalRecord[];
  /** Former versions that may have been written in part; their groups are derived again. */
  supersededStories: readonly SignalRecord[];
  /** Clusters whose groups are derived again, keyed by `clusterIdOf`. */
  clustersToRegroup: ReadonlyMap<string, StoryCluster>;
  /** The stored versions of `incomingStories`. */
  previous: readonly Story[];
}

/** Returns what the grouping depends on, as arguments of `StoryStore.clusters`. */
export function storiesToRead({
  incomingStories,
  supersededStories,
  clustersToRegroup,
  previous,
}: StoriesToGroup): Parameters<StoryStore['clusters']> {
  const stories = [...incomingStories, ...supersededStories].map((record) => storyOf(record, 0));
  // Ask for clusters by key too: a cluster may have the headline of a story that has left it.
  const clusters = new Map([...clustersToRegroup, ...clustersOf([...previous, ...stories])]);
  const ranges = stories.map(({ record, subtypeKey }) => ({
    companyKey: record.company.key,
    subtypeKey,
    // The first story of a group that reaches into the window may be one window before it.
    fromMs: record.draft.detectedAtMs - 2 * GROUP_WINDOW_MS,
    untilMs: record.draft.detectedAtMs + GROUP_WINDOW_MS,
  }));
  const titleKeys = new Set(stories.map(({ titleKey }) => titleKey));
  return [[...clusters.values()], ranges, [...titleKeys]];
}

/** Groups the stories. `stored` holds the clusters that `storiesToRead` asks for. */
export async function groupStories(
  { incomingStories, supersededStories, clustersToRegroup, previous: earlier }: StoriesToGroup,
  stored: readonly Story[],
): Promise<GroupedStories> {
  const previous = new Map(earlier.map((each) => [idOf(each), each]));
  const incoming = incomingStories
    .filter(({ draft }) => {
      const before = previous.get(draft.signalId);
      return !before || before.record.draft.origin.eventVersion <= draft.origin.eventVersion;
    })
    .map((record) => storyOf(record, previous.get(record.draft.signalId)?.arrival ?? nextMicros()));
  const superseded = supersededStories.map((record) => storyOf(record, 0));
  const ids = new Set(incoming.map(idOf));
  const others = stored.filter((story) => !ids.has(idOf(story)));
  const joined = await joinClusters(others, incoming);
  const supersededClusters = clustersOf(await joinClusters([...others, ...joined], superseded));
  const regrouped = new Map([...clustersToRegroup, ...supersededClusters]);
  const touchedClusters = new Map([...regrouped, ...clustersOf([...joined, ...previous.values()])]);
  const stories = [...others.filter((story) => touchedClusters.has(clusterIdOf(story))), ...joined];
  return regroup(stories, joined, previous, regrouped);
}

function storyOf(record: SignalRecord, arrival: number): Story {
  const { data, signalId, signalSubtype } = record.draft;
  const publisher = typeof data.publisher === 'string' ? data.publisher : null;
  const titleKey = titleKeyOf(String(data.title ?? data.summary), publisher);
  return {
    record,
    groupId: signalId,
    subtypeKey: foldCase(signalSubtype),
    titleKey,
    clusterKey: titleKey,
    arrival,
  };
}

/** Groups the stories. Of the clusters in `regrouped`, by `clusterIdOf`, every group is written. */
function regroup(
  stories: readonly Story[],
  joined: readonly Story[],
  previous: ReadonlyMap<string, Story>,
  regrouped: ReadonlyMap<string, StoryCluster>,
): GroupedStories {
  const joinedIds = new Set(joined.map(idOf));
  // Ids of groups that a story has left or will enter.
  const changedGroupIds = new Set([...previous.values()].map(({ groupId }) => groupId));
  const groups = [...groupBy(stories, clusterIdOf).values()].flatMap(groupsOf);
  for (const { id, members } of groups) {
    for (const story of members)
      if (story.groupId !== id) changedGroupIds.add(story.groupId).add(id);
  }
  const result: GroupedStories = { records: [], dropped: [], stories: [] };
  for (const group of groups) {
    const hasNewMember = group.members.some((story) => joinedIds.has(idOf(story)));
    const isRegrouped = group.members.some((story) => regrouped.has(clusterIdOf(story)));
    if (!hasNewMember && !isRegrouped && !changedGroupIds.has(group.id)) continue;
    result.records.push(recordOfGroup(group));
    for (const story of group.members) {
      if (idOf(story) !== group.id) result.dropped.push(idOf(story));
      if (joinedIds.has(idOf(story)) || story.groupId !== group.id) {
        result.stories.push({ ...story, groupId: group.id });
      }
    }
  }
  return result;
}

/** Returns the clusters of the stories, keyed by `clusterIdOf`. */
export function clustersOf(stories: readonly Story[]): Map<string, StoryCluster> {
  return new Map(stories.map((story) => [clusterIdOf(story), clusterOf(story)]));
}
