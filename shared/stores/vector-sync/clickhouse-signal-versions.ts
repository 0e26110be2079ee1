/** Reads versions of signals in ranges of ClickHouse's own order, so that each row is read once. */
import type { SignalKey } from '../../domain/ports/signal-writer.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { readVectorRecords } from '../vectors/clickhouse-vector-records.js';

/** The version of the current row of a signal. */
type RowVersion = Pick<SignalKey, 'signalId' | 'version' | 'withdrawn'>;

/** Rows per range: some hundred kB of JSON. */
const ROWS_PER_RANGE = 2_000;
/**
 * ClickHouse sorts UUIDs by their second half. It begins with the two bits of the variant, which are
 * 10 in all UUIDs (RFC 9562): so the second halves are the `SPAN` numbers from `SMALLEST` on.
 */
const FIRST_HALVES = { low: '00000000-0000-0000', high: 'ffffffff-ffff-ffff' };
const SMALLEST = 0x8000_0000_0000_0000n;
const SPAN = 0x4000_0000_0000_0000n;
const LARGEST = 0xffff_ffff_ffff_ffffn;

/** Reads every signal that was ever stored, to compare stores. */
export type SignalVersions = ReturnType<typeof createClickHouseSignalVersions>;

export function createClickHouseSignalVersions(clickhouse: ClickHouse) {
  const count = async (): Promise<number> => {
    const rows = await clickhouse.rows<{ total: number }>(
      'SELECT uniqExact(signal_id) AS total FROM signal_keys',
    );
    return rows[0]?.total ?? 0;
  };
  return {
    /** Counts signals, including withdrawn ones. */
    count,
    /** Counts signals that are not withdrawn. */
    async countLive() {
      const rows = await clickhouse.rows<{ total: number }>(
        'SELECT count() AS total FROM signal_keys FINAL WHERE is_deleted = 0',
      );
      return rows[0]?.total ?? 0;
    },
    /** Yields each signal once, in no particular order, a few thousand at a time. */
    async *batches(): AsyncGenerator<RowVersion[]> {
      for (const [from, until] of rangesFor(await count(), ROWS_PER_RANGE)) {
        const rows = await clickhouse.rows<Omit<RowVersion, 'version'> & { row_version: string }>(
          `SELECT toString(signal_id) AS signalId, toString(version) AS row_version,
             toBool(is_deleted) AS withdrawn
           FROM signal_keys FINAL WHERE signal_id BETWEEN {from:UUID} AND {until:UUID}`,
          { from, until },
        );
        if (rows.length === 0) continue;
        yield rows.map(({ row_version, ...row }) => ({ ...row, version: BigInt(row_version) }));
      }
    },
    /** Yields every signal that is not withdrawn, with its vector: the fastest way to read all. */
    records: () => readVectorRecords(clickhouse),
  };
}

/** Yields ranges of all UUIDs. Of `rows` ids made from hashes, each has about `rowsPerRange`. */
export function* rangesFor(
  rows: number,
  rowsPerRange: number,
): Generator<[from: string, until: string]> {
  const ranges = BigInt(Math.max(1, Math.ceil(rows / rowsPerRange)));
  for (let at = 0n; at < ranges; at += 1n) {
    const from = at === 0n ? 0n : SMALLEST + (SPAN * at) / ranges;
    const until = at === ranges - 1n ? LARGEST : SMALLEST + (SPAN * (at + 1n)) / ranges - 1n;
    yield [uuid(FIRST_HALVES.low, from), uuid(FIRST_HALVES.high, until)];
  }
}

function uuid(firstHalf: string, secondHalf: bigint): string {
  const digits = secondHalf.toString(16).padStart(16, '0');
  return `${firstHalf}-${digits.slice(0, 4)}-${digits.slice(4)}`;
}
