/**
 * Measures what one account notices of another: B's searches by meaning while A, or a client
 * without a key, keeps eight of its most expensive requests running. The service is a process on
 * the demo and on the real feeds if they are beside the checkout. `BENCH_DATA_DIR`: a data folder
 * that is loaded already; `BENCH_SECONDS`: of each row (20); `BENCH_ROWS`: a pattern of the rows to
 * run.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../shared/domain/package-root.js';
import { createDataFolder, type DataFolder, runSignals, startService } from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { quantile } from './statistics.js';
import { type KnownNames, ORDINARY, type Sent, worstRequests } from './worst-requests.js';

const AT_ONCE = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
/** Highest allowed ratio of B's p99 while A runs to its p99 alone. */
const MAX_RATIO = 5;
const ADMIN_KEY = randomBytes(24).toString('hex');
const FEEDS = join(packageRoot(), '../shared/feeds');
const SETTLE_MS = 500;

export async function benchFairness(print: (line: string) => void): Promise<void> {
  const folder = await loadedFolder();
  const service = await startService(folder, '--no-demo');
  try {
    const names = await namesOf(folder.path);
    const [a = '', b = ''] = await Promise.all([
      openAccount(service.url),
      openAccount(service.url),
    ]);
    const client = createClient(service.url);
    print(`\nfairness: ${AT_ONCE} at once for ${SECONDS} s, ${names.signals} signals; times in ms`);
    print(`${'A does: status, answers, p50'.padEnd(68)} | B searches by meaning and by filters:`);
    print(`${''.padEnd(68)} | pairs, p50 / p95 / p99, p99 to idle (aim <= ${MAX_RATIO})`);
    const idle = await measure(client, b, null);
    print(`${'(nothing)'.padEnd(68)} | ${showB(idle.b)}`);
    const wanted = new RegExp(process.env.BENCH_ROWS ?? '');
    for (const { name, request } of worstRequests(names)) {
      if (!wanted.test(name)) continue;
      const row = await measure(client, b, { key: a, request });
      const ratio = Math.max(
        quantile(row.b.meaning, 0.99) / quantile(idle.b.meaning, 0.99),
        quantile(row.b.filters, 0.99) / quantile(idle.b.filters, 0.99),
      );
      const did = `${name.padEnd(48)} ${row.status} ${String(row.a.length).padStart(7)}`;
      const verdict = ratio <= MAX_RATIO ? '' : ' NOT FAIR';
      print(
        `${did} ${quantile(row.a, 0.5).toFixed(0).padStart(7)} | ${showB(row.b)} ${ratio.toFixed(1)}${verdict}`,
      );
    }
    print(`${'(nothing again)'.padEnd(68)} | ${showB((await measure(client, b, null)).b)}`);
    client.close();
  } finally {
    await service.stop();
    if (process.env.BENCH_DATA_DIR === undefined) folder.remove();
  }
}

async function loadedFolder(): Promise<DataFolder> {
  const folder = createDataFolder({ model: 'bundled' });
  const given = process.env.BENCH_DATA_DIR;
  folder.env = { ...folder.env, SIGNALS_ADMIN_KEY: ADMIN_KEY };
  if (given !== undefined) {
    folder.remove();
    return { ...folder, path: given, env: { ...folder.env, SIGNALS_DATA_DIR: given } };
  }
  const feeds = existsSync(FEEDS)
    ? readdirSync(FEEDS).filter((name) => name.endsWith('.ndjson.gz'))
    : [];
  // Loads companies first, so that no signal is linked again.
  for (const file of feeds.sort((x, y) => rank(x) - rank(y))) {
    const { code, stderr } = await runSignals(folder, 'load', join(FEEDS, file));
    if (code !== 0) throw new Error(`${file} was not loaded: ${stderr}`);
  }
  const first = await startService(folder);
  while (!/demo data: done/.test(first.output())) await sleep(SETTLE_MS);
  await first.stop();
  return folder;
}

