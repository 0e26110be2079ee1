/** Names of everything the service keeps in Redis. */

export const CHARGES_STREAM = 'signals:charges';
export const LOGS_STREAM = 'signals:logs';

/** Used credits of an account in one billing period, by key and in all. */
export function counterKey(accountId: string, periodStartMs: number): string {
  return `signals:credits:${accountId}:${periodStartMs}`;
}

/** Which process moves the rows of a stream. */
export function moverKey(stream: string): string {
  return `${stream}:mover`;
}

/** Exists if the charge was voided. */
export function voidKey(entryId: string): string {
  return `signals:void:${entryId}`;
}

export function settledKey(scope: string): string {
  return `signals:idempotency:${scope}`;
}

/** Which request of an idempotency key is being answered now. */
export function claimKey(scope: string): string {
  return `signals:claim:${scope}`;
}

export function rateKey(key: string): string {
  return `signals:rate:${key}`;
}
