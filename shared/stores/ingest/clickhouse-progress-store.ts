/** Keeps the progress of loaded files, and facts about the stored data, in ClickHouse. */
import type { FactStore, FileProgress, ProgressStore } from '../../domain/ports/progress-store.js';
import { nextMicros } from '../../domain/versions.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

export function createClickHouseProgressStore(clickhouse: ClickHouse): ProgressStore & FactStore {
  return {
    async progress(fileKey) {
      const [row] = await clickhouse.rows<Omit<FileProgress, 'tallies'> & { tallies: string }>(
        `SELECT file_key AS fileKey, lines, tallies, toBool(ended) AS ended
         FROM file_progress FINAL WHERE file_key = {fileKey:String}`,
        { fileKey },
      );
      return row ? { ...row, tallies: JSON.parse(row.tallies) } : null;
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
