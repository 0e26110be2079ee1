/**
 * Keeps the keys of this browser tab: the account's API key and, for operators, the operator's key.
 * They are in `sessionStorage`, which ends with the tab, and are sent only to this service.
 */
import type { AdminKeyIssuedResponse } from '../../../../shared/domain/schemas/types.generated.js';
import { observable } from './observable.js';
import { tabStorage } from './storage.js';

export type KeyKind = 'account' | 'operator';

const STORAGE_KEYS: Readonly<Record<KeyKind, string>> = {
  account: 'signals.key',
  operator: 'signals.operator-key',
};
/** The keys. `null` if the tab has none. */
export const keys = {
  account: observable(tabStorage.get(STORAGE_KEYS.account)),
  operator: observable(tabStorage.get(STORAGE_KEYS.operator)),
};
/** True if the account's key was rejected, or its link is damaged. The sign-in form says so. */
export const wasRefused = observable(false);

/**
 * Issued keys that were not yet dismissed. Nobody can read them again, so they outlive the page
 * that shows them. They are in no storage.
 */
export const newKeys = observable<readonly AdminKeyIssuedResponse[]>([]);

/** The key of a sign-in link that was opened in a tab with another key. The user is asked. */
export const offeredKey = observable<string | null>(null);

export function storeKey(kind: KeyKind, key: string): void {
  tabStorage.set(STORAGE_KEYS[kind], key);
  wasRefused.set(false);
  keys[kind].set(key);
}

/** Forgets a key that was rejected. */
export function dropRefusedKey(kind: KeyKind): void {
  if (kind === 'account') wasRefused.set(true);
  forgetKey(kind);
}

export function forgetKey(kind: KeyKind): void {
  tabStorage.remove(STORAGE_KEYS[kind]);
  keys[kind].set(null);
}

export function forgetEverything(): void {
  tabStorage.clear();
  for (const key of Object.values(keys)) key.set(null);
  newKeys.set([]);
}

/**
 * Loads the page again if the browser shows it as it was left (from its back/forward cache), but the
 * tab has other keys since then: for example none, after a sign-out.
 */
export function reloadIfRestoredWithOldKeys(): void {
  addEventListener('pageshow', ({ persisted }) => {
    const isOld = (['account', 'operator'] as const).some(
      (kind) => keys[kind].get() !== tabStorage.get(STORAGE_KEYS[kind]),
    );
    if (persisted && isOld) location.reload();
  });
}

/** Signs in with a link that is opened in a tab of the console: only its fragment changes. */
export function reloadOnSignInLink(): void {
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#key=')) location.reload();
  });
}

/**
 * Signs in with a link such as `/#key=…`, and removes the key from the address and the history. A
 * tab that has another key offers the one of the link. If nobody is signed in, a damaged link opens
 * the sign-in form.
 */
export function takeKeyFromAddress(): void {
  const text = /^#key=([^&]+)$/.exec(location.hash)?.[1];
  if (text === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  const key = decodedOrNull(text);
  const ownKey = keys.account.get();
  if (ownKey !== null) offeredKey.set(key === ownKey ? null : key);
  else if (key === null) dropRefusedKey('account');
  else storeKey('account', key);
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
