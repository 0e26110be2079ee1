/**
 * A custom model: its tables of ranking are built at the first start, also after a kill, read at later starts
 * and replaced with the model. The tests depend on each other's order.
 */
import { once } from 'node:events';
import { cpSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { tablesOrigin } from '../../api/signals/ranking/build/origin.js';
import { BUNDLED_TABLES } from '../../api/signals/ranking/relevance/tables.js';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  jsonOf,
  type RunningService,
  runSignals,
  startService,
} from '../helpers/cli.js';
import { signalEvent } from '../helpers/events.js';
import { eventually, until } from '../helpers/eventually.js';
import { childrenOf, commandOf, isRunning } from '../helpers/processes.js';
import { writeSmallModel } from '../helpers/small-model.js';

/** Tables are built only for a vocabulary of this size. */
const WORDS = Array.from({ length: 1_100 }, (_, at) => `word${at}`);
const TEXTS = ['word1 word2 word3', 'word4 word5', 'word6 word7 word8'];
const QUESTION = 'word4 word5';
const NAME = /^[0-9a-f]{32}$/;

const started: RunningService[] = [];
let folder: DataFolder;
let model: string;
let key: string;

beforeAll(async () => {
  folder = createDataFolder();
  model = join(folder.path, 'own-model');
  folder.env.EMBEDDING_MODEL = model;
  writeModel(WORDS);
  ({ key } = await createAccount(folder, 'acme'));
  const file = join(folder.path, 'events.ndjson');
  const events = TEXTS.map((text) => signalEvent(text, { domain: 'acme.example' }));
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  expect(await jsonOf(folder, 'load', file)).toMatchObject({ signals: 3 });
});

/** Kills the service that a failed test leaves, because the runner would wait for it. */
afterEach(async () => {
  const left = started.splice(0).filter(({ child }) => child.exitCode === null && !child.killed);
  await Promise.all(left.map((service) => service.stop('SIGKILL')));
});

afterAll(() => folder.remove());

function writeModel(words: readonly string[]): void {
  writeSmallModel(model, { dimension: 8, seed: 2, words, hasCharacters: false });
}

async function start(): Promise<RunningService> {
  const service = await startService(folder, '--no-demo');
  started.push(service);
  return service;
}

async function search({ url }: RunningService) {
  const response = await fetch(`${url}/v1/signals/search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUESTION, explain: true }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
  const { signals }: any = await response.json();
  return { loading: response.headers.get('x-signals-loading'), best: signals[0] };
}

async function loadingOf({ url }: RunningService): Promise<string[]> {
  const response = await fetch(`${url}/health/ready`);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers
  const state: any = await response.json();
  return state.loading;
}

const noLonger = (service: RunningService) =>
  eventually(
    () => loadingOf(service),
    (loading) => loading.length === 0,
  );

/** Returns the folders of complete tables. */
function tables(): string[] {
  return readdirSync(join(folder.path, 'ranking')).filter((name) => NAME.test(name));
}

const numbers = (name: string): string => join(folder.path, 'ranking', name, 'tables.bin');

it('search ranks by similarity while tables are built, and a kill leaves no incomplete tables', async () => {
  const service = await start();
  const builder = childrenOf(service.child.pid).find((pid) =>
    commandOf(pid).includes('ranking-builder'),
  );
  if (builder === undefined) throw new Error('nothing is built');
  // Pauses the builder, so that it cannot finish during the search.
  process.kill(builder, 'SIGSTOP');
  const { loading, best } = await search(service);
  expect(loading).toBe('ranking');
  expect(await loadingOf(service)).toEqual(['ranking']);
  expect(best.data.summary).toBe(QUESTION);
  expect(best.explanation).toMatchObject({ subtype: 0, words: 0, matches: [] });
  const exited = once(service.child, 'exit');
  const stopped = service.stop('SIGKILL');
  await exited;
  process.kill(builder, 'SIGCONT');
  await until(async () => !isRunning(builder));
  await stopped;
  expect(tables()).toEqual([]);
});

it('the next start replaces damaged tables and those of another model, and the one after that only reads them', async () => {
  const former = join(folder.path, 'ranking', 'f'.repeat(32));
  cpSync(BUNDLED_TABLES, former, { recursive: true });
  // What builders leave that were killed in the middle of a write, and a damaged disk.
  const { fingerprint } = await tablesOrigin(model);
  const own = join(folder.path, 'ranking', fingerprint.slice(0, 32));
  for (const damaged of [own, `${own}.1`]) {
    cpSync(BUNDLED_TABLES, damaged, { recursive: true });
    truncateSync(join(damaged, 'tables.bin'), 1_000);
  }
  expect(tables()).toHaveLength(2);
  const service = await start();
  await noLonger(service);
  const { loading, best } = await search(service);
  expect(loading).toBeNull();
  expect(best.data.summary).toBe(QUESTION);
  expect(best.explanation.words).toBeGreaterThan(0.3);
  expect(best.explanation.matches).toContainEqual(
    expect.objectContaining({ query_word: 'word4', summary_word: 'word4', start: 0, end: 5 }),
  );
  expect(await service.stop()).toBe(0);
  const [name = '', ...others] = readdirSync(join(folder.path, 'ranking'));
  expect(others).toEqual([]);
  const written = statSync(numbers(name));

  const again = await start();
  expect(await loadingOf(again)).toEqual([]);
  expect((await search(again)).best).toEqual(best);
  expect(await again.stop()).toBe(0);
  expect(tables()).toEqual([name]);
  expect(statSync(numbers(name))).toMatchObject({ ino: written.ino, mtimeMs: written.mtimeMs });
});

it('load rejects a model whose tokenizer differs from that of the stored word pieces', async () => {
  writeModel(WORDS.toReversed());
  const { code, stderr } = await runSignals(folder, 'load', join(folder.path, 'events.ndjson'));
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: The stored word pieces were made by another tokenizer[^\n]*\n$/m);
  expect(stderr).not.toContain('    at ');
});
