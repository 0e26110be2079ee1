/** The account's balance according to the headers of the last response. */
import { observable } from '../session/observable.js';

export interface Balance {
  used: number;
  /** Remaining credits. `null` if the account has no limit. */
  remaining: number | null;
  limit: number | null;
  reset: string;
}

export const balance = observable<Balance | null>(null);

export function updateBalance(headers: Headers): void {
  const used = headers.get('x-credits-used');
  const reset = headers.get('x-credits-reset');
  if (used === null || reset === null) return;
  const remaining = numberIn(headers, 'x-credits-remaining');
  const limit = numberIn(headers, 'x-credits-limit');
  balance.set({ used: Number(used), remaining, limit, reset });
}

function numberIn(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  return value === null ? null : Number(value);
}
