/** Everything people can see of the data, independent of when and in which order it was written. */
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';

export async function exportOf(clickhouse: ClickHouse): Promise<{
  signals: Record<string, unknown>[];
  companies: Record<string, unknown>[];
  contacts: Record<string, unknown>[];
}> {
  const rows = (table: string, key: string, except: string) =>
    clickhouse.rows<Record<string, unknown>>(
      `SELECT * EXCEPT (${except}) FROM ${table} FINAL ORDER BY toString(${key})`,
    );
  const [signals, companies, contacts] = await Promise.all([
    rows('signals', 'signal_id', 'version'),
    rows('companies', 'company_key', 'version'),
    rows('contacts', 'contact_key', 'version'),
  ]);
  return { signals, companies, contacts };
}

/**
 * The same as one text, each record once, where several processes have written or another model made the
 * vectors. A story's signal bears the id of the one that came first, which is no property of
 * the set. Throws when the tables of signals do not hold the same ones.
 */
export async function comparableExport(clickhouse: ClickHouse): Promise<string> {
  const { signals, companies, contacts } = await exportOf(clickhouse);
  const shown = signals.map(({ embedding_model: _, ...signal }) =>
    JSON.stringify(
      String(signal.data).includes('"sources"') ? { ...signal, signal_id: 'a story' } : signal,
      null,
      1,
    ),
  );
  const counts = [
    'signals',
    'signals_by_company',
    'signals_by_time',
    'signals_by_type',
    'signal_records',
  ].map((table) => `SELECT '${table}' AS name, count() AS n FROM ${table} FINAL`);
  counts.push(`SELECT 'vectors' AS name, count() AS n FROM signal_vectors
    WHERE (signal_id, version) IN (
      SELECT signal_id, version FROM signal_keys FINAL WHERE is_deleted = 0)`);
  counts.push(`SELECT 'keys' AS name, count() AS n FROM signal_keys FINAL WHERE is_deleted = 0`);
  const held = await clickhouse.rows<{ name: string; n: number }>(counts.join(' UNION ALL '));
  const wrong = held.filter(({ n }) => n !== signals.length);
  if (wrong.length > 0) throw new Error(`${signals.length} signals, ${JSON.stringify(wrong)}`);
  return [...shown.sort(), JSON.stringify({ companies, contacts }, null, 1)].join('\n');
}
