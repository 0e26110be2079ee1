/**
 * For whom the running work is done: set once, where a caller is known, and read where something scarce
 * is shared out. Work that nobody asked for is the process's own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

/** No account's id begins with a blank. */
export const OWN_WORK = ' process';
const KEYS = ' keys';
const SHARED = ' shared';

export function onBehalfOf<T>(accountId: string, work: () => T): T {
  return owners.run(accountId, work);
}

/** Key lookups are an owner of their own, apart from ingest. */
export function toFindCallers<T>(work: () => T): T {
  return owners.run(KEYS, work);
}

/** What is read for several accounts at once is nobody's: none of them waits for the calls of another. */
export function forSeveral<T>(work: () => T): T {
  return owners.run(SHARED, work);
}

export function currentOwner(): string {
  return owners.getStore() ?? OWN_WORK;
}
