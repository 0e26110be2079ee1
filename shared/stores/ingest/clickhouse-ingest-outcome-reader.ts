/** Reads the outcomes of lines by batch, and rejected lines; FINAL counts a repeated batch once. */
import type { CursorPosition } from '../../domain/cursor.js';
import type {
  DailyOutcomes,
  IngestOutcomeReader,
  Origin,
  ReadOrigin,
  RejectedFilter,
  StoredRejection,
} from '../../domain/ports/ingest-outcomes.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { joinConditions, timeOf } from '../../platform/clickhouse/client/conditions.js';
import { NO_PARTITION } from './clickhouse-ingest-outcome-store.js';

type RejectedRow = Omit<StoredRejection, 'origin' | 'reason'> &
  StoredRejection['origin'] &
  StoredRejection['reason'];

type ReadRow = Omit<ReadOrigin, 'origin'> & Origin;

const ORIGIN = `origin_kind AS kind, origin_name AS name,
  nullIf(topic_partition, ${NO_PARTITION}) AS partition`;

const SUMS = `sum(outcome.accepted) AS accepted, sum(outcome.duplicates) AS duplicates,
  sum(outcome.ignored) AS ignored, sum(outcome.rejected) AS rejected`;

export function createClickHouseIngestOutcomeReader(clickhouse: ClickHouse): IngestOutcomeReader {
  return {
    async daily({ fromMs, toMs }, feed) {
      const { where, params } = joinConditions([['outcome.feed = {feed:String}', { feed }]]);
      return clickhouse.rows<DailyOutcomes>(
        `SELECT toString(toDate(written_at)) AS day, nullIf(outcome.feed, '') AS feed, ${SUMS},
           toUnixTimestamp64Milli(max(written_at)) AS lastWrittenMs
         FROM (
           SELECT written_at, arrayJoin(feeds) AS outcome FROM ingest_outcomes FINAL
           WHERE written_at >= ${timeOf('fromMs')} AND written_at < ${timeOf('toMs')}
         )
         WHERE ${where}
         GROUP BY day, outcome.feed
         ORDER BY day DESC, outcome.feed`,
        { ...params, fromMs, toMs },
      );
    },
    async rejected(filter, { limit, after }) {
      const { where, params } = conditionsOf(filter, after);
      // Long texts are read only for the rows of the page.
      const rows = await clickhouse.rows<RejectedRow>(
        `SELECT rejected_id AS rejectedId, ${ORIGIN}, position, nullIf(feed, '') AS feed, code,
           message, field, line, line_bytes AS lineBytes,
           toUnixTimestamp64Milli(rejected_at) AS rejectedMs
         FROM rejected_events FINAL
         WHERE rejected_id IN (
           SELECT rejected_id FROM rejected_events FINAL WHERE ${where}
           ORDER BY rejected_at DESC, toString(rejected_id) LIMIT {limit:UInt32})
         ORDER BY rejected_at DESC, toString(rejected_id)`,
        { ...params, limit },
      );
      return rows.map(({ kind, name, partition, code, message, field, ...rejection }) => ({
        ...rejection,
        origin: { kind, name, partition },
        reason: { code, message, field },
      }));
    },
    async rejectedByCode(filter) {
      const { where, params } = conditionsOf(filter);
      return clickhouse.rows<{ code: string; count: number }>(
        `SELECT toString(code) AS code, count() AS count FROM rejected_events FINAL
         WHERE ${where} GROUP BY code ORDER BY count DESC, code`,
        params,
      );
    },
    async origins(limit) {
      const rows = await clickhouse.rows<ReadRow>(
        `SELECT ${ORIGIN}, run,
           sum(arraySum(feeds.accepted)) AS accepted, sum(arraySum(feeds.duplicates)) AS duplicates,
           sum(arraySum(feeds.ignored)) AS ignored, sum(arraySum(feeds.rejected)) AS rejected,
           toUnixTimestamp64Milli(min(written_at)) AS firstWrittenMs,
           toUnixTimestamp64Milli(max(written_at)) AS lastWrittenMs,
           argMax(next_position, version) AS nextPosition, argMax(tuple(lag), version).1 AS lag
         FROM ingest_outcomes FINAL
         GROUP BY origin_kind, origin_name, topic_partition, run
         ORDER BY max(version) DESC, origin_name, topic_partition, run
         LIMIT {limit:UInt32}`,
        { limit },
      );
      return rows.map(({ kind, name, partition, run, ...row }) => ({
        ...row,
        origin: { kind, name, partition, run },
      }));
    },
  };
}

function conditionsOf(filter: RejectedFilter, after?: CursorPosition) {
  return joinConditions([
    ['feed = {feed:String}', { feed: filter.feed }],
    ['code = {code:String}', { code: filter.code }],
    [`rejected_at > ${timeOf('sinceMs')}`, { sinceMs: filter.sinceMs }],
    [`rejected_at < ${timeOf('beforeMs')}`, { beforeMs: filter.beforeMs }],
    [
      `rejected_at <= ${timeOf('afterMs')} AND (rejected_at < ${timeOf('afterMs')}
         OR toString(rejected_id) > {afterId:String})`,
      { afterMs: after?.timeMs, afterId: after?.id },
    ],
  ]);
}
