/** Operations on ingest for operators: outcomes by feed and day, rejected lines, and sources. */
import type {
  OutcomeCounts,
  ReadOrigin,
  StoredRejection,
} from '../../shared/domain/ports/ingest-outcomes.js';
import type {
  AdminIngestOutcomesQuery,
  IngestCounts,
  IngestSource,
  RejectedEvent,
  UsageQuery,
} from '../../shared/domain/schemas/types.generated.js';
import { isoOf, msOf } from '../../shared/domain/time.js';
import { usageRange, usageRangeFaults } from '../accounts/usage-buckets.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import type { Services } from '../services/services.js';
import { paginate } from '../validation/cursor.js';

const INGEST = '/v1/admin/ingest';

export const INGEST_OPERATIONS: readonly Operation<Services>[] = [
  defineOperation({
    id: 'listIngestOutcomes',
    route: `GET ${INGEST}/outcomes`,
    summary: 'List outcomes of ingest',
    description:
      'Returns how many lines were read, by day, feed and outcome. Every line counts once, also if its batch was repeated after a failure. A file that is loaded again counts again. One request returns at most 400 days.',
    query: 'api/admin-ingest-outcomes.query',
    responses: ['api/admin-ingest-outcomes.response'],
    faults: { query: (query, nowMs) => usageRangeFaults(byDay(query), nowMs) },
    async handle({ query, nowMs }, { ingestOutcomes }) {
      const range = usageRange(byDay(query), nowMs);
      const days = await ingestOutcomes.daily(range, query.feed);
      return {
        since: query.since ?? isoOf(range.fromMs),
        before: isoOf(range.toMs),
        totals: countsDocument(days),
        outcomes: days.map(({ day, feed, lastWrittenMs, ...counts }) => ({
          day,
          feed,
          ...countsDocument([counts]),
          last_read_at: isoOf(lastWrittenMs),
        })),
      };
    },
  }),
  defineOperation({
    id: 'listRejectedEvents',
    route: `GET ${INGEST}/rejected`,
    summary: 'List rejected lines',
    description:
      'Returns lines that could not be used, newest first, with the reason and the beginning of the line. They are kept for 90 days. Correct the lines or the feed definition, then load the lines again.',
    query: 'api/admin-ingest-rejected.query',
    responses: ['api/admin-ingest-rejected.response'],
    page: ({ query: { limit: _, cursor, ...filters } }) => ({ cursor, filters }),
    async handle({ query, page: { fingerprint, after } }, { ingestOutcomes }) {
      const { limit, feed, reason: code, since, before } = query;
      const filter = { feed, code, sinceMs: msOf(since), beforeMs: msOf(before) };
      const [found, reasons] = await Promise.all([
        ingestOutcomes.rejected(filter, { limit: limit + 1, after }),
        ingestOutcomes.rejectedByCode(filter),
      ]);
      const { rows, ...ends } = paginate(found, { limit, fingerprint }, (last) => ({
        timeMs: last.rejectedMs,
        id: last.rejectedId,
      }));
      const total = reasons.reduce((sum, { count }) => sum + count, 0);
      return { rejected: rows.map(rejectedDocument), reasons, total, limit, ...ends };
    },
  }),
  defineOperation({
    id: 'listIngestSources',
    route: `GET ${INGEST}/sources`,
    summary: 'List sources of ingest',
    description:
      'Returns the files that were loaded and the partitions of topics that are read, last read first, with their outcomes and the lag of partitions.',
    query: 'api/admin-ingest-sources.query',
    responses: ['api/admin-ingest-sources.response'],
    async handle({ query: { limit } }, { ingestOutcomes }) {
      const found = await ingestOutcomes.origins(limit + 1);
      return {
        sources: found.slice(0, limit).map(sourceDocument),
        limit,
        has_more: found.length > limit,
      };
    },
  }),
];

/** Makes a usage query with buckets of a day, because outcomes are counted by day. */
function byDay(query: AdminIngestOutcomesQuery): UsageQuery {
  return { ...query, interval: 'day' };
}

function rejectedDocument(event: StoredRejection): RejectedEvent {
  return {
    rejected_at: isoOf(event.rejectedMs),
    feed: event.feed,
    origin: event.origin,
    position: event.position,
    reason: event.reason,
    line: event.line,
    line_bytes: event.lineBytes,
    line_cut: Buffer.byteLength(event.line) < event.lineBytes,
  };
}

function sourceDocument({ origin: { run: _, ...origin }, ...source }: ReadOrigin): IngestSource {
  return {
    origin,
    first_read_at: isoOf(source.firstWrittenMs),
    last_read_at: isoOf(source.lastWrittenMs),
    ...countsDocument([source]),
    next_position: source.nextPosition,
    lag: source.lag,
  };
}

/** Adds counts of outcomes. Every line that was read has one outcome. */
function countsDocument(all: readonly OutcomeCounts[]): IngestCounts {
  const sumOf = (outcome: keyof OutcomeCounts) =>
    all.reduce((sum, counts) => sum + counts[outcome], 0);
  const [accepted, duplicates] = [sumOf('accepted'), sumOf('duplicates')];
  const [ignored, rejected] = [sumOf('ignored'), sumOf('rejected')];
  const read = accepted + duplicates + ignored + rejected;
  return { read, accepted, duplicates, ignored, rejected };
}
