/**
 * Writes signals to ClickHouse: first vectors, then `signals`, the truth, each in one insert of new
 * rows and of the rows that they supersede elsewhere. A vector is current if `signal_keys` has its
 * version. So until the second insert, a search finds what was there before, and a crash between
 * the two leaves rows that do not count.
 */
import { inSlices } from '../../domain/concurrency/in-slices.js';
import type { SignalKey, SignalWriter, StoredSignal } from '../../domain/ports/signal-writer.js';
import { eventPart } from '../../domain/versions.js';
import type { WordPieces } from '../../domain/word-pieces.js';
import { type ClickHouse, encodeRows } from '../../platform/clickhouse/client/clickhouse.js';
import { completeLastInsert, LAST_MICROS, MAX_LAST, WRITTEN } from './complete-last-insert.js';
import { isCurrent } from './current-rows.js';
import { packedVectors } from './read-vectors.js';
import { recordOf, rowOf, type StoredSignalRow, vectorRowOf, withdrawalRow } from './signal-row.js';
import { createSummaryReader } from './summary-facts.js';

interface KeyRow extends Omit<SignalKey, 'version' | 'eventVersion'> {
  row_version: string;
}

const KEY_COLUMNS = `signal_id AS signalId, company_key AS companyKey,
  toUnixTimestamp64Milli(detected_at) AS detectedAtMs, type_key AS typeKey, contact_key AS contactKey`;

/** If `wordPieces` is `null`, signals are stored without tokens. */
export function createClickHouseSignalWriter(
  clickhouse: ClickHouse,
  wordPieces: Pick<WordPieces, 'pieces'> | null = null,
): SignalWriter {
  const summaries = createSummaryReader(wordPieces);
  return {
    locate: (signalIds) => readKeys(clickhouse, signalIds),
    misplacedRows: (signalIds) => readMisplacedRows(clickhouse, signalIds),
    async writtenLast() {
      const rows = await clickhouse.rows<{ id: string }>(
        `SELECT DISTINCT toString(signal_id) AS id FROM signal_keys
         WHERE ${WRITTEN} + {micros:UInt64} >= (SELECT max(${WRITTEN}) FROM signal_keys)
         LIMIT {limit:UInt32}`,
        { micros: LAST_MICROS, limit: MAX_LAST },
      );
      return rows.map(({ id }) => id);
    },
    completeLastInsert: () => completeLastInsert(clickhouse),
    prepareSummaries: summaries.prepareSummaries,
    async write(records, moved, withdrawn) {
      const eventVersions = new Map(
        records.map(({ draft }) => [draft.signalId, draft.origin.eventVersion]),
      );
      // Withdrawals come first: their versions must be older than the rows that follow.
      const withdrawals = [
        ...withdrawn.map(({ key, eventVersion }) => withdrawalRow(key, eventVersion)),
        ...moved.map((key) =>
          withdrawalRow(key, eventVersions.get(key.signalId) ?? key.eventVersion),
        ),
      ];
      const converted = await inSlices(records, (record) => ({ record, row: rowOf(record) }));
      const rows = [...withdrawals, ...converted.map(({ row }) => row)];
      const vectors = await inSlices(converted, ({ record, row }) =>
        vectorRowOf(row, record.embedding, summaries.read(row.summary)),
      );
      const encodedVectors = await encodeRows([
        ...withdrawals.map((row) => vectorRowOf(row, '', summaries.read(''))),
        ...vectors,
      ]);
      const [encodedRows] = await Promise.all([
        encodeRows(rows),
        clickhouse.insert('signal_vectors', encodedVectors),
      ]);
      await clickhouse.insert('signals', encodedRows);
      return new Map(rows.map((row) => [row.signal_id, BigInt(row.version)]));
    },
    // There is no second store.
    ensureVectors: async () => undefined,
    async referencing(identifiers, afterId, limit) {
      const rows = await clickhouse.rows<{ id: string }>(
        `SELECT DISTINCT toString(signal_id) AS id FROM signal_references
         WHERE identifier IN {identifiers:Array(String)} AND toString(signal_id) > {after:String}
         ORDER BY id LIMIT {limit:UInt32}`,
        { identifiers, after: afterId ?? '', limit },
      );
      return rows.map((row) => row.id);
    },
    read: (signalIds) => readRecords(clickhouse, signalIds),
  };
}

async function readKeys(
  clickhouse: ClickHouse,
  signalIds: readonly string[],
): Promise<Map<string, SignalKey>> {
  if (signalIds.length === 0) return new Map();
  const rows = await clickhouse.rows<KeyRow>(
    `SELECT ${KEY_COLUMNS}, toString(version) AS row_version, toBool(is_deleted) AS withdrawn
     FROM signal_keys FINAL WHERE signal_id IN {ids:Array(UUID)}`,
    { ids: signalIds },
  );
  const keys = await inSlices(rows, keyOf);
  return new Map(keys.map((key) => [key.signalId, key]));
}

/** Reads all rows, because no order of `signals` helps to find an id. FINAL would sort them all. */
async function readMisplacedRows(
  clickhouse: ClickHouse,
  signalIds: readonly string[],
): Promise<SignalKey[]> {
  if (signalIds.length === 0) return [];
  const rows = await clickhouse.rows<KeyRow>(
    `SELECT ${KEY_COLUMNS}, toString(max(version)) AS row_version, false AS withdrawn
     FROM signals WHERE signal_id IN {ids:Array(UUID)}
     GROUP BY signal_id, company_key, detected_at, type_key, contact_key
     HAVING argMax(is_deleted, version) = 0
       AND (signal_id, company_key, detected_at, type_key, contact_key) NOT IN (
         SELECT signal_id, company_key, detected_at, type_key, contact_key FROM signal_keys FINAL
         WHERE is_deleted = 0 AND signal_id IN {ids:Array(UUID)})`,
    { ids: signalIds },
  );
  return rows.map(keyOf);
}

function keyOf({ row_version, ...key }: KeyRow): SignalKey {
  const version = BigInt(row_version);
  return { ...key, eventVersion: eventPart(version), version };
}

async function readRecords(
  clickhouse: ClickHouse,
  signalIds: readonly string[],
): Promise<StoredSignal[]> {
  if (signalIds.length === 0) return [];
  const rows = await clickhouse.rows<StoredSignalRow>(
    `SELECT * EXCEPT version, toString(version) AS version FROM signals FINAL
     WHERE ${isCurrent('IN {ids:Array(UUID)}')}`,
    { ids: signalIds },
  );
  const vectors = await packedVectors(clickhouse, signalIds);
  return rows.map((row) => recordOf(row, vectors.get(row.signal_id) ?? ''));
}
