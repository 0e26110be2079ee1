/**
 * The keys of this browser tab: the account's API key and, for operators, the operator's key. They are kept
 * in `sessionStorage`, which ends with the tab, and are sent to this service alone.
 */
import { useSyncExternalStore } from 'react';

export type KeyKind = 'account' | 'operator';

const STORED: Readonly<Record<KeyKind, string>> = {
  account: 'signals.key',
  operator: 'signals.operator-key',
};
let wasRefused = false;
const listeners = new Set<() => void>();

export function keyOf(kind: KeyKind): string | null {
  return sessionStorage.getItem(STORED[kind]);
}

export function storeKey(kind: KeyKind, key: string): void {
  sessionStorage.setItem(STORED[kind], key);
  wasRefused = false;
  tellAll();
}

/** The service has refused it. */
export function dropRefusedKey(kind: KeyKind): void {
  sessionStorage.removeItem(STORED[kind]);
  if (kind === 'account') wasRefused = true;
  tellAll();
}

export function forgetKey(kind: KeyKind): void {
  sessionStorage.removeItem(STORED[kind]);
  tellAll();
}

export function useWasRefused(): boolean {
  return useSyncExternalStore(subscribe, () => wasRefused);
}

export function forgetEverything(): void {
  sessionStorage.clear();
  tellAll();
}

/** The key, and a new rendering when it changes. */
export function useKey(kind: KeyKind): string | null {
  return useSyncExternalStore(subscribe, () => keyOf(kind));
}

/** A link such as `/#key=…` signs in. The key leaves the address and the history before anything is shown. */
export function takeKeyFromAddress(): void {
  const key = /^#key=([^&]+)$/.exec(location.hash)?.[1];
  if (key === undefined) return;
  history.replaceState(null, '', location.pathname + location.search);
  storeKey('account', decodeURIComponent(key));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellAll(): void {
  for (const listener of listeners) listener();
}
