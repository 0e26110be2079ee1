/**
 * Finds parts of tables whose files are damaged. ClickHouse sets most of them aside when it starts:
 * their rows are missing from every answer, and only `system.detached_parts` says so. Files that
 * kept their size stay in use, and only their checksums tell that they are damaged.
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

/** Prefix of the names of parts set aside for damage. Operators detach parts for other reasons. */
const DAMAGED = 'broken';
const ACCESS_DENIED = '497';
const NO_SUCH_PART = '232';

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

interface PartInUse {
  table: string;
  name: string;
  rows: number;
  bytes: number;
}

/** How many bytes and rows of the files have been read. */
interface ReadProgress {
  bytes: number;
  rows: number;
  totalBytes: number;
}

const PARTS_IN_USE = `SELECT table, name, rows, bytes_on_disk AS bytes FROM system.parts
  WHERE active AND database = {database:String} ORDER BY table, name`;

/**
 * Reads all files of our tables, and returns the parts in use that do not match their checksums. On
 * a cluster, it reads those of the server that it is connected to.
 */
export async function findCorruptParts(
  clickhouse: Pick<ClickHouse, 'rows'>,
  database: string,
  onProgress: (progress: ReadProgress) => void = () => undefined,
): Promise<DamagedPart[]> {
  const parts = await clickhouse.rows<PartInUse>(PARTS_IN_USE, { database });
  const corrupt: DamagedPart[] = [];
  const progress = { bytes: 0, rows: 0, totalBytes: 0 };
  for (const { bytes } of parts) progress.totalBytes += bytes;
  for (const { table, name, rows, bytes } of parts) {
    const sql = `CHECK TABLE ${table} PART '${name}' SETTINGS check_query_single_value_result = 0`;
    try {
      const [result] = await clickhouse.rows<{ is_passed: number }>(sql);
      if (result?.is_passed === 0) corrupt.push({ table, path: name });
    } catch (error) {
      // A merge has replaced the part meanwhile. Merges compare checksums, too.
      if (codeOf(error) !== NO_SUCH_PART) throw error;
    }
    progress.bytes += bytes;
    progress.rows += rows;
    onProgress(progress);
  }
  return corrupt;
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
