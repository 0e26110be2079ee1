/** `Idempotency-Key`: for 24 h, a repeated request gets the same response and is charged once. */
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { canonicalJson } from '../../shared/domain/canonical-json.js';
import { AppError, type ErrorDetail } from '../../shared/domain/errors.js';
import type { CreditMeter, IdempotencyClaim } from '../../shared/domain/ports/credit-meter.js';
import { MAX_IDEMPOTENCY_KEY } from '../validation/limits.js';
import { invalidRequest } from '../validation/validated.js';
import { decompressAnswer } from './stored-answer.js';

const HEADER = 'Idempotency-Key';

/** Reports a key of the wrong length. */
export function idempotencyFaultsOf(request: Request): ErrorDetail[] {
  const { length = 1 } = request.get(HEADER) ?? {};
  if (length > 0 && length <= MAX_IDEMPOTENCY_KEY) return [];
  return [
    headerFault({
      code: length === 0 ? 'too_short' : 'too_long',
      message: `${HEADER} must have 1 to ${MAX_IDEMPOTENCY_KEY} characters.`,
      meta: { min: 1, max: MAX_IDEMPOTENCY_KEY },
    }),
  ];
}

/** Returns the claim of the request's key, or `null` without the header. */
export function idempotencyClaimOf(request: Request, accountId: string): IdempotencyClaim | null {
  const key = request.get(HEADER);
  if (key === undefined) return null;
  return {
    scope: hashOf([accountId, request.method, request.path, key]),
    fingerprint: hashOf([canonicalJson(request.body ?? null), canonicalJson(request.query)]),
  };
}

type Claimed =
  | { state: 'claimed' }
  /** The call was charged, but its answer was not kept, so it is computed again. */
  | { state: 'recompute' }
  | { state: 'settled'; body: string };

/** Throws `conflict` if the same request is running, `invalid_request` if it is another one. */
export async function claimRequest(meter: CreditMeter, claim: IdempotencyClaim): Promise<Claimed> {
  const outcome = await meter.claim(claim);
  switch (outcome.state) {
    case 'claimed':
    case 'recompute':
      return outcome;
    case 'settled':
      return { state: 'settled', body: await decompressAnswer(outcome.answer) };
    case 'running':
      throw new AppError('conflict', `A request with this ${HEADER} is still running.`);
    case 'reused':
      throw keyReused();
  }
}

export function keyReused(): AppError {
  return invalidRequest([
    headerFault({
      code: 'idempotency_key_reused',
      message: `This ${HEADER} was already used for another request. Use a new one.`,
      meta: {},
    }),
  ]);
}

function headerFault(fault: Pick<ErrorDetail, 'code' | 'message' | 'meta'>): ErrorDetail {
  return { field: HEADER, location: 'header', ...fault };
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
