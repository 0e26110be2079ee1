/**
 * Keeps the current rows of `signal_vectors`: those whose version is in `signal_keys`. Asking for
 * the versions of the hits takes a fifth of a search. So if nothing is written for a while, all
 * rows that are not current are read at once, and that list is used until the next write.
 */
import { asSharedOwner } from '../../domain/concurrency/on-behalf-of.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

interface VectorRow {
  id: string;
  row_version: string;
}

/**
 * Returns the current rows of `found`. `writes` is the value of `ClickHouse.writes` before they
 * were read: rows from before a write are not compared with a list from after it.
 */
export type OnlyCurrent = <Row extends VectorRow>(
  found: readonly Row[],
  writes: string | null,
) => Promise<Row[]>;

const QUIET_MS = 2_000;
/** In a larger table, versions are asked for: that takes little time compared with the search. */
const MAX_SIGNALS = 3_000_000;
const MAX_SUPERSEDED = 1_000;

const CURRENT = 'GROUP BY signal_id HAVING argMax(is_deleted, version) = 0';
const SUPERSEDED = `SELECT toString(signal_id) AS id, toString(version) AS row_version
  FROM signal_vectors
  LEFT ANTI JOIN (SELECT signal_id, max(version) AS last FROM signal_keys ${CURRENT}) AS keys
  ON signal_vectors.signal_id = keys.signal_id AND signal_vectors.version = keys.last
  WHERE is_deleted = 0 LIMIT ${MAX_SUPERSEDED + 1}
  SETTINGS max_rows_in_join = ${MAX_SIGNALS}, join_overflow_mode = 'throw'`;

interface Quiet {
  writes: string;
  sinceMs: number;
  /** If asking for the list fails, it is asked for again after the next write. */
  isListed: boolean;
  superseded: ReadonlySet<string> | null;
}

/** Uses the list if this process sees every write. Otherwise asks for versions. */
export function createOnlyCurrent(clickhouse: ClickHouse, quietMs = QUIET_MS): OnlyCurrent {
  let quiet: Quiet | null = null;
  const list = async (during: Quiet): Promise<void> => {
    during.isListed = true;
    const rows = await asSharedOwner(() => clickhouse.rows<VectorRow>(SUPERSEDED, {}, 'vectors'));
    if (rows.length > MAX_SUPERSEDED || clickhouse.writes() !== during.writes) return;
    during.superseded = new Set(rows.map(rowKey));
  };
  return async (found, writes) => {
    if (writes === null || clickhouse.writes() !== writes) return onlyCurrent(clickhouse, found);
    if (quiet?.writes !== writes) {
      quiet = { writes, sinceMs: performance.now(), isListed: false, superseded: null };
    }
    const { sinceMs, isListed, superseded } = quiet;
    if (superseded) return found.filter((row) => !superseded.has(rowKey(row)));
    if (!isListed && performance.now() - sinceMs >= quietMs) list(quiet).catch(() => undefined);
    return onlyCurrent(clickhouse, found);
  };
}

/** Asks for the versions, without FINAL, which would read more of the table. */
export async function onlyCurrent<Row extends VectorRow>(
  clickhouse: ClickHouse,
  found: readonly Row[],
): Promise<Row[]> {
  if (found.length === 0) return [];
  const rows = await clickhouse.rows<VectorRow>(
    `SELECT toString(signal_id) AS id, toString(max(version)) AS row_version FROM signal_keys
     WHERE signal_id IN {ids:Array(UUID)} ${CURRENT}`,
    { ids: found.map(({ id }) => id) },
  );
  const current = new Set(rows.map(rowKey));
  return found.filter((row) => current.has(rowKey(row)));
}

function rowKey({ id, row_version: version }: VectorRow): string {
  return `${id} ${version}`;
}
