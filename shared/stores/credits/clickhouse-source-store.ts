/** Sources of charges in ClickHouse. */

import type { SourceStore } from '../../domain/ports/source-store.js';
import { isoOf } from '../../domain/time.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { laterVersion } from '../../platform/clickhouse/client/later-version.js';

interface SourceRow {
  source_id: string;
  kind: 'journal' | 'stream';
  description: string;
  drained_ms: number;
  ended: number;
}

export function createClickHouseSourceStore(clickhouse: ClickHouse): SourceStore {
  return {
    async sources() {
      const rows = await clickhouse.rows<SourceRow>(
        `SELECT source_id, kind, description, toUnixTimestamp64Milli(drained_to) AS drained_ms, ended
         FROM credit_sources FINAL ORDER BY source_id`,
      );
      return rows.map((row) => ({
        sourceId: row.source_id,
        kind: row.kind,
        description: row.description,
        drainedToMs: row.drained_ms,
        ended: row.ended === 1,
      }));
    },
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
