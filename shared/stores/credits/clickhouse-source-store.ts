/** Reads and writes the sources of charges in ClickHouse. */
import type { PublishedSource, SourceStore } from '../../domain/ports/source-store.js';
import { isoOf } from '../../domain/time.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { laterVersion } from '../../platform/clickhouse/client/later-version.js';

export function createClickHouseSourceStore(clickhouse: ClickHouse): SourceStore {
  return {
    sources: () =>
      clickhouse.rows<PublishedSource>(
        `SELECT source_id AS sourceId, kind, description,
           toUnixTimestamp64Milli(drained_to) AS drainedToMs, toBool(ended) AS ended
         FROM credit_sources FINAL ORDER BY source_id`,
      ),
    async putSource({ sourceId, kind, description, drainedToMs, ended }) {
      const row = {
        source_id: sourceId,
        kind,
        description,
        drained_to: isoOf(drainedToMs),
        ended: Number(ended),
        version: await laterVersion(clickhouse, 'credit_sources', 'source_id', sourceId),
      };
      await clickhouse.insert('credit_sources', [row], 'usage');
    },
  };
}
