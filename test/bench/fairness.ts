/**
 * What one account feels of another: B's searches by meaning while A, or somebody without a key, runs
 * eight of its dearest requests at once. The service is a process of its own on the demo and, where they
 * lie beside the checkout, the real feeds. `BENCH_DATA_DIR`: a data folder that is loaded already;
 * `BENCH_SECONDS`: of each row (20); `BENCH_ROWS`: a pattern of the rows to run.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '../../shared/package-root.js';
import { createDataFolder, type DataFolder, runSignals, startService } from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { type KnownNames, ordinarySearch, type Sent, worstRequests } from './worst-requests.js';

const AT_ONCE = 8;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
/** B's p99 beside A may be so many times its idle one. */
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
    const idle = await measure(client, b, null);
    print(
      `\nfairness: ${AT_ONCE} of A's requests at once for ${SECONDS} s, ${names.signals} signals`,
    );
    print(
      'A does: answers, p50 ms | B search: answers, p50 / p95 / p99 ms, p99 to idle (aim <= 5)',
    );
    print(`${'(nothing)'.padEnd(50)} ${show(idle.b)}`);
    const wanted = new RegExp(process.env.BENCH_ROWS ?? '');
    for (const { name, request } of worstRequests(names)) {
      if (!wanted.test(name)) continue;
      const { a: hers, b: his } = await measure(client, b, { key: a, request });
      const ratio = quantile(his, 0.99) / quantile(idle.b, 0.99);
      const times = `${hers.length} ${quantile(hers, 0.5).toFixed(0)}`;
      const verdict = ratio <= MAX_RATIO ? 'fair' : 'NOT FAIR';
      print(
        `${name.padEnd(50)} ${times.padStart(12)} | ${show(his)} ${ratio.toFixed(1)} ${verdict}`,
      );
    }
    const after = await measure(client, b, null);
    print(`${'(nothing again)'.padEnd(50)} ${show(after.b)}`);
    client.close();
  } finally {
    await service.stop();
    if (process.env.BENCH_DATA_DIR === undefined) folder.remove();
  }
}

async function loadedFolder(): Promise<DataFolder> {
  const folder = createDataFolder();
  const given = process.env.BENCH_DATA_DIR;
  folder.env = { ...folder.env, SIGNALS_ADMIN_KEY: ADMIN_KEY };
  if (given !== undefined) {
    folder.remove();
    return { ...folder, path: given, env: { ...folder.env, SIGNALS_DATA_DIR: given } };
  }
  const feeds = existsSync(FEEDS)
    ? readdirSync(FEEDS).filter((name) => name.endsWith('.ndjson.gz'))
    : [];
  // Companies come first, so that nothing is linked anew.
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

/** The key of a new account that may send as much as it likes. */
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

/** Reads answers without looking at them, so that the client costs little. */
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

let asked = 0;

/** Times of all answers in milliseconds; B's must all be good ones. */
async function measure(
  client: Client,
  b: string,
  other: { key: string; request: (at: number) => Sent } | null,
): Promise<{ a: number[]; b: number[] }> {
  const times: { a: number[]; b: number[] } = { a: [], b: [] };
  const ends = performance.now() + SECONDS * 1_000;
  const repeat = async (own: number[], send: () => Promise<void>) => {
    while (performance.now() < ends) {
      const started = performance.now();
      await send();
      own.push(performance.now() - started);
    }
  };
  const heavy = Array.from({ length: other ? AT_ONCE : 0 }, () =>
    repeat(times.a, async () => {
      if (other) await client.send(other.request(next()), other.key);
    }),
  );
  const light = repeat(times.b, async () => {
    const status = await client.send(ordinarySearch(next()), b);
    if (status !== 200) throw new Error(`B was answered ${status}`);
  });
  await Promise.all([light, ...heavy]);
  return times;
}

function next(): number {
  asked += 1;
  return asked;
}

function show(times: readonly number[]): string {
  const quantiles = [0.5, 0.95, 0.99].map((part) => quantile(times, part).toFixed(0).padStart(5));
  return `${String(times.length).padStart(5)} ${quantiles.join(' /')}`;
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((x, y) => x - y);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
