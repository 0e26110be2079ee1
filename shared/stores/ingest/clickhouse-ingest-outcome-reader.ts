/** Reads the outcomes of lines by batch, and rejected lines; FINAL counts a repeated batch once. */
import type {
  DailyOutcomes,
  IngestOutcomeReader,
  OutcomeCounts,
  ReadOrigin,
  RejectedFilter,
  RejectedPosition,
  StoredRejection,
} from '../../domain/ports/ingest-outcomes.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { givenConditions, timeOf } from '../../platform/clickhouse/client/conditions.js';
import { orNull } from '../../platform/clickhouse/client/row-values.js';
import { type OriginRow, originOf } from './origin-row.js';

interface RejectedRow extends OriginRow {
  rejected_id: string;
  position: number;
  feed: string;
  code: string;
  message: string;
  field: string;
  line: string;
  line_bytes: number;
  rejected_ms: number;
}

const SUMS = `sum(outcome.accepted) AS accepted, sum(outcome.duplicates) AS duplicates,
  sum(outcome.ignored) AS ignored, sum(outcome.rejected) AS rejected`;

export function createClickHouseIngestOutcomeReader(clickhouse: ClickHouse): IngestOutcomeReader {
  return {
    async daily({ fromMs, toMs }, feed) {
      const { where, params } = givenConditions([['outcome.feed = {feed:String}', { feed }]]);
      const rows = await clickhouse.rows<
        OutcomeCounts & { day: string; feed: string; last_ms: number }
      >(
        `SELECT toString(toDate(written_at)) AS day, outcome.feed AS feed, ${SUMS},
           toUnixTimestamp64Milli(max(written_at)) AS last_ms
         FROM (
           SELECT written_at, arrayJoin(feeds) AS outcome FROM ingest_outcomes FINAL
           WHERE written_at >= ${timeOf('fromMs')} AND written_at < ${timeOf('toMs')}
         )
         WHERE ${where}
         GROUP BY day, feed
         ORDER BY day DESC, feed`,
        { ...params, fromMs, toMs },
      );
      return rows.map(
        ({ day, feed: name, last_ms: lastWrittenMs, ...counts }): DailyOutcomes => ({
          day,
          feed: orNull(name),
          ...counts,
          lastWrittenMs,
        }),
      );
    },
    async rejected(filter, { limit, after }) {
      const { where, params } = conditionsOf(filter, after);
      // The long texts are read of the page alone.
      const rows = await clickhouse.rows<RejectedRow>(
        `SELECT rejected_id, origin_kind, origin_name, topic_partition, position, feed, code, message,
           field, line, line_bytes, toUnixTimestamp64Milli(rejected_at) AS rejected_ms
         FROM rejected_events FINAL
         WHERE rejected_id IN (
           SELECT rejected_id FROM rejected_events FINAL WHERE ${where}
           ORDER BY rejected_at DESC, toString(rejected_id) LIMIT {limit:UInt32})
         ORDER BY rejected_at DESC, toString(rejected_id)`,
        { ...params, limit },
      );
      return rows.map(rejectionOf);
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
      const rows = await clickhouse.rows<
        OriginRow &
          OutcomeCounts & {
            run: string;
            first_ms: number;
            last_ms: number;
            next: number;
            lag: number | null;
          }
      >(
        `SELECT origin_kind, origin_name, topic_partition, run,
           sum(arraySum(feeds.accepted)) AS accepted, sum(arraySum(feeds.duplicates)) AS duplicates,
           sum(arraySum(feeds.ignored)) AS ignored, sum(arraySum(feeds.rejected)) AS rejected,
           toUnixTimestamp64Milli(min(written_at)) AS first_ms,
           toUnixTimestamp64Milli(max(written_at)) AS last_ms,
           argMax(next_position, version) AS next, argMax(tuple(lag), version).1 AS lag
         FROM ingest_outcomes FINAL
         GROUP BY origin_kind, origin_name, topic_partition, run
         ORDER BY max(version) DESC, origin_name, topic_partition, run
         LIMIT {limit:UInt32}`,
        { limit },
      );
      return rows.map(
        ({ run, first_ms, last_ms, next, lag, ...row }): ReadOrigin => ({
          origin: { ...originOf(row), run },
          accepted: row.accepted,
          duplicates: row.duplicates,
          ignored: row.ignored,
          rejected: row.rejected,
          firstWrittenMs: first_ms,
          lastWrittenMs: last_ms,
          nextPosition: next,
          lag,
        }),
      );
    },
  };
}

function rejectionOf(row: RejectedRow): StoredRejection {
  return {
    rejectedId: row.rejected_id,
    rejectedMs: row.rejected_ms,
    origin: originOf(row),
    position: row.position,
    feed: orNull(row.feed),
    reason: { code: row.code, message: row.message, field: row.field },
    line: row.line,
    lineBytes: row.line_bytes,
  };
}

function conditionsOf(filter: RejectedFilter, after?: RejectedPosition) {
  return givenConditions([
    ['feed = {feed:String}', { feed: filter.feed }],
    ['code = {code:String}', { code: filter.code }],
    [`rejected_at > ${timeOf('sinceMs')}`, { sinceMs: filter.sinceMs }],
    [`rejected_at < ${timeOf('beforeMs')}`, { beforeMs: filter.beforeMs }],
    [
      `rejected_at <= ${timeOf('afterMs')} AND (rejected_at < ${timeOf('afterMs')}
         OR toString(rejected_id) > {afterId:String})`,
      { afterMs: after?.rejectedMs, afterId: after?.rejectedId },
    ],
  ]);
}
