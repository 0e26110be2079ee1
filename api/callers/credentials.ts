/**
 * Reads the credentials of a request and rejects wrong ones. The number of wrong keys is limited
 * per address, over all operations and kinds of keys. Correct keys are never limited.
 */
import type { Request, Response } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { hashKey, isSameHash, isWellFormedKey } from '../../shared/domain/billing/api-key.js';
import { AppError } from '../../shared/domain/errors.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { HitCounter } from '../../shared/domain/ports/rate-window.js';
import { contextOf } from '../http/request-context.js';

/** Rejects a request without a valid key: returns the error to respond with. */
export type RefuseKey = (request: Request, response: Response) => AppError;

export type WrongKeys = ReturnType<typeof createWrongKeys>;

const WRONG_KEYS_PER_MINUTE = 60;
/** Wrong keys are counted per network: a client with one IPv6 address usually owns a whole one. */
const IPV6_NETWORK_BITS = 64;

/** Returns the key in `x-api-key`, else in `Authorization: Bearer`; `undefined` without both. */
export function apiKeyOf(request: Request): string | undefined {
  const header = request.get('x-api-key')?.trim();
  if (header) return header;
  return /^Bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1];
}

/** Returns a check for the operators' secret, which always fails if no secret is set. */
export function createAdminCheck(adminKey: string | undefined): (request: Request) => boolean {
  if (adminKey === undefined) return () => false;
  const hash = hashKey(adminKey);
  return (request) => {
    const key = apiKeyOf(request);
    return key !== undefined && isSameHash(hashKey(key), hash);
  };
}

/** True if the request has a key that no account can have: it may be a guess of the secret. */
export function hasOtherKey(request: Request): boolean {
  const key = apiKeyOf(request);
  return key !== undefined && !isWellFormedKey(key);
}

/** Rejects wrong keys of operators, and logs them. */
export function createRefuseAdmin(refuse: RefuseKey, logger: Pick<Logger, 'info'>): RefuseKey {
  return (request, response) => {
    const refusal = refuse(request, response);
    const { requestId } = contextOf(response);
    // Rejections by the limit are not logged: they are many, and the address is logged already.
    if (refusal.code === 'unauthorized') {
      logger.info({ request_id: requestId, address: request.ip }, 'admin_key_refused');
    }
    return refusal;
  };
}

/** Creates the limit of wrong keys: one per process, so that all endpoints count together. */
export function createWrongKeys(clock: Clock, hits: HitCounter) {
  /** True if one more wrong key from that address would exceed the limit. */
  const isFlood = (request: Request): boolean =>
    hits.count(networkOf(request), clock.now()) >= WRONG_KEYS_PER_MINUTE;
  return {
    isFlood,
    refuse(request: Request, response: Response): AppError {
      const hasKey = apiKeyOf(request) !== undefined;
      if (hasKey && isFlood(request)) {
        response.set('Retry-After', '60');
        return new AppError(
          'rate_limited',
          'Too many requests with invalid API keys from this address. Retry after the number of seconds in the Retry-After header.',
        );
      }
      if (hasKey) hits.add(networkOf(request), clock.now());
      response.set('WWW-Authenticate', 'Bearer');
      const fault = hasKey ? 'The API key is invalid.' : 'The API key is missing.';
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
