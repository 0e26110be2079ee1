/** What the headers of the last response say: the balance, and data that is still being loaded. */
import { observable } from '../session/observable.js';

interface Balance {
  used: number;
  /** Remaining credits. `null` if the account has no limit. */
  remaining: number | null;
  /** The start of the next period. */
  reset: string;
}

/** The balance of the tab's account. `null` until a response had it. */
export const balance = observable<Balance | null>(null);

/** The names of data that is still being loaded, so that answers are incomplete. Can be empty. */
export const loadingData = observable('');

export function updateBalance(headers: Headers): void {
  const used = headers.get('x-credits-used');
  const remaining = headers.get('x-credits-remaining');
  const reset = headers.get('x-credits-reset');
  if (used === null || reset === null) return;
  balance.set({
    used: Number(used),
    remaining: remaining === null ? null : Number(remaining),
    reset,
  });
}
