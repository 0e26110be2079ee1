/** Credits in responses: the headers, the document, and the error if they are too few. */
import type { Response } from 'express';
import { AppError } from '../../shared/domain/errors.js';
import type { Balance } from '../../shared/domain/ports/credit-meter.js';
import type { Credits } from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';

export function setCreditHeaders(response: Response, balance: Balance): void {
  response.set('X-Credits-Used', String(balance.used));
  response.set('X-Credits-Reset', isoOf(balance.periodResetMs));
  if (balance.unlimited) return;
  response.set('X-Credits-Remaining', String(balance.remaining));
  response.set('X-Credits-Limit', String(balance.limit));
}

export function creditsDocument(balance: Balance): Credits {
  return {
    monthly_limit: balance.unlimited ? 0 : balance.limit,
    used: balance.used,
    remaining: balance.remaining,
    period_start: isoOf(balance.periodStartMs),
    period_reset: isoOf(balance.periodResetMs),
    unlimited: balance.unlimited,
  };
}

export function insufficientCredits(required: number, balance: Balance): AppError {
  const reset = isoOf(balance.periodResetMs);
  const { keyRemaining } = balance;
  // The message names the lower limit: the cap of the key or the balance of the account.
  const isKeyLower =
    keyRemaining !== null && (balance.unlimited || keyRemaining < balance.remaining);
  const remaining = isKeyLower ? keyRemaining : balance.remaining;
  const owner = isKeyLower ? 'this key' : 'this account';
  const message = `Insufficient credits: the call costs ${required}, and ${owner} has ${remaining} left until ${reset}.`;
  const meta = { required, remaining, period_reset: reset };
  return new AppError('credits_exhausted', message, {
    details: [{ field: '', location: 'header', code: 'insufficient_credits', message, meta }],
  });
}
