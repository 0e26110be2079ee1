/**
 * `Idempotency-Key`: for 24 h, a repeated request gets the same response, to the byte, and is charged
 * once. Responses are stored as base64 text, the same for the journal, Redis and ClickHouse.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import type { Request } from 'express';
import { canonicalJson } from '../../shared/domain/canonical-json.js';
import { AppError, type ErrorDetail } from '../../shared/domain/errors.js';
import type { IdempotencyClaim } from '../../shared/domain/ports/credit-meter.js';
import { MAX_IDEMPOTENCY_KEY } from '../validation/limits.js';
import { invalidRequest } from '../validation/validated.js';

const HEADER = 'Idempotency-Key';
/** The value of `Retry-After` while the first request runs. Most take less than a second. */
const RUNNING_SECONDS = 1;
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** The largest JSON text that is stored, in bytes of UTF-8. */
export const MAX_STORED_BYTES = 1_048_576;

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

export function keyInUse(): AppError {
  return new AppError(
    'conflict',
    `A request with this ${HEADER} is still running. Wait for its response, then repeat it.`,
    { retryAfterSeconds: RUNNING_SECONDS },
  );
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

/** Compresses an answer. Returns `null` if it is too long to be stored. */
export async function compressAnswer(body: string): Promise<string | null> {
  if (Buffer.byteLength(body) > MAX_STORED_BYTES) return null;
  const zipped = await zip(body, { level: constants.Z_BEST_SPEED });
  return zipped.toString('base64');
}

export async function decompressAnswer(stored: string): Promise<string> {
  return (await unzip(Buffer.from(stored, 'base64'))).toString('utf8');
}

function headerFault(fault: Pick<ErrorDetail, 'code' | 'message' | 'meta'>): ErrorDetail {
  return { field: HEADER, location: 'header', ...fault };
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
