/**
 * Reads signals of some companies or people, newest first, from the tables that are sorted by them.
 * If few match, one statement reads them all, and no count is needed.
 */
import { inSlices } from '../../domain/concurrency/in-slices.js';
import { TooLargeError } from '../../domain/errors.js';
import { sumCounts } from '../../domain/normalise/sum-counts.js';
import type { Signal } from '../../domain/schemas/types.generated.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { readShownSignals } from './read-records.js';
import type { FilterSql } from './signal-filter-sql.js';
import { NEWEST_FIRST, RECORD_LIMITS, shownOf, sortedSignals } from './signal-record.js';

/** More signals than most companies have. Reading so many costs less than counting them. */
const FEW = 64;

interface Match {
  /** Its record if it was read from the table of companies, its id if from that of people. */
  recordOrId: string;
  type: string;
}

/** Returns matches, newest first. `page` limits them; its parameters are in `selection.params`. */
export function readMatches(
  clickhouse: ClickHouse,
  selection: FilterSql,
  page: string,
): Promise<Match[]> {
  return clickhouse.rows<Match>(
    `SELECT ${recordOrIdColumn(selection)} AS recordOrId, signal_type AS type FROM ${selection.table} FINAL
     WHERE ${selection.where} ORDER BY ${NEWEST_FIRST} ${page} ${RECORD_LIMITS}`,
    selection.params,
  );
}

/** Returns the newest `limit` matches. `all` has every match if they are few, otherwise `null`. */
export async function readNewest(
  clickhouse: ClickHouse,
  { table, where, params }: FilterSql,
  limit: number,
): Promise<{ newest: Match[]; all: Match[] | null }> {
  const read = (most: number) => {
    const selection = { table, where, params: { ...params, most } };
    return readMatches(clickhouse, selection, 'LIMIT {most:UInt32}');
  };
  const most = Math.max(limit, FEW) + 1;
  try {
    const matches = await read(most);
    return { newest: matches.slice(0, limit), all: matches.length < most ? matches : null };
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    // The signals are large, so only those that were asked for are read.
    return { newest: await read(limit), all: null };
  }
}

/** Returns the signals of the matches, newest first. */
export async function readMatchedSignals(
  clickhouse: ClickHouse,
  { table }: FilterSql,
  matches: readonly Match[],
): Promise<Signal[]> {
  const shown =
    table === 'signals_by_company'
      ? await inSlices(matches, (match) => shownOf({ record: match.recordOrId }))
      : await readShownSignals(
          clickhouse,
          matches.map((match) => match.recordOrId),
        );
  return sortedSignals(shown);
}

/** Counts matches by type, the most frequent first, then by name. */
export function countsByType(matches: readonly Match[]): Record<string, number> {
  const counts = sumCounts(matches.map(({ type }) => [type, 1] as const));
  return Object.fromEntries(
    [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1)),
  );
}

const recordOrIdColumn = ({ table }: FilterSql): string =>
  table === 'signals_by_company' ? 'record' : 'toString(signal_id)';
