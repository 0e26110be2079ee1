/** Clusters of stories: those of a plain search of all stories, found without holding the process. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GROUP_WINDOW_MS,
  groupsOf,
  joinClusters,
  recordOfGroup,
} from '../../../../ingest/derive/syndication.js';
import type { Story } from '../../../../shared/domain/ports/story-store.js';
import { DAY_MS } from '../../../../shared/domain/time.js';
import { dotProduct, packVector, unpackVector } from '../../../../shared/domain/vectors.js';
import { signalRecord } from '../../../helpers/records.js';

interface StoryFacts {
  day: number;
  title: string;
  company: string;
  /** Direction of the vector in degrees: stories are similar within 18 degrees. */
  angle: number;
}

function storyOf({ day, title, company, angle }: StoryFacts, at: number): Story {
  const id = `story-${at * 7_919}`;
  const radians = (angle * Math.PI) / 180;
  const record = {
    ...signalRecord({ id, company, detectedAtMs: day * DAY_MS }),
    embedding: packVector(Float32Array.of(Math.cos(radians), Math.sin(radians))),
  };
  const keys = { subtypeKey: 'general', titleKey: title, clusterKey: title };
  return { record, groupId: id, ...keys, arrival: at };
}

/** Joins clusters as `joinClusters` does, but looks at every stored story for every new one. */
function joinPlainly(existing: readonly Story[], incoming: readonly Story[]): Story[] {
  const all = [...existing];
  return incoming.map((story) => {
    const near = all.filter(({ record }) => record.company.key === story.record.company.key);
    const equal = near.findLast(({ titleKey }) => titleKey === story.titleKey);
    const joined = {
      ...story,
      clusterKey: equal?.clusterKey ?? mostSimilar(near, story) ?? story.titleKey,
    };
    all.push(joined);
    return joined;
  });
}

function mostSimilar(stories: readonly Story[], story: Story): string | undefined {
  let best: { similarity: number; clusterKey: string } | undefined;
  for (const clusterKey of new Set(stories.map((each) => each.clusterKey))) {
    const cluster = stories.filter((each) => each.clusterKey === clusterKey);
    for (const { members } of groupsOf(cluster)) {
      const [first] = members;
      if (!first || Math.abs(timeOf(first) - timeOf(story)) > GROUP_WINDOW_MS) continue;
      const similarity = dotProduct(vectorOf(first), vectorOf(story));
      if (similarity >= 0.95 && similarity > (best?.similarity ?? 0)) {
        best = { similarity, clusterKey };
      }
    }
  }
  return best?.clusterKey;
}

const timeOf = ({ record }: Story) => record.draft.detectedAtMs;
const vectorOf = ({ record }: Story) => unpackVector(record.embedding);
const clustersIn = (stories: readonly Story[]) => stories.map(({ clusterKey }) => clusterKey);

describe('joinClusters', () => {
  it('finds the clusters of a plain search', async () => {
    const facts = fc.record({
      day: fc.integer({ min: 1, max: 40 }),
      title: fc.constantFrom(...'abcdefgh'),
      company: fc.constantFrom('alder', 'birch'),
      angle: fc.integer({ min: 0, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(facts, { maxLength: 40 }), fc.nat(), async (drawn, cut) => {
        const stories = drawn.map(storyOf);
        const start = cut % (stories.length + 1);
        const existing = joinPlainly([], stories.slice(0, start));
        const incoming = stories.slice(start);
        expect(clustersIn(await joinClusters(existing, incoming))).toEqual(
          clustersIn(joinPlainly(existing, incoming)),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('lets other work run while one company has thousands of stories', async () => {
    const stories = Array.from({ length: 3_000 }, (_, at) =>
      storyOf({ day: 20, title: `${at}`, company: 'alder', angle: (at * 137) % 360 }, at),
    );
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await joinClusters(stories.slice(100), stories.slice(0, 100));
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(2);
  });
});

it('a signal names at most 100 sources: the first and the newest, in any order of arrival', () => {
  const stories = Array.from({ length: 150 }, (_, at) =>
    storyOf({ day: 1 + at / 128, title: 'same', company: 'alder', angle: 0 }, at),
  );
  const sourcesOf = (arrived: readonly Story[]) => {
    const [group, ...others] = groupsOf(arrived.map((story, arrival) => ({ ...story, arrival })));
    expect(others).toEqual([]);
    const sources = group && recordOfGroup(group).draft.data.sources;
    return Array.isArray(sources) ? sources.map((each) => Date.parse(each.published_at)) : [];
  };
  const expected = [stories[0], ...stories.slice(-99)].map((story) => story && timeOf(story));
  expect(sourcesOf(stories)).toEqual(expected);
  expect(sourcesOf(stories.toReversed())).toEqual(expected);
  expect(sourcesOf(stories.slice(0, 100))).toHaveLength(100);
});