function rank(file: string): number {
  return Number(!file.startsWith('company'));
}

async function namesOf(dataDir: string): Promise<KnownNames & { signals: number }> {
  const open = await openDataFolder(dataDir);
  const { clickhouse } = open;
  const names = (column: string) =>
    clickhouse.rows<{ name: string }>(
      `SELECT ${column} AS name FROM signals FINAL WHERE name != '' GROUP BY name
       ORDER BY count() DESC, name LIMIT 100`,
    );
  const [domains, emails, [all]] = await Promise.all([
    names('company_domain'),
    names('contact_email'),
    clickhouse.rows<{ signals: number }>('SELECT count() AS signals FROM signals FINAL'),
  ]);
  await open.close();
  return {
    domains: domains.map(({ name }) => name),
    emails: emails.map(({ name }) => name),
    signals: all?.signals ?? 0,
  };
}

/** Creates an account without limits and returns its key. */
async function openAccount(url: string): Promise<string> {
  const accountId = `bench-${randomBytes(6).toString('hex')}`;
  const admin = async (path: string, body: object) => {
    const response = await fetch(`${url}/v1/admin/accounts${path}`, {
      method: 'POST',
      headers: { 'x-api-key': ADMIN_KEY },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { key: string };
  };
  const account = { name: accountId, unlimited: true, rate_limit: 100_000, early_access: true };
  await admin('', { account_id: accountId, ...account });
  return (await admin(`/${accountId}/keys`, { name: 'bench' })).key;
}

type Client = ReturnType<typeof createClient>;

/** Returns a client that does not parse answers, so that it costs little. */
function createClient(url: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    send: ({ method, path, headers = {}, body }: Sent, key: string) =>
      new Promise<number>((resolve, reject) => {
        const sent = httpRequest(
          `${url}${path}`,
          { method, agent, headers: { 'x-api-key': key, ...headers } },
          (response) => {
            response.resume();
            response.on('end', () => resolve(response.statusCode ?? 0));
            response.on('error', reject);
          },
        );
        sent.on('error', reject);
        sent.end(body && JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}

interface Measured {
  a: number[];
  /** The most frequent status of A's answers. */
  status: number;
  b: Record<keyof typeof ORDINARY, number[]>;
}

let asked = 0;

/** Returns the times of all answers in milliseconds; throws if an answer to B is not 200. */
async function measure(
  client: Client,
  b: string,
  other: { key: string; request: (at: number) => Sent } | null,
): Promise<Measured> {
  const times: Measured = { a: [], status: 0, b: { meaning: [], filters: [] } };
  const statuses = new Map<number, number>();
  const ends = performance.now() + SECONDS * 1_000;
  const timed = async (own: number[], sent: Sent, key: string): Promise<number> => {
    const started = performance.now();
    const status = await client.send(sent, key);
    own.push(performance.now() - started);
    return status;
  };
  const heavy = Array.from({ length: other ? AT_ONCE : 0 }, async () => {
    while (other && performance.now() < ends) {
      const status = await timed(times.a, other.request(next()), other.key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  const light = (async () => {
    while (performance.now() < ends) {
      for (const kind of ['meaning', 'filters'] as const) {
        const status = await timed(times.b[kind], ORDINARY[kind](next()), b);
        if (status !== 200) throw new Error(`B was answered ${status}`);
      }
    }
  })();
  await Promise.all([light, ...heavy]);
  times.status = [...statuses].sort((x, y) => y[1] - x[1])[0]?.[0] ?? 0;
  return times;
}

function next(): number {
  asked += 1;
  return asked;
}

function showB({ meaning, filters }: Measured['b']): string {
  return `${String(meaning.length).padStart(4)} ${show(meaning)} ${show(filters)}`;
}

function show(times: readonly number[]): string {
  const quantiles = [0.5, 0.95, 0.99].map((part) => quantile(times, part).toFixed(0).padStart(5));
  return `${quantiles.join(' /')}  `;
}
