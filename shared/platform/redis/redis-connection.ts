/**
 * The connection to Redis. It runs scripts, each of them atomic, and reconnects with backoff. No
 * call waits for an unavailable Redis: after a command has had no reply in time, further commands
 * fail at once until the server replies again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ErrorReply } from '@redis/client';
import { withTimeout } from '../../domain/concurrency/with-timeout.js';
import type { Logger } from '../../domain/ports/logger.js';
import { type Redis, RedisUnavailable, redisAddress } from './redis.js';

const CONNECT_MS = 2_000;
const COMMAND_MS = 1_000;
/** Milliseconds without any byte after which a connection is closed, even while it is opened. */
const SILENCE_MS = 5_000;
const PING_MS = 2_000;
const PROBE_MS = 100;
const MAX_RECONNECT_MS = 1_000;

export class RedisConnection implements Redis {
  readonly address: string;
  readonly #client;
  readonly #logger: Logger;
  #runId: string | null = null;
  #version: string | null = null;
  #lastError: unknown;
  #isProbing = false;
  #isClosed = false;

  constructor(url: string, logger: Logger) {
    this.address = redisAddress(url);
    this.#logger = logger;
    this.#client = createClient({
      url,
      disableOfflineQueue: true,
      pingInterval: PING_MS,
      maintNotifications: 'disabled',
      socket: {
        connectTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        reconnectStrategy: (retries) =>
          Math.min(MAX_RECONNECT_MS, 20 * 2 ** Math.min(retries, 10)) * (0.5 + Math.random() / 2),
      },
    });
    this.#client.on('ready', () => this.#probe());
    this.#client.on('error', (error: unknown) => this.#markUnavailable(error));
  }

  get version(): string | null {
    return this.#version;
  }

  get runId(): string | null {
    return this.#runId;
  }

  /** Resolves when the server has replied, or after the time that a connection may take. */
  async open(): Promise<void> {
    this.#client.connect().catch((error: unknown) => this.#markUnavailable(error));
    const deadline = Date.now() + CONNECT_MS;
    while (this.#runId === null && Date.now() < deadline) await sleep(PROBE_MS / 10);
    if (this.#runId !== null) return;
    this.#logger.warn({ redis: this.address, err: this.#lastError }, 'redis_unavailable');
  }

  async run(
    script: string,
    keys: readonly string[],
    args: readonly (string | number)[] = [],
    waitMs = COMMAND_MS,
  ): Promise<string[]> {
    if (this.#runId === null || !this.#client.isReady) {
      throw new RedisUnavailable('Redis is unavailable', false);
    }
    // Redis keeps what it has compiled of a script, and finds it by the text.
    const command = [
      'EVAL',
      script,
      String(keys.length),
      ...keys,
      this.#runId,
      ...args.map(String),
    ];
    const reply = await this.#inTime(this.#client.sendCommand(command), waitMs);
    return Array.isArray(reply) ? reply.map(String) : [];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#runId = null;
    if (this.#client.isReady)
      await this.#inTime(this.#client.close(), COMMAND_MS).catch(() => undefined);
    if (this.#client.isOpen) this.#client.destroy();
  }

  async #inTime<T>(reply: Promise<T>, waitMs: number): Promise<T> {
    try {
      const answer = await withTimeout(waitMs, reply);
      if (answer === 'late') throw new Error('no response in time');
      return answer;
    } catch (error) {
      if (error instanceof ErrorReply) {
        throw new RedisUnavailable('Redis rejected a command', true, error);
      }
      this.#markUnavailable(error);
      throw new RedisUnavailable('Redis does not respond', true, error);
    }
  }

  #markUnavailable(error: unknown): void {
    this.#lastError = error;
    if (this.#runId !== null && !this.#isClosed) {
      this.#logger.warn({ redis: this.address, err: error }, 'redis_unavailable');
    }
    this.#runId = null;
    this.#probe();
  }

  #probe(): void {
    if (this.#isProbing || this.#isClosed || !this.#client.isReady) return;
    this.#isProbing = true;
    this.#client
      .sendCommand(['INFO', 'server'])
      .then((info) => {
        const runId = /^run_id:(\w{1,64})/m.exec(String(info))?.[1];
        if (runId === undefined) throw new Error('the server has no run id');
        if (this.#isClosed) return;
        if (this.#runId === null) this.#logger.info({ redis: this.address }, 'redis_connected');
        this.#runId = runId;
        this.#version = /^(?:valkey|redis)_version:(\S{1,64})/m.exec(String(info))?.[1] ?? null;
      })
      .catch((error: unknown) => {
        this.#lastError = error;
      })
      .finally(() => {
        this.#isProbing = false;
        if (this.#runId === null) setTimeout(() => this.#probe(), PROBE_MS).unref();
      });
  }
}
