/**
 * Finds parts of tables that ClickHouse has set aside because their files are damaged. Their rows
 * are missing from every answer, and ClickHouse reports this only in `system.detached_parts`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf } from '../../../domain/errors.js';
import type { ClickHouse } from '../client/clickhouse.js';
import { enginePath } from '../gateway/published-gateway.js';

export interface DamagedPart {
  table: string;
  path: string;
}

/** Prefix of the names of such parts. Operators detach parts for other reasons. */
const DAMAGED = 'broken';
const ACCESS_DENIED = '497';

const DAMAGED_PARTS = `SELECT table, path FROM system.detached_parts
  WHERE database = {database:String} AND startsWith(ifNull(reason, ''), '${DAMAGED}')
  ORDER BY table, path`;

type ReadParts = (sql: string, params: { database: string }) => Promise<DamagedPart[]>;

/**
 * Returns the damaged parts of our tables. There are none on a cluster, whose replicas fetch such a
 * part from each other, and none on a server that does not let its user read the system table.
 */
export async function findDamagedParts(
  clickhouse: Pick<ClickHouse, 'cluster'> & { rows: ReadParts },
  database: string,
): Promise<DamagedPart[]> {
  if (clickhouse.cluster) return [];
  try {
    return await clickhouse.rows(DAMAGED_PARTS, { database });
  } catch (error) {
    if (codeOf(error) === ACCESS_DENIED) return [];
    throw error;
  }
}

/** Does not open the folder. Parts damaged since the engine was last started are not among them. */
export function damagedPartsIn(dataDir: string, database: string): DamagedPart[] {
  const engine = resolve(enginePath(dataDir));
  const definitions = join(engine, 'metadata', database);
  if (!existsSync(definitions)) return [];
  return readdirSync(definitions).flatMap((file) => {
    const definition = readFileSync(join(definitions, file), 'utf8');
    const id = /^ATTACH TABLE _ UUID '([^']+)'/.exec(definition)?.[1];
    if (id === undefined) return [];
    const detached = join(engine, 'store', id.slice(0, 3), id, 'detached');
    if (!existsSync(detached)) return [];
    return readdirSync(detached)
      .filter((name) => name.startsWith(DAMAGED))
      .map((name) => ({ table: file.replace(/\.sql$/, ''), path: join(detached, name) }));
  });
}
