/** Turns to ingest, in ClickHouse: a row for each process, aged by the server's clock. */

import type { StoredMark, TurnState, TurnStore } from '../../domain/ports/turn-store.js';
import { nextMicros } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

interface TurnRow {
  process: string;
  place: string;
  pid: number;
  state: TurnState;
  asked: string;
  age_ms: number;
  stored_ms: number;
  version: string;
}

export function createClickHouseTurnStore(clickhouse: ClickHouse): TurnStore {
  return {
    async put(mark) {
      await clickhouse.insert('ingest_turns', [{ ...mark, version: nextMicros() }]);
    },
    async all() {
      const rows = await clickhouse.rows<TurnRow>(
        `SELECT toString(process) AS process, place, pid, state, toString(asked) AS asked,
           dateDiff('millisecond', stored_at, now64(3)) AS age_ms,
           toUnixTimestamp64Milli(stored_at) AS stored_ms, toString(version) AS version
         FROM ingest_turns FINAL`,
        {},
        'writer',
      );
      return rows.map(
        ({ age_ms, stored_ms, asked, version, ...mark }): StoredMark => ({
          ...mark,
          asked: Number(asked),
          ageMs: age_ms,
          storedAtMs: stored_ms,
          version: Number(version),
        }),
      );
    },
  };
}
