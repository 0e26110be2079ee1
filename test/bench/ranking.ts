/**
 * Measures what ranking costs, in processor time and in pairs that take turns: a search against the
 * cosine alone among 66,000 signals, a load against one without the data of ranking, and the disk
 * space of that data.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQuestionReaders } from '../../api/signals/ranking/app-ranking.js';
import type { PreparedQuestion } from '../../api/signals/ranking/prepared-question.js';
import type { Ranking } from '../../api/signals/ranking/ranking.js';
import { RANKING } from '../../api/signals/ranking/relevance/constants.js';
import { createIngestStores } from '../../cli/compose/create-stores.js';
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { loadFile } from '../../ingest/load-file.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { loadBertWordPieces } from '../../shared/platform/embedding/load-word-pieces.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { createClickHouseVectorIndex } from '../../shared/stores/vectors/clickhouse-vector-index.js';
import { demoEvents, judgedQuestions } from '../evaluate/judged.js';
import { eventWithVector } from '../helpers/events.js';
import { rankingOf } from '../helpers/ranking-of.js';
import { startTestService, type TestService } from '../helpers/test-service.js';
import { type Interval, median, ratio, timed } from './statistics.js';
import { fillSignals } from './synthetic-rows.js';

const SIGNALS = 66_000;
const NOW_MS = Date.parse('2026-06-15T12:00:00.000Z');
const DEMO_NOW = '2026-06-02T00:00:00.000Z';
const PAGE = 11;
const ROUNDS = 3;
const LOADED = 2_000;
const LOADS = 12;
const TEXTS = 2_000;

export async function benchRanking(model: string, print: (line: string) => void): Promise<void> {
  const wordPieces = loadBertWordPieces(model);
  if (!wordPieces) throw new Error('the model has no word pieces');
  const texts = demoSummaries();
  const service = await startTestService({ clock: { now: () => NOW_MS } });
  await fillSignals(service.clickhouse, { size: SIGNALS, companies: 2_000, nowMs: NOW_MS });
  await giveTokens(service.clickhouse, texts.map(wordPieces.pieces));
  await benchSearch(service, model, print);
  await service.stop();
  const demo = await startTestService({ clock: { now: () => Date.parse(DEMO_NOW) } });
  await demo.load(demoEvents());
  await benchDisk(demo.clickhouse, print);
  await benchLoads(demo, texts, print);
  await demo.stop();
}

function demoSummaries(): string[] {
  const events = demoEvents() as { payload: { title?: string; body?: string } }[];
  return events
    .flatMap(({ payload: { title, body } }) =>
      title && body ? `${title}. ${body.replace(/<[^>]*>/g, '')}` : [],
    )
    .slice(0, TEXTS);
}

/** Gives the signals the word pieces of real texts, which repeat. */
async function giveTokens(clickhouse: ClickHouse, tokens: readonly number[][]): Promise<void> {
  await clickhouse.command(
    'CREATE TABLE bench_tokens (at UInt64, tokens Array(UInt16)) ENGINE = Join(ANY, LEFT, at)',
  );
  await clickhouse.insert(
    'bench_tokens',
    tokens.map((each, at) => ({ at, tokens: each })),
  );
  await clickhouse.command('CREATE TABLE bench_vectors AS signal_vectors');
  await clickhouse.command(
    `INSERT INTO bench_vectors SELECT * REPLACE (
       joinGet('bench_tokens', 'tokens', toUInt64(cityHash64(signal_id) % ${tokens.length})) AS tokens,
       toFloat32(cityHash64(signal_id, 'c') % 1000 / 1000) AS confidence)
     FROM signal_vectors`,
  );
  await clickhouse.command('EXCHANGE TABLES bench_vectors AND signal_vectors');
  await clickhouse.command('DROP TABLE bench_vectors');
  await clickhouse.command('DROP TABLE bench_tokens');
  await clickhouse.command('OPTIMIZE TABLE signal_vectors FINAL');
}

