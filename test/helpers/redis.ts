/**
 * A Redis for one test: `redis-server` from the PATH. It passes every write to the system before it
 * answers, so that `kill -9` loses none.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { freePort } from './free-port.js';
import { isRequired } from './required.js';

export interface RedisServer {
  url: string;
  /** Sends a command on a new connection. */
  command(...args: string[]): Promise<unknown>;
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

export interface TestRedis extends RedisServer {
  /** Suspends the server; `wake` resumes it. */
  freeze(): void;
  wake(): void;
}

/**
 * Keeps every answered write when the server is killed. The system decides when to write to the
 * disk: a slow disk would look like an unavailable Redis.
 */
export const DURABLE = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'no'];

/** Returns why the suite is skipped, or null; with `REQUIRE=redis` it throws instead. */
export function redisMissing(): string | null {
  if (spawnSync('redis-server', ['--version']).status === 0) return null;
  const reason = 'redis-server is not on the PATH';
  if (isRequired('redis')) throw new Error(reason);
  return reason;
}

export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'signals-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    server = undefined;
  }

  async function start(): Promise<void> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    server = spawn('redis-server', [...args, ...DURABLE], { stdio: 'ignore' });
    await untilReady(url);
  }

  await start();
  return {
    url,
    command: (...args) => sendCommand(url, args),
    freeze: () => server?.kill('SIGSTOP'),
    wake: () => server?.kill('SIGCONT'),
    kill,
    start,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function sendCommand(url: string, args: string[]): Promise<unknown> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.sendCommand(args);
  } finally {
    client.destroy();
  }
}

export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const answer = await sendCommand(url, ['PING']).catch(() => null);
    if (answer === 'PONG') return;
    if (Date.now() > deadline) throw new Error('redis-server did not start');
    await sleep(20);
  }
}
