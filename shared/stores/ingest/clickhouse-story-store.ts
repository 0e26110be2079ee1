/** Reads and writes news stories in ClickHouse. */
import { companyIdentifiers } from '../../domain/identity/company-identifiers.js';
import type { EventOrigin, SignalDraft } from '../../domain/ports/event-records.js';
import type { SignalRecord } from '../../domain/ports/signal-writer.js';
import type { Story, StoryStore } from '../../domain/ports/story-store.js';
import { isoOf } from '../../domain/time.js';
import { rowVersion } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { EMBEDDING_BASE64 } from '../signals/read-vectors.js';

interface StoryRow extends Omit<Story, 'record'> {
  record: string;
  embedding: string;
}

type StoredStory = Omit<SignalRecord, 'draft' | 'embedding'> &
  EventOrigin & {
    draft: Omit<SignalDraft, 'origin'>;
    eventVersion: string;
  };

const COLUMNS = `toString(group_id) AS groupId, subtype_key AS subtypeKey, title_key AS titleKey,
  cluster_key AS clusterKey, arrival, record, ${EMBEDDING_BASE64} AS embedding`;
/**
 * Selects the clusters asked for, and those of stories of a company and subtype that have one of
 * the headlines or were published in the range. The lookup table also keeps former rows of stories.
 */
const SELECTED_CLUSTERS = `SELECT company_key, subtype_key, cluster_key FROM story_places
    INNER JOIN (SELECT arrayJoin(arrayZip({companies:Array(String)}, {subtypes:Array(String)},
      {from:Array(Int64)}, {until:Array(Int64)})) AS range) AS ranges
    ON company_key = range.1 AND subtype_key = range.2
  WHERE (company_key, subtype_key) IN (SELECT place.1, place.2 FROM (SELECT arrayJoin(
      arrayZip({companies:Array(String)}, {subtypes:Array(String)})) AS place))
    AND (title_key IN {titles:Array(String)}
      OR toUnixTimestamp64Milli(published_at) BETWEEN range.3 AND range.4)
  UNION ALL SELECT cluster.1, cluster.2, cluster.3 FROM (SELECT arrayJoin(arrayZip(
    {clusterCompanies:Array(String)}, {clusterSubtypes:Array(String)}, {clusterKeys:Array(String)})) AS cluster)`;

export function createClickHouseStoryStore(clickhouse: ClickHouse): StoryStore {
  const find = async (where: string, params: Record<string, unknown>): Promise<Story[]> => {
    const rows = await clickhouse.rows<StoryRow>(
      `SELECT ${COLUMNS} FROM stories FINAL WHERE ${where}
       ORDER BY published_at, story_id`,
      params,
    );
    return rows.map(storyOf);
  };
  return {
    async read(storyIds) {
      if (storyIds.length === 0) return [];
      return find('story_id IN {ids:Array(UUID)}', { ids: storyIds });
    },
    async clusters(clusters, ranges, titleKeys) {
      if (clusters.length + ranges.length === 0) return [];
      return find(
        `story_id IN (SELECT story_id FROM story_places
           WHERE (company_key, subtype_key, cluster_key) IN (${SELECTED_CLUSTERS}))
         AND (company_key, subtype_key, cluster_key) IN (${SELECTED_CLUSTERS})`,
        {
          companies: ranges.map(({ companyKey }) => companyKey),
          subtypes: ranges.map(({ subtypeKey }) => subtypeKey),
          from: ranges.map(({ fromMs }) => fromMs),
          until: ranges.map(({ untilMs }) => untilMs),
          titles: titleKeys,
          clusterCompanies: clusters.map(({ companyKey }) => companyKey),
          clusterSubtypes: clusters.map(({ subtypeKey }) => subtypeKey),
          clusterKeys: clusters.map(({ clusterKey }) => clusterKey),
        },
      );
    },
    async put(stories) {
      await clickhouse.insert('stories', stories.map(rowOf));
    },
  };
}

function rowOf(story: Story): object {
  const { embedding, draft: signalDraft, ...links } = story.record;
  const { origin, ...draft } = signalDraft;
  const record = { draft, ...origin, eventVersion: String(origin.eventVersion), ...links };
  return {
    story_id: draft.signalId,
    group_id: story.groupId,
    company_key: links.company.key,
    subtype_key: story.subtypeKey,
    title_key: story.titleKey,
    cluster_key: story.clusterKey,
    published_at: isoOf(draft.detectedAtMs),
    arrival: String(story.arrival),
    record: JSON.stringify(record),
    identifiers: companyIdentifiers(draft.company),
    embedding_base64: embedding,
    version: rowVersion(origin.eventVersion).toString(),
  };
}

function storyOf({ record, embedding, ...story }: StoryRow): Story {
  const { draft, source, eventId, observedAtMs, eventVersion, ...links }: StoredStory =
    JSON.parse(record);
  const origin = { source, eventId, observedAtMs, eventVersion: BigInt(eventVersion) };
  return { ...story, record: { ...links, draft: { ...draft, origin }, embedding } };
}
