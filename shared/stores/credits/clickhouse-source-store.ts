/** Sources of charges in ClickHouse. */

import type { SourceStore } from '../../domain/ports/source-store.js';
import { nextMicros } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

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
      await clickhouse.command(
        `INSERT INTO credit_sources (source_id, kind, description, drained_to, ended, version)
         SELECT {sourceId:String}, {kind:String}, {description:String},
           fromUnixTimestamp64Milli({drainedToMs:Int64}, 'UTC'), {ended:UInt8},
           greatest({version:UInt64}, (SELECT max(version) + 1 FROM credit_sources
             WHERE source_id = {sourceId:String}))`,
        {
          sourceId,
          kind,
          description,
          drainedToMs: Math.trunc(drainedToMs),
          ended: Number(ended),
          version: nextMicros(),
        },
        'usage',
      );
    },
  };
}
