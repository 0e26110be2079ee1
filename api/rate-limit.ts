/** Requests per minute and account, by express-rate-limit on a sliding window; refused ones do not count. */
import type { RequestHandler } from 'express';
import { rateLimit, type Store } from 'express-rate-limit';
import { AppError } from '../shared/errors.js';
import type { Clock } from '../shared/ports/clock.js';
import { callerOf } from './call.js';
import { SlidingWindow } from './sliding-window.js';

const WINDOW_MS = 60_000;

export function limitRate(clock: Clock, onRefused: () => void): RequestHandler {
  const window = new SlidingWindow();
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: (_request, response) => callerOf(response).account.rateLimit,
    keyGenerator: (_request, response) => callerOf(response).account.accountId,
    identifier: 'account',
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    store: storeOn(window, clock),
    handler: (_request, response, next) => {
      window.remove(callerOf(response).account.accountId, clock.now());
      onRefused();
      next(new AppError('rate_limited', 'Too many requests: wait as Retry-After says.'));
    },
  });
}

function storeOn(window: SlidingWindow, clock: Clock): Store {
  return {
    localKeys: true,
    increment(key) {
      const totalHits = window.add(key, clock.now());
      // The library compares with the system's clock.
      const waitMs = window.resetMs(key, clock.now()) - clock.now();
      return { totalHits, resetTime: new Date(Date.now() + waitMs) };
    },
    decrement: (key) => window.remove(key, clock.now()),
    resetKey: (key) => window.forget(key),
  };
}
