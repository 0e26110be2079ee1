/**
 * Measures intent: how far the signals that it reads give the ranking of the full computation among
 * 100,000 signals, and what a call costs compared with a search among 66,000.
 */
import { INTENT, type IntentConstants } from '../../api/intent/constants.js';
import { findIntent } from '../../api/intent/find-intent.js';
import { DAY_MS, isoOf } from '../../shared/domain/time.js';
import { fakeVector } from '../fakes/fake-embedder.js';
import { rankingOf } from '../helpers/ranking-of.js';
import { startTestService, type TestService } from '../helpers/test-service.js';
import { quantile, timed } from './statistics.js';
import { insertSignals } from './synthetic-rows.js';

const NOW_MS = Date.parse('2026-06-15T12:00:00.000Z');
const QUERIES = ['new factory', 'cloud spending', 'hiring engineers', 'layoffs', 'bank loan'];
const YEAR_MS = 365 * DAY_MS;
const TOP = 50;
const CALLS = 40;
const FULL = { ...INTENT, window: 1_000_000 };

export async function benchIntent(print: (line: string) => void): Promise<void> {
  const service = await startTestService({ clock: { now: () => NOW_MS } });
  await fill(service, 0, 66_000);
  await benchCalls(service, print);
  await fill(service, 66_000, 100_000);
  await benchOverlap(service, print);
  await service.stop();
}

/**
 * Inserts vectors at various distances from the queries' own, so that similarities spread as a
 * model's do: a fifth of all signals is relevant to each query, from more companies than are read.
 */
async function fill(service: TestService, from: number, until: number): Promise<void> {
  const themes = QUERIES.map((query) => [...fakeVector(query)]);
  const own = themes.map((theme) => `[${theme.join(', ')}]`).join(', ');
  await insertSignals(
    service.clickhouse,
    `SELECT generateUUIDv4(number) AS id,
       ['news', 'sec-8k', 'hiring-trends', '10k'][1 + number % 4] AS type,
       concat('s', toString(number % 12)) AS subtype,
       fromUnixTimestamp64Milli(${NOW_MS} - toInt64(rand(1) % 7776000) * 1000, 'UTC') AS at,
       concat('company', toString(rand(2) % 3000), '.example') AS domain, raw AS embedding,
       toUInt128(number + 1) AS version, 'text' AS text
     FROM (
       SELECT number, [${own}][1 + cityHash64(number) % ${QUERIES.length}] AS theme,
         pow(cityHash64(number, 7) % 1000 / 1000, 0.7) * 1.2 AS nearness,
         arrayMap((x, i) -> nearness * x + (cityHash64(number, i) % 2000 / 1000 - 1) / sqrt(128),
           theme, range(384)) AS raw
       FROM numbers(${from}, ${until - from}))`,
  );
  await service.clickhouse.command('OPTIMIZE TABLE signals FINAL');
  await service.clickhouse.command('OPTIMIZE TABLE signal_vectors FINAL');
}

async function benchCalls(service: TestService, print: (line: string) => void): Promise<void> {
  const key = await service.createKey({ earlyAccess: true });
  const call = (path: string, body: object) =>
    timed(() => service.call('POST', path, { key, body }));
  const search: number[] = [];
  const intent: number[] = [];
  for (let at = 0; at < CALLS; at += 1) {
    const query = QUERIES[at % QUERIES.length];
    // Before all signals, but new each time: answers to repeated questions are cached.
    const times = { detected_after: isoOf(NOW_MS - YEAR_MS - at) };
    search.push(await call('/v1/signals/search', { query, ...times }));
    intent.push(await call('/v1/intent/companies', { query, filters: times }));
  }
  const [ofIntent, ofSearch] = [quantile(intent, 0.5), quantile(search, 0.5)];
  const ratio = ofIntent / ofSearch;
  print(
    `intent at 66000 signals  p50 ${ofIntent.toFixed(1)} ms, search ${ofSearch.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (aim <= 3)`,
  );
}

async function benchOverlap(service: TestService, print: (line: string) => void): Promise<void> {
  const { embedder } = service;
  const { signals } = service.stores;
  const ranking = rankingOf(embedder, service.stores);
  let shared = 0;
  let relevant = 0;
  for (const query of QUERIES) {
    const ask = (constants: IntentConstants, limit: number) => {
      const question = { query, limit, min_intent_score: 0, min_signals: 2 };
      return findIntent({ ranking, signals }, 'company', question, NOW_MS, null, constants);
    };
    const own = new Set((await ask(INTENT, TOP)).page.map((each) => each.key));
    // Without a limit, all companies are scored.
    const full = await ask(FULL, 1_000_000);
    shared += full.page.slice(0, TOP).filter((each) => own.has(each.key)).length;
    for (const each of full.scored.values()) relevant += each.count;
  }
  const overlap = shared / (TOP * QUERIES.length);
  print(
    `intent at 100000 signals top ${TOP} as by the full computation: ${overlap.toFixed(3)} (aim >= 0.98), ${Math.round(relevant / QUERIES.length)} relevant signals a query`,
  );
}
