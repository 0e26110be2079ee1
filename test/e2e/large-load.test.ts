/**
 * A load of 300,000 events with 100,000 distinct texts through the model, several times the capacity of its caches
 * and queues: it must succeed during searches, and end the same after random kills. Runs only with `LONG=1`;
 * `LARGE_EVENTS` makes it smaller, `LARGE_SEED` repeats a run.
 */
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccount,
  createDataFolder,
  type DataFolder,
  finish,
  jsonOf,
  type RunningService,
  startService,
  startSignals,
} from '../helpers/cli.js';
import { openDataFolder } from '../helpers/clickhouse-adapters.js';
import { createRandom } from '../helpers/random.js';

const EVENTS = Number(process.env.LARGE_EVENTS ?? 300_000);
const TEXTS = EVENTS / 3;
const SEED = Number(process.env.LARGE_SEED ?? Date.now() % 1_000_000);
const KILLS = 10;
const COMPANIES = 5_000;
const HOURS = 3_600_000;
/** Distances between repeats of a text, below and above the size of the cache. */
const DISTANCES = [0, 7_000, 25_000];

const folders: DataFolder[] = [];
let file: string;

beforeAll(async () => {
  if (!process.env.LONG) return;
  file = join(newFolder().path, 'large.ndjson');
  const out = createWriteStream(file);
  for (let at = 0; at < EVENTS; at += 1) {
    if (!out.write(`${lineOf(at)}\n`)) await once(out, 'drain');
  }
  await new Promise<void>((resolve) => out.end(() => resolve()));
});

afterAll(() => {
  for (const folder of folders) folder.remove();
});

describe.skipIf(!process.env.LONG)('Load of many events with many texts', () => {
  let calm: unknown;

  it(
    'succeeds while searches run, and all searches succeed',
    async () => {
      const folder = newFolder();
      const service = await startService(folder, '--no-demo');
      const searches = await startSearches(folder, service.url);
      const started = Date.now();
      const child = startSignals(folder, 'load', file, '--json');
      const memory = watchMemory(child.pid);
      const { code, stdout, stderr } = await finish(child);
      const seconds = (Date.now() - started) / 1_000;
      const { statuses, slowestMs } = await searches.end();
      const report = {
        events_per_second: Math.round(EVENTS / seconds),
        load_max_rss_mb: memory.maxMb(),
        service_max_rss_mb: peakMb(service.child.pid),
        searches: statuses,
        slowest_search_ms: slowestMs,
      };
      process.stdout.write(`large load: ${JSON.stringify(report)}\n`);
      expect(code, stderr).toBe(0);
      const lines = JSON.parse(stdout);
      expect(lines).toMatchObject({ read: EVENTS, rejected: EVENTS / 1_000, duplicates: 0 });
      expect(Object.keys(statuses)).toEqual(['200']);
      expect(await service.stop()).toBe(0);
      calm = await digest(folder);
    },
    3 * HOURS,
  );

  it(
    `stores the same data if it is killed at random (LARGE_SEED=${SEED})`,
    async () => {
      const random = createRandom(SEED);
      const folder = newFolder();
      let service: RunningService | undefined = await startService(folder, '--no-demo');
      for (let kills = 0; kills < KILLS; kills += 1) {
        service ??= await startService(folder, '--no-demo');
        const child = startSignals(folder, 'load', file);
        const ended = finish(child);
        await sleep(4_000 + random.below(16_000));
        // Either the service has the data folder, or the load has taken it over from the killed service.
        if (random.chance(0.3)) {
          await service.stop('SIGKILL');
          service = undefined;
          await sleep(random.below(5_000));
        }
        child.kill('SIGKILL');
        await ended;
      }
      const report = await jsonOf(folder, 'load', file);
      expect(report).toMatchObject({ read: EVENTS, rejected: EVENTS / 1_000 });
      await service?.stop();
      expect(await digest(folder)).toEqual(calm);
    },
    3 * HOURS,
  );
});

/** Returns a line of the file: mostly a signal, sometimes a profile that renames stored companies, or invalid JSON. */
function lineOf(at: number): string {
  if (at % 1_000 === 999) return 'not json';
  const number = Math.trunc(at / 3);
  const company = (at * 31) % COMPANIES;
  const domain = `c${company}.example`;
  const observed_at = new Date(Date.UTC(2026, 0, 1) + at * 1_000).toISOString();
  if (at % 500 === 250) {
    const payload = { name: `Profiled ${company} at ${at}`, domain, employees: '10' };
    return JSON.stringify({ source: 'company-profiles', event_id: `p${at}`, observed_at, payload });
  }
  const text = (number + 25 * TEXTS - (DISTANCES[at % 3] ?? 0)) % TEXTS;
  return JSON.stringify({
    source: 'signal',
    event_id: `e${at}`,
    observed_at,
    payload: {
      signal_type: 'news',
      signal_subtype: 'general',
      detected_at: observed_at,
      company: { name: `Named ${company}`, domain },
      data: { summary: `Plant ${text} opens` },
    },
  });
}

/** Sends one search after the other, each with another text, until `end` is called. */
async function startSearches(folder: DataFolder, url: string) {
  const { key } = await createAccount(folder, 'a', { unlimited: true, rateLimit: 100_000 });
  const statuses: Record<string, number> = {};
  let slowestMs = 0;
  let wanted = true;
  const running = (async () => {
    for (let at = 0; wanted; at += 1) {
      const started = Date.now();
      const response = await fetch(`${url}/v1/signals/search`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query: `factory ${at}`, limit: 5 }),
      });
      await response.text();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      slowestMs = Math.max(slowestMs, Date.now() - started);
      await sleep(100);
    }
  })();
  return {
    async end() {
      wanted = false;
      await running;
      return { statuses, slowestMs };
    },
  };
}

function watchMemory(pid: number | undefined): { maxMb: () => number } {
  let max = 0;
  const timer = setInterval(() => {
    max = Math.max(max, peakMb(pid));
  }, 1_000);
  return {
    maxMb() {
      clearInterval(timer);
      return max;
    },
  };
}

/** Returns the peak memory of a process on Linux, and 0 elsewhere or after it has ended. */
function peakMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1_024);
  } catch {
    return 0;
  }
}

/** Returns hashes of all visible data, independent of time and order of writing. */
async function digest(folder: DataFolder): Promise<unknown> {
  const open = await openDataFolder(folder.path);
  const tables = { signals: 'version', companies: 'version', contacts: 'version' };
  const digests = [];
  for (const [table, except] of Object.entries(tables)) {
    const rows = await open.clickhouse.rows(
      `SELECT '${table}' AS name, toString(count()) AS rows,
         toString(sum(cityHash64(toString(tuple(* EXCEPT (${except})))))) AS content
       FROM ${table} FINAL`,
    );
    digests.push(...rows);
  }
  await open.close();
  process.stdout.write(`digest: ${JSON.stringify(digests)}\n`);
  return digests;
}

function newFolder(): DataFolder {
  const folder = createDataFolder({ model: 'bundled' });
  folders.push(folder);
  return folder;
}
