/** Rows of `signal_vectors` that are current: of several rows of a signal, `signal_keys` has the version. */
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

/** Without FINAL, which would read more of the table. */
export async function onlyCurrent<Row extends { id: string; row_version: string }>(
  clickhouse: ClickHouse,
  found: readonly Row[],
): Promise<Row[]> {
  if (found.length === 0) return [];
  const rows = await clickhouse.rows<{ id: string; row_version: string }>(
    `SELECT toString(signal_id) AS id, toString(max(version)) AS row_version FROM signal_keys
     WHERE signal_id IN {ids:Array(UUID)}
     GROUP BY signal_id HAVING argMax(is_deleted, version) = 0`,
    { ids: found.map(({ id }) => id) },
  );
  const versions = new Map(rows.map((row) => [row.id, row.row_version]));
  return found.filter(({ id, row_version }) => versions.get(id) === row_version);
}
