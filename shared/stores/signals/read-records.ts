/** Reads whole signals by their ids, from one column of `signal_records` with small granules. */
import { batchedLookup } from '../../domain/concurrency/batched-lookup.js';
import { inSlices } from '../../domain/concurrency/in-slices.js';
import { asSharedOwner } from '../../domain/concurrency/on-behalf-of.js';
import type { Signal } from '../../domain/schemas/types.generated.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { isCurrent } from './current-rows.js';
import {
  RECORD,
  RECORD_LIMITS,
  type RecordRow,
  type ShownSignal,
  shownOf,
  TITLE,
} from './signal-record.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the signals that are stored, in any order. */
export async function readShownSignals(
  clickhouse: ClickHouse,
  ids: readonly string[],
): Promise<ShownSignal[]> {
  if (ids.length === 0) return [];
  const rows = await clickhouse.rows<RecordRow>(
    `SELECT record FROM signal_records FINAL WHERE signal_id IN {ids:Array(UUID)} ${RECORD_LIMITS}`,
    { ids },
  );
  const signals = await inSlices(rows, shownOf);
  if (signals.length >= ids.length) return signals;
  const foundIds = new Set(signals.map(({ signal }) => signal.signal_id));
  const missing = ids.filter((id) => !foundIds.has(id.toLowerCase()));
  return [...signals, ...(await readMissing(clickhouse, missing))];
}

/**
 * Reads signals without a record from `signals`. The tables of one insert receive their rows some
 * milliseconds apart, so an id may be found before its record.
 */
async function readMissing(clickhouse: ClickHouse, ids: readonly string[]): Promise<ShownSignal[]> {
  const rows = await clickhouse.rows<RecordRow>(
    `SELECT ${RECORD} AS record FROM signals FINAL
     WHERE ${isCurrent('IN {ids:Array(UUID)}')} ${RECORD_LIMITS}`,
    { ids },
  );
  return inSlices(rows, shownOf);
}

export async function readSignalsById(
  clickhouse: ClickHouse,
  ids: readonly string[],
): Promise<Map<string, Signal>> {
  const signals = await readShownSignals(clickhouse, ids);
  return new Map(signals.map(({ signal }) => [signal.signal_id, signal]));
}

export async function readTitles(
  clickhouse: ClickHouse,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await clickhouse.rows<{ signal_id: string; title: string }>(
    `SELECT signal_id, ${TITLE} AS title FROM signal_records FINAL
     WHERE signal_id IN {ids:Array(UUID)} AND title != ''`,
    { ids },
  );
  return new Map(rows.map(({ signal_id: id, title }) => [id, title]));
}

/** Returns a function that reads one signal. Calls at the same time share one query. */
export function createGetSignal(
  clickhouse: ClickHouse,
): (signalId: string) => Promise<Signal | null> {
  const find = (ids: readonly string[]) => asSharedOwner(() => readSignalsById(clickhouse, ids));
  const lookup = batchedLookup({ find, pauseMs: 0 });
  /** A story that others also report is shown by the signal of its group. */
  return async function get(signalId): Promise<Signal | null> {
    if (!UUID.test(signalId)) return null;
    const id = signalId.toLowerCase();
    const signal = (await lookup(id)).get(id);
    if (signal) return signal;
    const groupId = await readGroupOfStory(clickhouse, id);
    return groupId === null ? null : get(groupId);
  };
}

/** Returns the id of the story's group; `null` if it is not a story, or is shown by itself. */
async function readGroupOfStory(clickhouse: ClickHouse, signalId: string): Promise<string | null> {
  const rows = await clickhouse.rows<{ id: string }>(
    `SELECT toString(group_id) AS id FROM stories FINAL
     WHERE story_id = {signalId:UUID} AND group_id != story_id`,
    { signalId },
  );
  return rows[0]?.id ?? null;
}
