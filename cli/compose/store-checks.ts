/** Makes the checks of `/health/ready`: one for each store that a process needs, by name. */
import type { HealthCheck } from '../../api/monitoring/health.js';
import type { Parts } from './open-parts.js';

/** An API process answers without Qdrant, if less well. Ingest writes to Qdrant, so it needs it. */
export function storeChecks(
  { clickhouse, vectors }: Pick<Parts, 'clickhouse' | 'vectors'>,
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
  if (vectors) {
    const check = () => vectors.collection.check();
    const version = () =>
      vectors.qdrant.read(async (client) => (await client.versionInfo()).version ?? null);
    checks.push({ name: 'qdrant', check, version, ...(needsVectors ? {} : { optional: true }) });
  }
  return checks;
}
