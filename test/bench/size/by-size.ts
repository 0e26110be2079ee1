/**
 * `npm run bench -- --size 66k|1m|10m`: measures reads over HTTP at that many signals, in one run
 * with the engine alone, PostgreSQL, the disk and the model, at rest and during a load, and prints
 * whether each target is met. All cases take turns in blocks.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestService, type TestService } from '../../helpers/test-service.js';
import { medianSyncMs } from '../charging.js';
import { eventsOf, fileOf, loadEvents, withPackedVector } from '../loading.js';
import { rawEmbeddingRate } from '../raw-embedding.js';
import { type Interval, inBlocks, median, quantile, ratio, timed } from '../statistics.js';
import { fillCompanies, fillSignals } from '../synthetic-rows.js';
import { startClient } from './client.js';
import { type Postgres, startPostgres } from './postgres.js';
import { type Read, rawQueriesOf, readsOf } from './reads.js';

export const SIZES: Readonly<Record<string, number>> = {
  '66k': 66_000,
  '1m': 1_000_000,
  '10m': 10_000_000,
};
const NOW_MS = Date.parse('2026-06-15T12:00:00.000Z');
const BLOCKS = 10;
const CALLS = 6;
const CLIENTS = 8;
const CLIENTS_MS = 4_000;
const REST_MS = 5_000;
const LOADED_EVENTS = 60_000;
const BYTES_TARGET = 1_900;
/** Targets in answers per second at 66,000 signals. */
const RATES: Readonly<Record<string, number>> = {
  'signal by id': 500,
  search: 60,
  'search, text seen before': 120,
};
const BUSY_READ = 'signal by id';

/** A clock that runs, so that no two questions are about the same time. */
const nowMs = () => NOW_MS + Math.round(performance.now());

interface Opened {
  service: TestService;
  reads: Read[];
  raw: Map<string, (at: number) => Promise<unknown>>;
  stop(): Promise<void>;
}

/** Opens a service with synthetic signals, fully merged as after a quiet time. */
export async function openFilled(size: number): Promise<Opened> {
  const service = await startTestService({ clock: { now: nowMs } });
  const { clickhouse } = service;
  const companies = Math.max(100, Math.round(size / 33));
  await fillSignals(clickhouse, { size, companies, nowMs: NOW_MS });
  await fillCompanies(clickhouse, companies);
  const tables = await clickhouse.rows<{ name: string }>(
    `SELECT DISTINCT table AS name FROM system.parts
     WHERE active AND database = currentDatabase() AND (table LIKE 'signal%' OR table LIKE 'compan%')`,
  );
  for (const { name } of tables) await clickhouse.command(`OPTIMIZE TABLE ${name} FINAL`);
  const ids = await clickhouse.rows<{ id: string }>(
    'SELECT toString(signal_id) AS id FROM signal_keys WHERE cityHash64(signal_id) % 7 = 0 LIMIT 1000',
  );
  const client = startClient({ url: service.url, key: await service.createKey() });
  const of = {
    service,
    client,
    ids: ids.map(({ id }) => id),
    companies,
    nowMs: NOW_MS,
  };
  return {
    service,
    reads: readsOf(of),
    raw: rawQueriesOf(of),
    async stop() {
      client.close();
      await service.stop();
    },
  };
}

export async function benchSize(
  size: number,
  model: string,
  print: (line: string) => void,
): Promise<void> {
  const opened = await openFilled(size);
  const { service, reads, raw } = opened;
  const postgres = await startPostgres(service.clickhouse);
  try {
    print(
      `\n${size} signals; ${postgres ? `PostgreSQL ${postgres.version}` : 'PostgreSQL is not installed'}`,
    );
    await benchReads(size, opened, postgres, print);
    await benchClients(size, reads, print);
    await benchWhileLoading(service, reads, raw, print);
    await benchMachine(service, size, model, print);
  } finally {
    postgres?.stop();
    await opened.stop();
  }
}

async function benchReads(
  size: number,
  { reads, raw }: Opened,
  postgres: Postgres | null,
  print: (line: string) => void,
): Promise<void> {
  const cases = new Map(raw);
  for (const { name, call, postgres: sql } of reads) {
    cases.set(name, call);
    if (postgres && sql) cases.set(`PostgreSQL: ${name}`, (at) => postgres.ask(sql(at)));
  }
  const times = await inBlocks(cases, { blocks: BLOCKS, calls: CALLS });
  const of = (name: string): number[] => times.get(name) ?? [];
  const one = of('SELECT 1');
  print('| one client, p50 [95 %] in ms | | times SELECT 1 | PostgreSQL | aim | |');
  print('| --- | --- | --- | --- | --- | --- |');
  const row = (name: string, aim: string, met: string): void => {
    const beside = of(`PostgreSQL: ${name}`);
    const other = beside.length > 0 ? show(median(beside)) : '';
    print(
      `| ${name} | ${show(median(of(name)))} | ${show(ratio(of(name), one))} | ${other} | ${aim} | ${met} |`,
    );
  };
  const storeAims = new Map([
    ['raw: record by id', 3],
    ['raw: records of 25 ids', 4],
  ]);
  for (const name of raw.keys()) {
    const aim = storeAims.get(name);
    if (aim === undefined) row(name, '', '');
    else row(name, `${aim} x SELECT 1`, verdict(ratio(of(name), one), aim));
  }
  for (const { name, target, timesPostgres } of reads) {
    const limit = size < 1_000_000 ? target?.small : target?.large;
    const beside = of(`PostgreSQL: ${name}`);
    if (limit !== undefined) row(name, `${limit} ms`, verdict(median(of(name)), limit));
    else if (timesPostgres !== undefined && size >= 1_000_000 && beside.length > 0) {
      const found = ratio(of(name), beside);
      row(
        name,
        `${timesPostgres} x PostgreSQL`,
        `${verdict(found, timesPostgres)} (${show(found)})`,
      );
    } else row(name, '', '');
  }
}

