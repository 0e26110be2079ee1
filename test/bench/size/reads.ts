/**
 * The reads of the bench by size over HTTP, the same in SQL for PostgreSQL, and the targets of
 * their times.
 */
import type { TestService } from '../../helpers/test-service.js';
import { DIMENSION } from '../synthetic-rows.js';
import type { Client } from './client.js';

export interface Read {
  name: string;
  call: (at: number) => Promise<unknown>;
  /** The SQL for the same answer from PostgreSQL. */
  postgres?: (at: number) => string;
  /** Target of the median in milliseconds, at 66,000 signals and at 1,000,000 or more. */
  target?: { small?: number; large?: number };
  /** Target at 1,000,000 signals or more, as a multiple of PostgreSQL's median. */
  timesPostgres?: number;
}

interface ReadsOf {
  service: TestService;
  client: Client;
  ids: readonly string[];
  companies: number;
  nowMs: number;
}

const WORDS = 'plant robot bank loan chip hire ship rocket tax wind court merger bond lab'.split(
  ' ',
);
const MONTH_MS = 30 * 86_400_000;

export function readsOf({ client: { send }, ids, companies, nowMs }: ReadsOf): Read[] {
  const id = (at: number) => ids[(at * 7) % ids.length] ?? '';
  const domain = (at: number) => `company${(at * 37) % companies}.example`;
  const text = (at: number) =>
    `${WORDS[at % WORDS.length]} ${WORDS[(at * 5 + 3) % WORDS.length]} ${at}`;
  const search = (filter: object) => (at: number) =>
    send('/v1/signals/search', { query: text(at), ...filter });
  const since = (at: number, months = 1) =>
    new Date(nowMs - months * MONTH_MS - (at % 997) * 60_000).toISOString();
  const columns = 'id, type, subtype, company, at, data';
  return [
    {
      name: 'signal by id',
      call: (at) => send(`/v1/signals/${id(at)}`),
      postgres: (at) => `SELECT ${columns} FROM signals WHERE id = '${id(at)}'`,
      target: { small: 5, large: 7.5 },
    },
    {
      name: 'company timeline',
      call: (at) => send(`/v1/companies/${domain(at)}/timeline`),
      postgres: (at) =>
        `SELECT ${columns} FROM signals WHERE company = '${domain(at)}' ORDER BY at DESC LIMIT 25;
         SELECT count(*) FROM signals WHERE company = '${domain(at)}'`,
      target: { small: 5, large: 7.5 },
    },
    {
      name: 'company enrich',
      call: (at) => send('/v1/companies/enrich', { domain: domain(at) }),
      target: { small: 5 },
    },
    {
      name: 'newest 20 and total',
      call: () => send('/v1/signals/search', { limit: 20 }),
      postgres: () =>
        `SELECT ${columns} FROM signals ORDER BY at DESC LIMIT 20; SELECT count(*) FROM signals`,
      timesPostgres: 1,
    },
    {
      name: 'a type after a date and total',
      call: (at) =>
        send('/v1/signals/search', {
          signal_types: ['sec-8k'],
          detected_after: since(at),
          limit: 20,
        }),
      postgres: (at) =>
        `SELECT ${columns} FROM signals WHERE type = 'sec-8k' AND at > '${since(at)}' ORDER BY at DESC LIMIT 20;
         SELECT count(*) FROM signals WHERE type = 'sec-8k' AND at > '${since(at)}'`,
      timesPostgres: 2,
    },
    {
      name: 'a type after an early date and total',
      call: (at) =>
        send('/v1/signals/search', {
          signal_types: ['sec-8k'],
          detected_after: since(at, 12),
          limit: 20,
        }),
      postgres: (at) =>
        `SELECT ${columns} FROM signals WHERE type = 'sec-8k' AND at > '${since(at, 12)}' ORDER BY at DESC LIMIT 20;
         SELECT count(*) FROM signals WHERE type = 'sec-8k' AND at > '${since(at, 12)}'`,
      timesPostgres: 2,
    },
    {
      name: 'types with counts',
      call: () => send('/v1/signals/types?include_counts=true'),
      postgres: () => 'SELECT type, count(*) FROM signals GROUP BY type',
      target: { small: 6 },
      timesPostgres: 1,
    },
    {
      name: 'history, weekly',
      call: () => send('/v1/signals/types/news/history?interval=weekly&months=24'),
      postgres: () =>
        `SELECT date_trunc('week', at) AS week, count(*) FROM signals WHERE type = 'news' GROUP BY week`,
      target: { small: 6 },
    },
    { name: 'trending', call: () => send('/v1/signals/trending'), target: { small: 6 } },
    { name: 'search', call: search({}), target: { small: 18, large: 60 } },
    { name: 'search, text seen before', call: (at) => search({})(at % 4) },
    { name: 'search in 50 %', call: search({ signal_types: ['news'] }), target: { large: 60 } },
    { name: 'search in 20 %', call: search({ signal_types: ['sec-8k'] }), target: { large: 60 } },
    { name: 'search in 1 %', call: search({ signal_types: ['sec-10k'] }), target: { large: 60 } },
    { name: 'search in 0.01 %', call: search({ signal_types: ['rare'] }), target: { large: 60 } },
    {
      name: 'search in one company',
      call: (at) => search({ company_domain: domain(at) })(at),
      target: { large: 60 },
    },
  ];
}

/**
 * Reads of the engine itself, through the same client: records by id, and a scan of all vectors.
 */
export function rawQueriesOf({ service: { clickhouse }, ids }: ReadsOf) {
  const wanted = Array.from({ length: DIMENSION }, (_, at) => Math.sin(at) / 14);
  return new Map<string, (at: number) => Promise<unknown>>([
    ['SELECT 1', () => clickhouse.rows('SELECT 1')],
    [
      'raw: record by id',
      (at) =>
        clickhouse.rows('SELECT record FROM signal_records FINAL WHERE signal_id = {id:UUID}', {
          id: ids[(at * 7) % ids.length],
        }),
    ],
    [
      'raw: records of 25 ids',
      (at) =>
        clickhouse.rows(
          'SELECT record FROM signal_records FINAL WHERE signal_id IN {ids:Array(UUID)}',
          {
            ids: Array.from({ length: 25 }, (_, next) => ids[(at * 7 + next * 31) % ids.length]),
          },
        ),
    ],
    [
      'raw: scan of all vectors',
      () =>
        clickhouse.rows(
          `SELECT signal_id FROM signal_vectors
           ORDER BY dotProduct(embedding, {wanted:Array(Float32)}) DESC LIMIT 20`,
          { wanted },
          'vectors',
        ),
    ],
  ]);
}
