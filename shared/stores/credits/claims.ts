/** Idempotency keys in Redis: who works on a request now, in any process, and what it was answered. */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../domain/errors.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { ClaimOutcome, IdempotencyClaim } from '../../domain/ports/credit-meter.js';
import type { JournalQueue } from '../../platform/journal/journal-queue.js';
import { type Redis, RedisUnavailable } from '../../platform/redis/open-redis.js';
import { claimKey, settledKey } from '../redis/redis-keys.js';
import { CLAIM, RELEASE, REPLY_MS } from './credit-scripts.js';

/** What Redis must still be told, repeated until it has worked. */
export interface LaterTask {
  /** Milliseconds since the epoch: what it is about. */
  atMs: number;
  run: () => Promise<unknown>;
}

export interface ClaimsDeps {
  redis: Redis;
  clock: Clock;
  later: JournalQueue<LaterTask>;
  /** What a process that died had claimed is free after that. */
  claimMs: number;
}

export class Claims {
  readonly #deps: ClaimsDeps;
  /** Of the requests this process works on, by scope. */
  readonly #tokens = new Map<string, string>();

  constructor(deps: ClaimsDeps) {
    this.#deps = deps;
  }

  async claim({ scope, fingerprint }: IdempotencyClaim): Promise<ClaimOutcome> {
    if (this.#tokens.has(scope)) return { state: 'running' };
    const { redis, clock, later, claimMs } = this.#deps;
    if (later.isFull) throw new AppError('unavailable', 'too many claims are unknown');
    const token = randomUUID();
    this.#tokens.set(scope, token);
    try {
      const keys = [settledKey(scope), claimKey(scope)];
      const args = [token, fingerprint, clock.now(), claimMs];
      const [state, answer] = await redis.run(CLAIM, keys, args, REPLY_MS);
      if (state === 'open') return { state: 'claimed' };
      if (state === 'settled' && answer === undefined) return { state: 'owed' };
      this.#tokens.delete(scope);
      if (state === 'settled') return { state, answer: answer ?? '' };
      return { state: state === 'reused' ? state : 'running' };
    } catch (error) {
      this.#tokens.delete(scope);
      if (error instanceof RedisUnavailable && error.mayHaveRun) {
        await this.#releaseLater(scope, token);
      }
      throw error;
    }
  }

  async release({ scope }: IdempotencyClaim): Promise<void> {
    const token = this.#tokens.get(scope);
    if (token === undefined) return;
    this.#tokens.delete(scope);
    await this.#releaseLater(scope, token);
    await this.#deps.later.flush();
  }

  /** This process has nothing to do with it any more. */
  forget(scope: string): void {
    this.#tokens.delete(scope);
  }

  #releaseLater(scope: string, token: string): Promise<void> {
    const { redis, clock, later } = this.#deps;
    const run = () => redis.run(RELEASE, [claimKey(scope)], [token]);
    return later.add({ atMs: clock.now(), run });
  }
}