/** Reads questions first, so that the model runs once for both ways. */
async function benchSearch(
  { clickhouse, stores }: TestService,
  model: string,
  print: (line: string) => void,
): Promise<void> {
  const embedder = await createEmbedder({ model, logger: createLogger('silent') });
  const readers = createQuestionReaders(loadBertWordPieces(model), RANKING);
  // Unlike the service's own, this index has no cache: a question is asked several times.
  const vectors = createClickHouseVectorIndex(clickhouse);
  const ranking = rankingOf(embedder, { ...stores, vectors }, readers);
  const ways = { ranking: [] as Cost[], cosine: [] as Cost[], reading: [] as Cost[] };
  const questions: { ranked: PreparedQuestion; plain: PreparedQuestion }[] = [];
  for (const { query } of judgedQuestions([])) {
    const { vector } = await embedder.embedQuestion(query);
    await ranking.prepare(query);
    // The model's answer is cached now: the rest is the reading of the question.
    let ranked: PreparedQuestion | undefined;
    ways.reading.push(
      await costOf(async () => {
        ranked = await ranking.prepare(query);
      }),
    );
    const vectorQuery = {
      vector,
      similarityWeight: 1,
      boosts: new Map<string, number>(),
      maxWeight: 1,
    };
    const plain = {
      text: query,
      vector,
      vectorQuery,
      words: null,
      wordsWeight: 0,
      readTopics: null,
      window: PAGE,
      conditions: null,
    };
    if (ranked) questions.push({ ranked, plain });
  }
  await embedder.close();
  const ask = (question: PreparedQuestion, by: Ranking) => () =>
    by.page(question, {}, { limit: PAGE, offset: 0 });
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { ranked, plain } of questions) {
      const pair = [await costOf(ask(plain, ranking)), await costOf(ask(ranked, ranking))] as const;
      // The first round only warms up.
      if (round === 0) continue;
      ways.cosine.push(pair[0]);
      ways.ranking.push(pair[1]);
    }
  }
  const cpu = (costs: readonly Cost[]) => median(costs.map((cost) => cost.cpuMs)).value;
  const wall = (costs: readonly Cost[]) => median(costs.map((cost) => cost.wallMs)).value;
  for (const [name, of] of [
    ['of the processor', cpu],
    ['on the clock', wall],
  ] as const) {
    const reading = of(ways.reading);
    print(
      `ranking at ${SIGNALS} signals, p50 ${name}: ${(of(ways.ranking) + reading).toFixed(1)} ms ` +
        `(${reading.toFixed(1)} to read the question), cosine alone ${of(ways.cosine).toFixed(1)} ms, ` +
        `${ways.ranking.length} pairs`,
    );
  }
}

/** Measures the disk space of the demo, whose events are as long as real ones. */
async function benchDisk(clickhouse: ClickHouse, print: (line: string) => void): Promise<void> {
  const tables = await clickhouse.rows<{ name: string }>(
    `SELECT DISTINCT table AS name FROM system.parts
     WHERE active AND database = currentDatabase() AND table LIKE 'signal%'`,
  );
  for (const { name } of tables) {
    // Small parts do not show what a column takes.
    await clickhouse.command(`ALTER TABLE ${name} MODIFY SETTING min_bytes_for_wide_part = 0`);
    await clickhouse.command(`OPTIMIZE TABLE ${name} FINAL`);
  }
  const [stored] = await clickhouse.rows<{ signals: string }>(
    'SELECT count() AS signals FROM signals FINAL',
  );
  const signals = Number(stored?.signals);
  const columns = await clickhouse.rows<{ name: string; bytes: number }>(
    `SELECT concat(table, '.', column) AS name, sum(column_bytes_on_disk) AS bytes
     FROM system.parts_columns
     WHERE active AND database = currentDatabase() AND column IN ('tokens', 'confidence')
     GROUP BY name ORDER BY name`,
  );
  const [all] = await clickhouse.rows<{ bytes: number }>(
    `SELECT sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE active AND database = currentDatabase()`,
  );
  const own = columns.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const rest = Number(all?.bytes ?? 0) - own;
  const each = columns.map(({ name, bytes }) => `${name} ${(Number(bytes) / signals).toFixed(1)}`);
  print(
    `disk of ranking in the demo (${signals} signals): ${each.join(', ')} bytes a signal, ${((100 * own) / rest).toFixed(1)} % of ` +
      `the other ${Math.round(rest / signals)}`,
  );
}

/**
 * Loads with two ingests into one store in turns; one writes no word pieces. Events bring their
 * vectors.
 */
async function benchLoads(
  { clickhouse, embedder, ingest }: TestService,
  texts: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signals-bench-'));
  const without = await createIngest({
    ...createIngestStores(clickhouse, undefined, null),
    embedder,
    feeds: loadFeedDefinitions([productFeeds()]),
  });
  const costs = new Map([ingest, without].map((each) => [each, [] as number[]]));
  for (let at = 0; at <= LOADS; at += 1) {
    const inTurn = at % 2 === 0 ? [ingest, without] : [without, ingest];
    for (const [turn, each] of inTurn.entries()) {
      const from = (2 * at + turn) * LOADED;
      const events = Array.from({ length: LOADED }, (_, next) => eventOf(texts, from + next));
      const path = join(folder, `${from}.ndjson`);
      writeFileSync(path, events.map((event) => JSON.stringify(event)).join('\n'));
      const load = () =>
        loadFile(each, path, {
          source: undefined,
          rejectedPath: join(folder, 'rejected'),
          batchEvents: 1_000,
        });
      const { cpuMs } = await costOf(load);
      // The first load of each only warms up.
      if (at > 0) costs.get(each)?.push(cpuMs / LOADED);
    }
  }
  rmSync(folder, { recursive: true, force: true });
  const [whole = [], less = []] = costs.values();
  print(
    `load of events with vectors: ${median(whole).value.toFixed(3)} ms of the processor an event, ` +
      `${median(less).value.toFixed(3)} without tokens, ${LOADS} pairs of ${LOADED}: ` +
      `ratio ${shown(ratio(whole, less))}`,
  );
}

interface Cost {
  cpuMs: number;
  wallMs: number;
}

/** Returns the cost for this process, including its engine. */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage();
  const wallMs = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, wallMs };
}

function shown({ value, low, high }: Interval): string {
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

function eventOf(texts: readonly string[], at: number): object {
  return eventWithVector(`${texts[at % texts.length]} ${at}`, at);
}
