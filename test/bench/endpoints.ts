/** p50 and p99 of each endpoint beside the raw engine query it stands on, on the same store. */
import { Random } from '../../seeds/demo/generate/random.js';
import { fakeVector } from '../fakes/fake-embedder.js';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const COMPANIES = 2_000;
const CALLS = 200;
const TYPES = ['news', 'sec-8k', 'sec-10k', 'hiring-trends', 'work-milestones'];
const WORDS =
  'plant robot bank loan chip hire ship rocket tax wind court merger bond lab store'.split(' ');
const NOW_MS = Date.parse('2026-06-15T12:00:00.000Z');

interface Case {
  name: string;
  call: (at: number) => Promise<unknown>;
  /** The engine's own work for the same answer: SQL by hand, through the same client. */
  raw: (at: number) => Promise<unknown>;
}

export async function benchEndpoints(
  signals: number,
  print: (line: string) => void,
): Promise<void> {
  const service = await startTestService({ clock: { now: () => NOW_MS } });
  await fill(service, signals);
  await service.clickhouse.command('OPTIMIZE TABLE signals FINAL');
  const ids = await service.clickhouse.rows<{ id: string }>(
    'SELECT toString(signal_id) AS id FROM signals LIMIT 1000',
  );
  print(
    `\nendpoints at ${signals} signals: p50 / p99 ms, raw query p50 / p99 ms, ratio of p50 (aim <= 1.3)`,
  );
  const bare: number[] = [];
  for (let at = 0; at < CALLS; at += 1) {
    await service.clickhouse.rows('SELECT count() FROM signals_by_time FINAL');
    bare.push(await timed(() => fetch(`${service.url}/health/live`).then((each) => each.text())));
  }
  print(`a request without any work, after a query ${show(bare)}`);
  for (const each of casesOf(
    service,
    await service.createKey(),
    ids.map(({ id }) => id),
  )) {
    for (let at = 0; at < 20; at += 1) await Promise.all([each.call(at), each.raw(at)]);
    const own: number[] = [];
    const raw: number[] = [];
    // In turns, so that drift of the machine meets both alike.
    for (let at = 0; at < CALLS; at += 1) {
      raw.push(await timed(() => each.raw(at)));
      own.push(await timed(() => each.call(at)));
    }
    const ratio = quantile(own, 0.5) / quantile(raw, 0.5);
    print(`${each.name.padEnd(34)} ${show(own)}   ${show(raw)}   ${ratio.toFixed(2)}`);
  }
  await service.stop();
}

async function fill(service: TestService, signals: number): Promise<void> {
  const random = new Random(11);
  await service.load(
    Array.from({ length: COMPANIES }, (_, at) =>
      companyProfile(`company${at}.example`, `Company ${at}`, {
        industries: [`Industry ${at % 40}`],
        employees: `${at}-${at + 50}`,
      }),
    ),
    1_000,
  );
  for (let done = 0; done < signals; done += 10_000) {
    const events = Array.from({ length: Math.min(10_000, signals - done) }, () =>
      signalEvent(
        random.some(WORDS, 6).join(' '),
        { domain: `company${random.integer(0, COMPANIES - 1)}.example` },
        {
          signal_type: random.pick(TYPES),
          signal_subtype: `subtype${random.integer(0, 19)}`,
          detected_at: new Date(NOW_MS - random.integer(1, 700 * 86_400) * 1_000).toISOString(),
        },
      ),
    );
    await service.load(events, 2_000);
  }
}

