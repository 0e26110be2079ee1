/** Keeps the turns of ingest in ClickHouse: a row per process, aged by the clock of the server. */
import type { StoredMark, TurnStore } from '../../domain/ports/turn-store.js';
import { nextMicros } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

export function createClickHouseTurnStore(clickhouse: ClickHouse): TurnStore {
  return {
    async put({ pidNamespace, ...mark }) {
      const row = { ...mark, place: pidNamespace, version: nextMicros() };
      await clickhouse.insert('ingest_turns', [row]);
    },
    all: () =>
      clickhouse.rows<StoredMark>(
        `SELECT toString(process) AS process, place AS pidNamespace, pid, state, asked,
           dateDiff('millisecond', stored_at, now64(3)) AS ageMs,
           toUnixTimestamp64Milli(stored_at) AS storedAtMs, version
         FROM ingest_turns FINAL`,
        {},
        'writer',
      ),
  };
}