/** Measures answers per second for clients that each wait for their answer. */
async function benchClients(
  size: number,
  reads: readonly Read[],
  print: (line: string) => void,
): Promise<void> {
  for (const { name, call } of reads.filter((read) => read.name in RATES)) {
    const end = performance.now() + CLIENTS_MS;
    let answers = 0;
    const client = async (): Promise<void> => {
      while (performance.now() < end) {
        answers += 1;
        await call(answers);
      }
    };
    const ms = await timed(() => Promise.all(Array.from({ length: CLIENTS }, client)));
    const rate = (1_000 * answers) / ms;
    const aim = size < 1_000_000 ? RATES[name] : undefined;
    const met = aim === undefined ? '' : ` (aim ${aim}: ${rate >= aim ? 'met' : 'missed'})`;
    print(`${name}, ${CLIENTS} clients: ${Math.round(rate)} answers/s${met}`);
  }
}

/** Measures a read by id while a file of events with vectors is loaded as fast as possible. */
async function benchWhileLoading(
  service: TestService,
  reads: readonly Read[],
  raw: Opened['raw'],
  print: (line: string) => void,
): Promise<void> {
  const read = reads.find(({ name }) => name === BUSY_READ);
  const one = raw.get('SELECT 1');
  if (!read || !one) throw new Error(`there is no ${BUSY_READ}`);
  const measure = async (isOver: () => boolean) => {
    const times: number[] = [];
    const ones: number[] = [];
    for (let at = 0; !isOver(); at += 1) {
      times.push(await timed(() => read.call(at)));
      ones.push(await timed(() => one(at)));
    }
    return { times, ones };
  };
  const folder = mkdtempSync(join(tmpdir(), 'signals-bench-'));
  const path = await fileOf(folder, 'busy', eventsOf(LOADED_EVENTS, 'busy', withPackedVector));
  const restUntil = performance.now() + REST_MS;
  const rest = await measure(() => performance.now() > restUntil);
  let isLoaded = false;
  const load = loadEvents(service, path).finally(() => {
    isLoaded = true;
  });
  const busy = await measure(() => isLoaded);
  const rate = Math.round(await load);
  rmSync(folder, { recursive: true, force: true });
  const p99 = (times: readonly number[]) => quantile(times, 0.99);
  const times = p99(busy.times) / p99(rest.times);
  print(
    `${BUSY_READ}, p99: ${p99(rest.times).toFixed(1)} ms at rest, ${p99(busy.times).toFixed(1)} while ` +
      `${rate} events/s are loaded (${times.toFixed(1)} times, aim 5: ${times <= 5 ? 'met' : 'missed'}); ` +
      `SELECT 1 ${p99(rest.ones).toFixed(1)} and ${p99(busy.ones).toFixed(1)}`,
  );
}

async function benchMachine(
  { clickhouse }: TestService,
  size: number,
  model: string,
  print: (line: string) => void,
): Promise<void> {
  const [disk] = await clickhouse.rows<{ bytes: number; rows: number }>(
    `SELECT sum(bytes_on_disk) AS bytes, sumIf(rows, table = 'signals') AS rows FROM system.parts
     WHERE active AND database = currentDatabase()`,
  );
  const bytes = Math.round((disk?.bytes ?? 0) / (disk?.rows ?? size));
  const aim = `aim ${BYTES_TARGET}: ${bytes <= BYTES_TARGET ? 'met' : 'missed'}`;
  print(`disk: ${bytes} bytes a signal, everything included (${aim})`);
  const folder = mkdtempSync(join(tmpdir(), 'signals-bench-'));
  print(`one fdatasync: ${(await medianSyncMs(folder)).toFixed(2)} ms`);
  rmSync(folder, { recursive: true, force: true });
  const texts = Array.from(
    { length: 200 },
    (_, at) => `Company ${at} builds a plant in Springfall`,
  );
  const rate = await rawEmbeddingRate(model, texts);
  print(
    `raw embedding: ${Math.round(rate)} texts/s, ${(1_000 / rate).toFixed(1)} ms each in batches`,
  );
  print(
    process.env.QDRANT_URL
      ? 'Qdrant: npm run bench -- reindex fills and times it'
      : 'Qdrant: not measured, QDRANT_URL is not set',
  );
}

function verdict({ low, high }: Interval, limit: number): string {
  if (high <= limit) return 'met';
  return low > limit ? 'missed' : 'unsure';
}

function show({ value, low, high }: Interval): string {
  const digits = value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} [${low.toFixed(digits)}, ${high.toFixed(digits)}]`;
}
