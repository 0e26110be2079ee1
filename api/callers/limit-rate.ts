/**
 * Limits the requests per minute and account on a sliding window, and reports the limit in the
 * headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers-08). Rejected requests do not
 * count.
 */
import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import { AppError } from '../../shared/domain/errors.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { RateWindow } from '../../shared/domain/ports/rate-window.js';
import { callerOf } from '../http/request-context.js';

export function limitRate(window: RateWindow, clock: Clock, onRefused: () => void): RequestHandler {
  return async (_request, response, next) => {
    const { accountId, rateLimit } = callerOf(response).account;
    const nowMs = clock.now();
    const { isTaken, count, resetMs } = await window.take(accountId, rateLimit, nowMs);
    const remaining = isTaken ? rateLimit - count : 0;
    const resetSeconds = Math.max(0, Math.ceil((resetMs - nowMs) / 1_000));
    // Distinguishes accounts without naming them.
    const partition = createHash('sha256').update(accountId).digest('base64').slice(0, 16);
    response.set('RateLimit-Policy', `"account"; q=${rateLimit}; w=60; pk=:${partition}:`);
    response.set('RateLimit', `"account"; r=${remaining}; t=${resetSeconds}`);
    if (isTaken) return next();
    response.set('Retry-After', String(resetSeconds));
    onRefused();
    next(rateExceeded());
  };
}

export function rateExceeded(): AppError {
  return new AppError(
    'rate_limited',
    'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
  );
}
