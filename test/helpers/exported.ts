/** Everything people can see of the data, independent of when and in which order it was written. */
import type { ClickHouse } from '../../shared/clickhouse/clickhouse.js';

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
    rows('signals', 'signal_id', 'version, embedding'),
    rows('companies', 'company_key', 'version'),
    rows('contacts', 'contact_key', 'version'),
  ]);
  return { signals, companies, contacts };
}
