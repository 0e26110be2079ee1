/**
 * Puts the credits of one account under load: 24 clients (64 with `LONG=1`) with prices of 1, 2 × k
 * and 5, repeated idempotency keys, clients that disconnect, processes that are killed. Then
 * compares the answers with ledger, balance and log. The seed decides everything but the timing.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  createAccount,
  type DataFolder,
  jsonOf,
  type RunningService,
  rowsOf,
  startServer,
} from './cli.js';
import { companyProfile, signalEvent } from './events.js';

export interface StormOptions {
  seed: number;
  /** Commands of the API processes; data is loaded through the first. */
  servers: readonly string[][];
  /** Called at every kill to break something else; resolves when that works again. */
  disturb?: () => Promise<void>;
}

interface StormReport {
  answers: number;
  charged: number;
  refused: number;
  replayed: number;
  kills: number;
}

interface ReceivedAnswer {
  requestId: string;
  status: number;
  charged: number;
}

/** Idempotency keys (or `null`) by request id, of every request that was sent. */
type Sent = Map<string, string | null>;

const CLIENTS = process.env.LONG ? 64 : 24;
const KILLS = process.env.LONG ? 5 : 2;
/** Pause between two calls of a client: without one, calls mostly compete for the processor. */
const PAUSE_MS = process.env.LONG ? 0 : 150;
/** Pause after a failed call, which leaves the processor to the starting server. */
const RETURN_MS = 200;
const MAX_REST_MS = 30_000;
const MAX_CALM_MS = 20_000;
const KEYS_PER_PRICE = 15;
const DOMAINS = ['one.example', 'two.example', 'three.example', 'four.example', 'five.example'];

export async function runStorm(folder: DataFolder, options: StormOptions): Promise<StormReport> {
  const random = generator(options.seed);
  const limit = 200 + Math.floor(random() * 1_500);
  const servers = await Promise.all([startServer(folder, ...(options.servers[0] ?? []))]);
  await loadData(folder);
  const { key } = await createAccount(folder, 'storm', {
    monthlyLimit: limit,
    rateLimit: 1_000_000,
  });
  for (const args of options.servers.slice(1)) servers.push(await startServer(folder, ...args));
  const answers: ReceivedAnswer[] = [];
  const sent: Sent = new Map();
  const run = { over: false };
  const clients = Array.from({ length: CLIENTS }, () =>
    runClient({ servers, key, random, answers, sent, run }),
  );
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await answersMore(answers, 50 + random() * (process.env.LONG ? 250 : 100));
      await killOne(folder, options, servers, random);
    }
    await answersMore(answers, process.env.LONG ? 300 : 150);
  } finally {
    run.over = true;
    await Promise.all(clients);
  }
  const records = await readRecords(folder, { url: servers[0]?.url ?? '', key }, { answers, sent });
  expectConsistent(records, { limit, answers, sent });
  for (const server of servers) await server.stop();
  return {
    answers: answers.length,
    charged: answers.filter((each) => each.charged > 0).length,
    refused: answers.filter((each) => each.status === 402).length,
    replayed: answers.filter((each) => each.status === 200 && each.charged === 0).length,
    kills: KILLS,
  };
}

/** Waits for that many answers, or for `MAX_CALM_MS` on a slow machine. */
async function answersMore(answers: readonly ReceivedAnswer[], count: number): Promise<void> {
  const wanted = answers.length + count;
  const deadline = Date.now() + MAX_CALM_MS;
  while (answers.length < wanted && Date.now() < deadline) await sleep(10);
}

async function loadData(folder: DataFolder): Promise<void> {
  const contact = { email: 'pat@one.example', name: 'Pat' };
  const events = [
    companyProfile('one.example', 'One'),
    ...[1, 2, 3].map((at) => signalEvent(`Pat says ${at}`, { domain: 'one.example' }, { contact })),
  ];
  const file = join(folder.path, 'storm.ndjson');
  writeFileSync(file, events.map((event) => JSON.stringify(event)).join('\n'));
  await jsonOf(folder, 'load', file);
}

async function killOne(
  folder: DataFolder,
  options: StormOptions,
  servers: RunningService[],
  random: () => number,
): Promise<void> {
  const at = Math.floor(random() * servers.length);
  await servers[at]?.stop('SIGKILL');
  const [server] = await Promise.all([
    startServer(folder, ...(options.servers[at] ?? [])),
    options.disturb?.(),
  ]);
  servers[at] = server;
}

interface Client {
  servers: readonly RunningService[];
  key: string;
  random: () => number;
  answers: ReceivedAnswer[];
  sent: Sent;
  run: { over: boolean };
}

