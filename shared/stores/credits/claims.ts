/** Idempotency keys in Redis: who works on a request now, in any process, and what it was answered. */
import { randomUUID } from 'node:crypto';
import { MAX_RECOMPUTATIONS, RECOMPUTE_MS, SETTLED_MS } from '../../domain/credits/standing-of.js';
import { AppError } from '../../domain/errors.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { ClaimOutcome, IdempotencyClaim } from '../../domain/ports/credit-meter.js';
import type { Redis } from '../../platform/redis/open-redis.js';
import type { RetryQueue } from '../../platform/redis/retry-queue.js';
import { retryWhileOutcomeUnknown } from '../../platform/redis/retry-while-outcome-unknown.js';
import { idempotencyKey } from '../redis/redis-keys.js';
import { CLAIM, RELEASE } from './credit-scripts.js';

export interface ClaimsDeps {
  redis: Redis;
  clock: Clock;
  later: RetryQueue;
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
    const times = [clock.now(), SETTLED_MS, claimMs, RECOMPUTE_MS];
    const args = [token, fingerprint, ...times, MAX_RECOMPUTATIONS];
    try {
      const [state, answer = ''] = await retryWhileOutcomeUnknown(
        () => redis.run(CLAIM, [idempotencyKey(scope)], args),
        () => this.#releaseLater(scope, token),
      );
      if (state === 'claimed' || state === 'owed') return { state };
      this.#tokens.delete(scope);
      if (state === 'settled') return { state, answer };
      return { state: state === 'reused' ? state : 'running' };
    } catch (error) {
      this.#tokens.delete(scope);
      throw error;
    }
  }

  async release({ scope }: IdempotencyClaim): Promise<void> {
    const token = this.#tokens.get(scope);
    if (token === undefined) return;
    this.#tokens.delete(scope);
    this.#releaseLater(scope, token);
    await this.#deps.later.flush();
  }

  /** This process has nothing to do with it any more. */
  forget(scope: string): void {
    this.#tokens.delete(scope);
  }

  #releaseLater(scope: string, token: string): void {
    const run = async (): Promise<void> => {
      await this.#deps.redis.run(RELEASE, [idempotencyKey(scope)], [token]);
    };
    this.#deps.later.add({ atMs: this.#deps.clock.now(), run });
  }
}
