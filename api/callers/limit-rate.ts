/** Requests per minute and account, by express-rate-limit on a sliding window; refused ones do not count. */
import type { RequestHandler } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { AppError } from '../../shared/domain/errors.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { RateWindow } from '../../shared/domain/ports/rate-window.js';
import { callerOf } from '../http/request-context.js';

const WINDOW_MS = 60_000;

export function limitRate(window: RateWindow, clock: Clock, onRefused: () => void): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: (_request, response) => callerOf(response).account.rateLimit,
    // The store learns nothing but the key, and has to know the limit to count in one step.
    keyGenerator(_request, response) {
      const { accountId, rateLimit: limit } = callerOf(response).account;
      return `${limit} ${accountId}`;
    },
    identifier: 'account',
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: storeOn(window, clock),
    handler: (_request, _response, next) => {
      onRefused();
      next(
        new AppError(
          'rate_limited',
          'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
        ),
      );
    },
  });
}

/** Counts, and takes nothing back: the library asks for that in ways that are not used here. */
function storeOn(window: RateWindow, clock: Clock): Store {
  return {
    async increment(name) {
      const limit = Number.parseInt(name, 10);
      const key = name.slice(name.indexOf(' ') + 1);
      const nowMs = clock.now();
      const { isTaken, count, resetMs } = await window.take(key, limit, nowMs);
      // The library compares with the limit, and with the system's clock.
      return {
        totalHits: isTaken ? count : limit + 1,
        resetTime: new Date(Date.now() + resetMs - nowMs),
      };
    },
    decrement: () => undefined,
    resetKey: () => undefined,
  };
}
