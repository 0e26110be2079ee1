/**
 * Groups stories of several publishers. Stories of the same company and subtype report the same
 * news if their headlines are equal, or if one is nearly equal in meaning to the first story of a
 * group, within 7 days of it. Groups of equal headlines are a function of the whole set, whatever
 * the order of arrival; stories joined by meaning follow the group that existed when they arrived.
 * Pure.
 */
import { inSlices, yieldSlice } from '../../shared/domain/concurrency/in-slices.js';
import { foldCase, foldWords } from '../../shared/domain/normalise/fold-case.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { Story, StoryCluster } from '../../shared/domain/ports/story-store.js';
import { DAY_MS, isoOf } from '../../shared/domain/time.js';
import { dotProduct, unpackVector } from '../../shared/domain/vectors.js';

interface StoryGroup {
  /** Id of the member that arrived first; once given out, it stays. */
  id: string;
  /** Members, the earliest first, which the group shows. */
  members: readonly Story[];
}

export const GROUP_WINDOW_MS = 7 * DAY_MS;
const MIN_SIMILARITY = 0.95;

/** Returns the letters and digits of a headline, without the publisher's name at the end. */
export function titleKeyOf(title: string, publisher: string | null): string {
  const words = foldWords(title);
  const ending = foldWords(publisher ?? '');
  const withoutPublisher =
    ending !== '' && words.endsWith(` ${ending}`) ? words.slice(0, -ending.length - 1) : words;
  return withoutPublisher || foldCase(title);
}

function partitionKeyOf(story: Story): string {
  return `${story.record.company.key}\n${story.subtypeKey}`;
}

/** Returns the key of a story's cluster. A cluster holds the stories that can be in one group. */
export function clusterIdOf(story: Story): string {
  return `${partitionKeyOf(story)}\n${story.clusterKey}`;
}

export function clusterOf({ record, subtypeKey, clusterKey }: Story): StoryCluster {
  return { companyKey: record.company.key, subtypeKey, clusterKey };
}

/**
 * Returns `incoming` with their clusters, decided one after the other: that of an equal headline,
 * else that of the most similar first story of a group, else a cluster of their own. Other work of
 * the process runs in between.
 */
export async function joinClusters(
  existing: readonly Story[],
  incoming: readonly Story[],
): Promise<Story[]> {
  const partitions = new Map<string, Partition>();
  await inSlices(existing, (story) => addStory(partitions, story));
  const joined: Story[] = [];
  for (const story of incoming) {
    const partition = partitions.get(partitionKeyOf(story));
    const clusterKey =
      partition?.clusterOfTitle.get(story.titleKey) ??
      (partition && (await nearestCluster(partition, story))) ??
      story.titleKey;
    const kept = { ...story, clusterKey };
    joined.push(kept);
    addStory(partitions, kept);
  }
  return joined;
}

/** Stories of one company and subtype. */
interface Partition {
  clusterOfTitle: Map<string, string>;
  clusters: Map<string, Cluster>;
}

interface Cluster {
  stories: Story[];
  /** The first stories of its groups, the earliest first; unset if they have to be found again. */
  firsts?: readonly Story[] | undefined;
}

function addStory(partitions: Map<string, Partition>, story: Story): void {
  const key = partitionKeyOf(story);
  const partition = partitions.get(key) ?? { clusterOfTitle: new Map(), clusters: new Map() };
  partitions.set(key, partition);
  partition.clusterOfTitle.set(story.titleKey, story.clusterKey);
  const cluster = partition.clusters.get(story.clusterKey) ?? { stories: [] };
  partition.clusters.set(story.clusterKey, cluster);
  cluster.stories.push(story);
  if (!cluster.firsts || !isWithinGroup(cluster.firsts, story)) cluster.firsts = undefined;
}

/** Says whether a story is in one of the groups with these first stories, which then stay first. */
function isWithinGroup(firsts: readonly Story[], story: Story): boolean {
  const first = firsts.findLast((each) => earliestFirst(each, story) < 0);
  return first !== undefined && distance(first, story) <= GROUP_WINDOW_MS;
}

async function nearestCluster({ clusters }: Partition, story: Story): Promise<string | undefined> {
  let best: { similarity: number; clusterKey: string } | undefined;
  for (const [clusterKey, cluster] of clusters) {
    const pause = yieldSlice();
    if (pause) await pause;
    cluster.firsts ??= splitByWindow(cluster.stories).flatMap((members) => members[0] ?? []);
    for (const first of cluster.firsts) {
      if (distance(first, story) > GROUP_WINDOW_MS) continue;
      const similarity = dotProduct(vectorOf(story), vectorOf(first));
      if (similarity < MIN_SIMILARITY || similarity <= (best?.similarity ?? 0)) continue;
      best = { similarity, clusterKey };
    }
  }
  return best?.clusterKey;
}

/** Returns the groups of one cluster. */
export function groupsOf(cluster: readonly Story[]): StoryGroup[] {
  return splitByWindow(cluster).map((members) => {
    const [firstArrived] = [...members].sort(
      (a, b) => a.arrival - b.arrival || (idOf(a) < idOf(b) ? -1 : 1),
    );
    if (!firstArrived) throw new Error('a group has no members');
    return { id: idOf(firstArrived), members };
  });
}

/**
 * Splits the stories of a cluster into groups, the earliest first. From the earliest story on, a
 * group has all stories within the window of its first one.
 */
function splitByWindow(cluster: readonly Story[]): Story[][] {
  const groups: Story[][] = [];
  for (const story of [...cluster].sort(earliestFirst)) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group && first && distance(first, story) <= GROUP_WINDOW_MS) group.push(story);
    else groups.push([story]);
  }
  return groups;
}

/** Number of sources that a signal names: one with thousands would be returned with each of them. */
const MAX_SOURCES = 100;

/**
 * Returns the signal that shows a group: its earliest story, with the publishers of the group. Of
 * too many, it names the earliest and the newest.
 */
export function recordOfGroup({ id, members }: StoryGroup): SignalRecord {
  const [first] = members;
  if (!first) throw new Error('a group has no members');
  const { draft } = first.record;
  const named = members.length > MAX_SOURCES ? [first, ...members.slice(1 - MAX_SOURCES)] : members;
  const sources = named.map(({ record }) => ({
    publisher: record.draft.data.publisher ?? null,
    url: record.draft.data.url ?? null,
    title: record.draft.data.title ?? null,
    published_at: isoOf(record.draft.detectedAtMs),
  }));
  return {
    ...first.record,
    draft: { ...draft, signalId: id, data: { ...draft.data, sources } },
  };
}

export function idOf(story: Story): string {
  return story.record.draft.signalId;
}

function earliestFirst(a: Story, b: Story): number {
  return a.record.draft.detectedAtMs - b.record.draft.detectedAtMs || (idOf(a) < idOf(b) ? -1 : 1);
}

function distance(a: Story, b: Story): number {
  return Math.abs(a.record.draft.detectedAtMs - b.record.draft.detectedAtMs);
}

const vectors = new WeakMap<SignalRecord, Float32Array>();

/** Returns the vector of a story. It is decoded once, because a story is compared with many. */
function vectorOf({ record }: Story): Float32Array {
  const cached = vectors.get(record);
  if (cached) return cached;
  const vector = unpackVector(record.embedding);
  vectors.set(record, vector);
  return vector;
}
