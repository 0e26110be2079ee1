/** Exports all visible data, independent of the time and order of writing. */
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
 * Returns the export as one text that is equal if several processes wrote the data or another model
 * made the vectors. It replaces the id of a story's signal, which depends on the event that came
 * first. Throws if the tables of signals do not hold the same signals.
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
