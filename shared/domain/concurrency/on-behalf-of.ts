/**
 * Knows for which account the running work is done. It is set once, where a caller is known, and
 * read where a scarce resource is shared. Work that nobody asked for belongs to the process.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const owners = new AsyncLocalStorage<string>();

/** Owners that are not accounts begin with a space, which no account's id does. */
export const OWN_WORK = ' process';
const KEYS = ' keys';
const SHARED = ' shared';

export function isAccount(owner: string): boolean {
  return !owner.startsWith(' ');
}

export function onBehalfOf<T>(accountId: string, work: () => T): T {
  return owners.run(accountId, work);
}

/** Runs lookups of API keys as an owner of their own, apart from ingest. */
export function asKeyLookup<T>(work: () => T): T {
  return owners.run(KEYS, work);
}

/** Runs reads for several accounts as one owner: none of them waits for another's calls. */
export function asSharedOwner<T>(work: () => T): T {
  return owners.run(SHARED, work);
}

/** Returns the owner of the running work. */
export function currentOwner(): string {
  return owners.getStore() ?? OWN_WORK;
}