function casesOf(service: TestService, key: string, ids: readonly string[]): Case[] {
  const { clickhouse } = service;
  const send = async (path: string, init: RequestInit): Promise<void> => {
    const headers = { 'x-api-key': key };
    const response = await fetch(`${service.url}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await response.json();
  };
  const get = (path: string) => send(path, {});
  const post = (path: string, body: object) =>
    send(path, { method: 'POST', body: JSON.stringify(body) });
  const whole = 'SELECT * EXCEPT (embedding, reference, identifiers, version) FROM signals FINAL';
  const domain = (at: number) => `company${(at * 37) % COMPANIES}.example`;
  const vector = (text: string) => {
    const { buffer } = fakeVector(text);
    return Buffer.from(buffer).toString('base64');
  };
  const byTime = (where: string, params: Record<string, unknown>, limit: number) => () =>
    Promise.all([
      clickhouse.rows(
        `${whole} WHERE (company_key, detected_at, signal_id) IN (
           SELECT company_key, detected_at, signal_id FROM signals_by_time FINAL WHERE ${where}
           ORDER BY detected_at DESC LIMIT ${limit})`,
        params,
      ),
      clickhouse.rows(`SELECT count() FROM signals_by_time FINAL WHERE ${where}`, params),
    ]);
  /** The best ids, then those signals whole, beside the count of all matches. */
  const nearest = (table: string, where: string, text: string, params: Record<string, unknown>) =>
    Promise.all([
      clickhouse
        .rows<{ signal_id: string }>(
          `WITH (SELECT reinterpret(base64Decode({v:String}), 'Array(Float32)')) AS q
           SELECT signal_id, dotProduct(embedding, q) AS s FROM ${table} WHERE ${where}
           ORDER BY s DESC LIMIT 20`,
          { v: vector(text), ...params },
          'vectors',
        )
        .then((best) =>
          clickhouse.rows(
            `${whole} WHERE (company_key, detected_at, signal_id) IN (
               SELECT company_key, detected_at, signal_id FROM signal_keys FINAL
               WHERE signal_id IN {ids:Array(UUID)})`,
            { ids: best.map((each) => each.signal_id) },
          ),
        ),
      clickhouse.rows(`SELECT count() FROM ${table} FINAL WHERE ${where}`, params),
    ]);
  const text = (at: number) => `${WORDS[at % WORDS.length]} ${WORDS[(at * 7) % WORDS.length]}`;
  const company = (at: number, limit: number) =>
    Promise.all([
      clickhouse.rows(
        `${whole} WHERE company_key = {d:String} ORDER BY detected_at DESC LIMIT ${limit}`,
        { d: domain(at) },
      ),
      clickhouse.rows(
        'SELECT signal_type, count() FROM signals FINAL WHERE company_key = {d:String} GROUP BY 1',
        { d: domain(at) },
      ),
      clickhouse.rows('SELECT * FROM companies FINAL WHERE company_key = {d:String}', {
        d: domain(at),
      }),
    ]);
  const since7d = { t: NOW_MS - 7 * 86_400_000 };
  return [
    {
      name: 'search, query',
      call: (at) => post('/v1/signals/search', { query: text(at) }),
      raw: (at) => nearest('signals_by_type', '1', text(at), {}),
    },
    {
      name: 'search, query and one type',
      call: (at) => post('/v1/signals/search', { query: text(at), signal_types: ['news'] }),
      raw: (at) => nearest('signals_by_type', "type_key = 'news'", text(at), {}),
    },
    {
      name: 'search, query and one company',
      call: (at) => post('/v1/signals/search', { query: text(at), company_domain: domain(at) }),
      raw: (at) => nearest('signals', 'company_key = {d:String}', text(at), { d: domain(at) }),
    },
    {
      name: 'search, filters only',
      call: () => post('/v1/signals/search', { company_industries: ['industry 7'] }),
      raw: byTime("hasAny(industry_keys, ['industry 7'])", {}, 20),
    },
    {
      name: 'trending 7d',
      call: () => get('/v1/signals/trending'),
      raw: byTime("detected_at > fromUnixTimestamp64Milli({t:Int64}, 'UTC')", since7d, 50),
    },
    {
      name: 'counts by type and day',
      call: () => post('/v1/signals/aggregate', { group_by: ['signal_type', 'day'] }),
      raw: () =>
        clickhouse.rows(
          `SELECT signal_type, toDate(detected_at) AS day, count() FROM signals_by_time FINAL
           GROUP BY signal_type, day ORDER BY day LIMIT 50`,
        ),
    },
    {
      name: 'suggest companies',
      call: (at) => get(`/v1/companies/suggest?q=${domain(at).slice(0, -5)}`),
      raw: (at) =>
        clickhouse.rows(
          `SELECT name, domain FROM companies FINAL WHERE company_key IN (
             SELECT domain FROM company_domains WHERE startsWith(domain, {d:String}) LIMIT 10)`,
          { d: domain(at).slice(0, -5) },
        ),
    },
    {
      name: 'signal by id',
      call: (at) => get(`/v1/signals/${ids[at % ids.length]}`),
      raw: (at) =>
        clickhouse.rows(
          `${whole} WHERE (company_key, detected_at, signal_id) IN (
             SELECT company_key, detected_at, signal_id FROM signal_keys FINAL
             WHERE signal_id = {id:UUID})`,
          { id: ids[at % ids.length] },
        ),
    },
    {
      name: 'types with counts',
      call: () => get('/v1/signals/types?include_counts=true'),
      raw: () =>
        clickhouse.rows(
          `SELECT signal_type, count(), countIf(association = 'contact'), groupUniqArray(signal_subtype)
           FROM signals_by_time FINAL GROUP BY signal_type`,
        ),
    },
    {
      name: 'history, weekly',
      call: () => get('/v1/signals/types/news/history?interval=weekly&months=24'),
      raw: () =>
        clickhouse.rows(
          `SELECT toMonday(detected_at) AS week, count() FROM signals_by_type FINAL
           WHERE type_key = 'news' AND detected_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
           GROUP BY week`,
          { from: NOW_MS - 730 * 86_400_000 },
        ),
    },
    {
      name: 'company enrich',
      call: (at) => post('/v1/companies/enrich', { domain: domain(at) }),
      raw: (at) => company(at, 20),
    },
    {
      name: 'company timeline',
      call: (at) => get(`/v1/companies/${domain(at)}/timeline`),
      raw: (at) => company(at, 100),
    },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function quantile(times: readonly number[], q: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
}

function show(times: readonly number[]): string {
  const text = (q: number) => quantile(times, q).toFixed(1).padStart(6);
  return `${text(0.5)} / ${text(0.99)}`;
}
