/** The names of all keys that the service keeps in Redis. */

export const CHARGES_STREAM = 'signals:charges';
export const LOGS_STREAM = 'signals:logs';

/** The key that shows whether Redis accepts writes. */
export const CHECK_KEY = 'signals:check';

/** Returns the key of the credits that an account used in a period, per API key and in total. */
export function counterKey(accountId: string, periodStartMs: number): string {
  return `signals:credits:${accountId}:${periodStartMs}`;
}

/** Returns the key of the process that moves the rows of a stream. */
export function moverKey(stream: string): string {
  return `${stream}:mover`;
}

/** Returns the key of the stream with the entries that were no rows of `stream`. */
export function foreignKey(stream: string): string {
  return `${stream}:foreign`;
}

export function voidKey(entryId: string): string {
  return `signals:void:${entryId}`;
}

export function settledKey(scope: string): string {
  return `signals:idempotency:${scope}`;
}

/** Returns the key of the request of an idempotency key that is being answered now. */
export function claimKey(scope: string): string {
  return `signals:claim:${scope}`;
}

export function rateKey(key: string): string {
  return `signals:rate:${key}`;
}