async function runClient({ servers, key, random, answers, sent, run }: Client): Promise<void> {
  while (!run.over) {
    const server = servers[Math.floor(random() * servers.length)];
    const { path, body, idempotencyKey } = nextCall(random);
    const requestId = randomUUID();
    sent.set(requestId, idempotencyKey);
    const leavesAfterMs = random() < 0.15 ? random() * 30 : 20_000;
    try {
      const response = await fetch(`${server?.url}${path}`, {
        method: 'POST',
        signal: AbortSignal.timeout(leavesAfterMs),
        headers: {
          'x-api-key': key,
          'x-request-id': requestId,
          ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify(body),
      });
      await response.arrayBuffer();
      answers.push({
        requestId,
        status: response.status,
        charged: Number(response.headers.get('x-credits-charged') ?? 0),
      });
      await sleep(random() * PAUSE_MS);
    } catch {
      // Disconnected, refused or aborted: this client got no answer.
      await sleep(RETURN_MS);
    }
  }
}

function nextCall(random: () => number): {
  path: string;
  body: object;
  idempotencyKey: string | null;
} {
  const kind = Math.floor(random() * 3);
  const variant = Math.floor(random() * KEYS_PER_PRICE);
  const idempotencyKey = random() < 0.3 ? `${kind}-${variant}` : null;
  if (kind === 0) {
    return { path: '/v1/signals/search', body: { limit: 1 + variant }, idempotencyKey };
  }
  if (kind === 1) {
    const body = { contact_email: 'pat@one.example', limit: 1 + (variant % 3) };
    return { path: '/v1/contacts/enrich', body, idempotencyKey };
  }
  return { path: '/v1/companies/bulk', body: { domains: DOMAINS }, idempotencyKey };
}

interface Records {
  ledger: readonly { request_id: string; credits: number }[];
  logs: readonly { request_id: string; status: number; credits: number }[];
  balance: { used: number; remaining: number };
}

/**
 * Reads ledger, log and balance when they have settled: what a dead process had taken is taken
 * again 5 s later.
 */
async function readRecords(
  folder: DataFolder,
  { url, key }: { url: string; key: string },
  { answers, sent }: { answers: readonly ReceivedAnswer[]; sent: Sent },
): Promise<Records> {
  const sql = (query: string) => rowsOf(folder, query);
  const deadline = Date.now() + MAX_REST_MS;
  for (;;) {
    const requestId = randomUUID();
    sent.set(requestId, null);
    const headers = { 'x-api-key': key, 'x-request-id': requestId };
    const balance = await fetch(`${url}/v1/credits`, { headers });
    const records: Records = {
      ledger: await sql(
        "SELECT request_id, toUInt32(credits) AS credits FROM credit_ledger FINAL WHERE account_id = 'storm' AND credits > 0",
      ),
      logs: await sql(
        "SELECT request_id, status, toUInt32(credits_charged) AS credits FROM request_logs FINAL WHERE account_id = 'storm'",
      ),
      balance: (await balance.json()) as Records['balance'],
    };
    const logged = new Set(records.logs.map((row) => row.request_id));
    const isAtRest =
      sumOf(records) === records.balance.used &&
      answers.every(({ requestId }) => logged.has(requestId));
    if (isAtRest || Date.now() > deadline) return records;
    await sleep(500);
  }
}

const sumOf = ({ ledger }: Records): number => ledger.reduce((sum, row) => sum + row.credits, 0);

function expectConsistent(
  records: Records,
  { limit, answers, sent }: { limit: number; answers: readonly ReceivedAnswer[]; sent: Sent },
): void {
  const { ledger, logs, balance } = records;
  const inLedger = new Map(ledger.map((row) => [row.request_id, row.credits]));
  const inLog = new Map(logs.map((row) => [row.request_id, row]));
  expect(inLedger.size, 'one row per charge').toBe(ledger.length);
  expect(inLog.size, 'one row per request').toBe(logs.length);
  for (const { requestId, status, charged } of answers) {
    if (charged > 0) expect(inLedger.get(requestId), `charge of ${requestId}`).toBe(charged);
    else if (status !== 200) expect(inLedger.has(requestId), `${status} is not billed`).toBe(false);
    expect(inLog.get(requestId), `log row of ${requestId}`).toMatchObject({
      status,
      credits: charged,
    });
  }
  const sum = sumOf(records);
  expect(sum).toBeLessThanOrEqual(limit);
  expect(balance).toMatchObject({ used: sum, remaining: limit - sum });
  for (const { request_id: id } of [...ledger, ...logs]) {
    expect(sent.has(id), `${id} was sent`).toBe(true);
  }
  const keys = ledger.flatMap((row) => sent.get(row.request_id) ?? []);
  expect(new Set(keys).size, 'one charge per idempotency key').toBe(keys.length);
}

/** Returns a Mulberry32 generator: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
