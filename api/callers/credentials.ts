/**
 * What a request proves itself with, and what a wrong proof is answered: wrong ones are limited per
 * address, however many operations and kinds of keys are tried; a correct one never is.
 */
import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { hashKey, isSameHash } from '../../shared/domain/billing/api-key.js';
import { AppError } from '../../shared/domain/errors.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { HitCounter } from '../../shared/domain/ports/rate-window.js';

/** Answers a request without a right key: the error to refuse it with. */
export type RefuseKey = (request: Request, response: Response) => AppError;

export interface WrongKeys {
  refuse: RefuseKey;
  /** Whether the next wrong key of that address is one too many. */
  isFlood(request: Request): boolean;
}

const WRONG_KEYS_PER_MINUTE = 60;
/** Whoever has one IPv6 address has all of its network. */
const IPV6_NETWORK_BITS = 64;

/** `x-api-key`, else `Authorization: Bearer`. */
export function keyOf(request: Request): string | undefined {
  const header = request.get('x-api-key')?.trim();
  if (header) return header;
  return /^Bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1];
}

/** Whether a request has the secret of operators; none has if there is none. */
export function createAdminCheck(adminKey: string | undefined): (request: Request) => boolean {
  if (adminKey === undefined) return () => false;
  const hash = hashKey(adminKey);
  return (request) => {
    const key = keyOf(request);
    return key !== undefined && isSameHash(hashKey(key), hash);
  };
}

/** One for the whole process, so that all its endpoints count together. */
export function createWrongKeys(clock: Clock, wrong: HitCounter): WrongKeys {
  const isFlood = (request: Request): boolean =>
    wrong.count(networkOf(request), clock.now()) >= WRONG_KEYS_PER_MINUTE;
  return {
    isFlood,
    refuse(request, response) {
      const isGiven = keyOf(request) !== undefined;
      if (isGiven && isFlood(request)) {
        response.set('Retry-After', '60');
        return new AppError(
          'rate_limited',
          'Too many requests with invalid API keys from this address. Retry after the number of seconds in the Retry-After header.',
        );
      }
      if (isGiven) wrong.add(networkOf(request), clock.now());
      response.set('WWW-Authenticate', 'Bearer');
      const fault = isGiven ? 'The API key is invalid.' : 'The API key is missing.';
      return new AppError(
        'unauthorized',
        `${fault} Send a valid key in the x-api-key header or as a Bearer token.`,
      );
    },
  };
}

function networkOf(request: Request): string {
  return ipKeyGenerator(request.ip ?? '', IPV6_NETWORK_BITS);
}
