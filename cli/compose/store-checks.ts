/** Makes the checks of `/health/ready`: one for each store that a process needs, by name. */
import type { HealthCheck } from '../../api/monitoring/health.js';
import { findDamagedParts } from '../../shared/platform/clickhouse/schema/damaged-parts.js';
import { damageText } from './damaged-tables.js';
import type { Parts } from './open-parts.js';

/** An API process answers without Qdrant, if less well. Ingest writes to Qdrant, so it needs it. */
export function storeChecks(
  {
    config,
    clickhouse,
    vectors,
    damagedParts = [],
  }: Pick<Parts, 'config' | 'clickhouse' | 'vectors' | 'damagedParts'>,
  { needsVectors }: { needsVectors: boolean },
): HealthCheck[] {
  const checks: HealthCheck[] = [
    {
      name: 'clickhouse',
      async check() {
        await clickhouse.rows('SELECT 1 AS ok');
      },
      async version() {
        const rows = await clickhouse.rows<{ version: string }>('SELECT version() AS version');
        return rows[0]?.version ?? null;
      },
    },
  ];
  if (damagedParts.length > 0) {
    const { database } = config.clickhouse;
    checks.push({
      name: 'tables',
      optional: true,
      async check() {
        const [part] = await findDamagedParts(clickhouse, database);
        if (part) throw new Error(damageText(part));
      },
    });
  }
  if (vectors) {
    const check = () => vectors.collection.check();
    const version = () =>
      vectors.qdrant.read(async (client) => (await client.versionInfo()).version ?? null);
    checks.push({ name: 'qdrant', check, version, optional: !needsVectors });
  }
  return checks;
}
