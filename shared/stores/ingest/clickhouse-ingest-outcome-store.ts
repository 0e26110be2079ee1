/** Writes the outcomes of lines by batch, and rejected lines; FINAL counts a repeated batch once. */
import { createHash } from 'node:crypto';
import type {
  BatchOutcomes,
  IngestOutcomeStore,
  Origin,
  RejectedEvent,
} from '../../domain/ports/ingest-outcomes.js';
import { wellFormed } from '../../domain/well-formed.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

/** The partition in rows whose lines come from no topic. */
export const NO_PARTITION = -1;

const OF_ORIGIN = `origin_kind = {origin_kind:String} AND origin_name = {origin_name:String}
  AND topic_partition = {topic_partition:Int32} AND run = {run:String}`;

export function createClickHouseIngestOutcomeStore(clickhouse: ClickHouse): IngestOutcomeStore {
  return {
    async putOutcomes(batch) {
      const { origin, rejected } = batch;
      // Both run at the same time, so that a batch waits only for the slower one.
      await Promise.all([
        clickhouse.insert('ingest_outcomes', [batchRow(batch)]),
        clickhouse.insert(
          'rejected_events',
          rejected.map((event) => rejectedRow(origin, event)),
        ),
      ]);
    },
    async acceptedFrom(origin, position) {
      const rows = await clickhouse.rows<{ accepted_positions: number[] }>(
        `SELECT accepted_positions FROM ingest_outcomes FINAL
         WHERE ${OF_ORIGIN} AND first_position = {position:UInt64}`,
        { ...originColumns(origin), run: origin.run, position },
      );
      return rows[0]?.accepted_positions ?? [];
    },
  };
}

function batchRow({ origin, feeds, ...batch }: BatchOutcomes): object {
  return {
    ...originColumns(origin),
    run: origin.run,
    first_position: batch.firstPosition,
    next_position: batch.nextPosition,
    lag: batch.lag,
    feeds: feeds.map(({ feed, ...counts }) => ({ feed: feed ?? '', ...counts })),
    accepted_positions: batch.acceptedPositions,
  };
}

function originColumns({ kind, name, partition }: Origin) {
  return {
    origin_kind: kind,
    origin_name: wellFormed(name),
    topic_partition: partition ?? NO_PARTITION,
  };
}

/** Makes a row. Texts are made well-formed: ClickHouse rejects half of a surrogate pair. */
function rejectedRow(origin: Origin, { position, feed, reason, line, lineBytes }: RejectedEvent) {
  return {
    rejected_id: rejectedId(origin, position),
    ...originColumns(origin),
    position,
    feed: feed ?? '',
    code: reason.code,
    message: wellFormed(reason.message),
    field: wellFormed(reason.field),
    line: wellFormed(line),
    line_bytes: lineBytes,
  };
}

/** Returns an id: half is the origin, half the position, so lines of a batch keep their order. */
function rejectedId({ kind, name, partition, run }: Origin, position: number): string {
  const originText = JSON.stringify([kind, name, partition, run]);
  const head = createHash('sha256').update(originText).digest('hex').slice(0, 16);
  const hex = `${head}${position.toString(16).padStart(16, '0')}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
