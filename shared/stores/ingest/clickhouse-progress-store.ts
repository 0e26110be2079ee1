/** Load progress of files, and facts about the stored data, in ClickHouse. */

import type { FactStore, ProgressStore } from '../../domain/ports/progress-store.js';
import { nextMicros } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

export function createClickHouseProgressStore(clickhouse: ClickHouse): ProgressStore & FactStore {
  return {
    async progress(fileKey) {
      const rows = await clickhouse.rows<{ lines: number; tallies: string; ended: 0 | 1 }>(
        `SELECT lines, tallies, ended FROM file_progress FINAL WHERE file_key = {fileKey:String}`,
        { fileKey },
      );
      const row = rows[0];
      if (!row) return null;
      return {
        fileKey,
        lines: row.lines,
        tallies: JSON.parse(row.tallies),
        ended: row.ended === 1,
      };
    },
    async putProgress({ fileKey, lines, tallies, ended }) {
      const row = {
        file_key: fileKey,
        lines,
        tallies: JSON.stringify(tallies),
        ended: Number(ended),
      };
      await clickhouse.insert('file_progress', [{ ...row, version: nextMicros() }]);
    },
    async fact(name) {
      const rows = await clickhouse.rows<{ value: string }>(
        'SELECT value FROM service_facts FINAL WHERE fact = {name:String}',
        { name },
      );
      return rows[0]?.value ?? null;
    },
    async putFact(name, value) {
      await clickhouse.insert('service_facts', [{ fact: name, value, version: nextMicros() }]);
    },
  };
}
