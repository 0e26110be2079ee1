/**
 * Idempotency keys in Redis: which request is being answered now by any process, and which answer a
 * settled key has.
 */
import { randomUUID } from 'node:crypto';
import { AppError } from '../../domain/errors.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { ClaimOutcome, IdempotencyClaim } from '../../domain/ports/credit-meter.js';
import type { JournalQueue } from '../../platform/journal/journal-queue.js';
import { type Redis, RedisUnavailable } from '../../platform/redis/redis.js';
import { claimKey, settledKey } from '../redis/redis-keys.js';
import { CLAIM, RELEASE, REPLY_MS } from './credit-scripts.js';

/** A command that Redis has not received yet. It is repeated until it succeeds. */
export interface DeferredTask {
  atMs: number;
  run: () => Promise<unknown>;
}

interface ClaimsDeps {
  redis: Redis;
  clock: Clock;
  deferred: JournalQueue<DeferredTask>;
  /** Milliseconds after which the claim of a process that died expires. */
  claimMs: number;
}

export type Claims = ReturnType<typeof createClaims>;

export function createClaims({ redis, clock, deferred, claimMs }: ClaimsDeps) {
  /** The tokens of the claims of this process, by scope. */
  const tokens = new Map<string, string>();
  const releaseLater = (scope: string, token: string): Promise<void> => {
    const run = () => redis.run(RELEASE, [claimKey(scope)], [token]);
    return deferred.add({ atMs: clock.now(), run });
  };
  return {
    async claim({ scope, fingerprint }: IdempotencyClaim): Promise<ClaimOutcome> {
      if (tokens.has(scope)) return { state: 'running' };
      if (deferred.isFull) throw new AppError('unavailable', 'too many claims are unknown');
      const token = randomUUID();
      tokens.set(scope, token);
      try {
        const keys = [settledKey(scope), claimKey(scope)];
        const args = [token, fingerprint, clock.now(), claimMs];
        const [state, answer] = await redis.run(CLAIM, keys, args, REPLY_MS);
        if (state === 'open') return { state: 'claimed' };
        if (state === 'recompute') return { state };
        tokens.delete(scope);
        if (state === 'settled') return { state, answer: answer ?? '' };
        return { state: state === 'reused' ? state : 'running' };
      } catch (error) {
        tokens.delete(scope);
        if (error instanceof RedisUnavailable && error.mayHaveRun) await releaseLater(scope, token);
        throw error;
      }
    },
    async release({ scope }: IdempotencyClaim): Promise<void> {
      const token = tokens.get(scope);
      if (token === undefined) return;
      tokens.delete(scope);
      await releaseLater(scope, token);
      await deferred.flush();
    },
    /** Forgets a claim that the charge has ended. */
    forget(scope: string): void {
      tokens.delete(scope);
    },
  };
}
