/** Names of everything the service keeps in Redis. */

export const CHARGES_STREAM = 'signals:charges';
export const LOGS_STREAM = 'signals:logs';

/** Used credits of an account in one billing period, by key and in all. */
export function counterKey(accountId: string, periodStartMs: number): string {
  return `signals:credits:${accountId}:${periodStartMs}`;
}

/** Changes whenever charges of that counter leave the stream. */
export function movedKey(counter: string): string {
  return `${counter}:moved`;
}

/** Which process moves the rows of a stream. */
export function moverKey(stream: string): string {
  return `${stream}:mover`;
}

/** What became of one charge. */
export function entryKey(entryId: string): string {
  return `signals:entry:${entryId}`;
}

export function idempotencyKey(scope: string): string {
  return `signals:idempotency:${scope}`;
}

export function rateKey(key: string): string {
  return `signals:rate:${key}`;
}
