/**
 * What every call has in common, whichever door it came through: the claim of its idempotency key, the
 * check of credits before the work, and the charge when the answer is ready and before anybody has it.
 * A caller who is gone before the charge is not charged; one who leaves later is.
 */

import { canPay } from '../shared/balance.js';
import type { PricedOperation } from '../shared/config.js';
import { AppError } from '../shared/errors.js';
import type { Balance, CreditMeter, IdempotencyClaim } from '../shared/ports/credit-meter.js';
import type { Answer, Call, Caller, Handler, RawRequest } from './call.js';
import { insufficientCredits } from './credits/credit-headers.js';
import type { Prices } from './credits/prices.js';
import { claimRequest, MAX_KEPT_ANSWER } from './idempotency.js';
import { jsonInTurns } from './json-in-turns.js';
import type { ApiMetrics } from './metrics.js';
import { type Operation, routeOf } from './operations.js';

export interface PerformDeps {
  meter: CreditMeter;
  prices: Prices;
  metrics: ApiMetrics;
}

export interface CallInput {
  operation: Operation;
  handler: Handler;
  request: RawRequest;
  caller: Caller;
  requestId: string;
  claim: IdempotencyClaim | null;
  /** Nobody waits for the answer any more. */
  isAbandoned: () => boolean;
  /** Told of the balance that a charge, or the refusal of one, has left. */
  onBalance: (balance: Balance) => void;
}

export type Outcome =
  /** `body` is the answer's as JSON text; `credits` is `null` where nothing was to be charged. */
  | { state: 'answered'; answer: Answer; body: string; credits: number | null }
  /** Settled before: no charge. */
  | { state: 'replayed'; body: string; results: number | null }
  | { state: 'abandoned' };

/** As nginx logs a client that closed the connection before its answer. */
export const CLIENT_GONE = 499;

export async function performCall(deps: PerformDeps, input: CallInput): Promise<Outcome> {
  const { claim, handler, request } = input;
  const settled = claim && (await claimRequest(deps.meter, claim));
  if (settled?.answer) return { state: 'replayed', body: settled.answer, results: null };
  const call = callOf(deps, input, settled !== null);
  if (settled) {
    // Paid for before; the answer was not kept.
    const { body, results } = await handler(request, call);
    return { state: 'replayed', body: await jsonInTurns(body), results };
  }
  try {
    return await performOnce(deps, input, call);
  } catch (error) {
    // Best effort: a claim that stays is forgotten with the process, or after its time.
    if (claim) await deps.meter.release(claim).catch(() => undefined);
    throw error;
  }
}

async function performOnce(deps: PerformDeps, input: CallInput, call: Call): Promise<Outcome> {
  const answer = await input.handler(input.request, call);
  const body = await jsonInTurns(answer.body);
  if (input.isAbandoned()) {
    if (input.claim) await deps.meter.release(input.claim);
    return { state: 'abandoned' };
  }
  const settled = await settle(deps, input, call, answer, body);
  if (typeof settled === 'object' && settled) {
    return { state: 'replayed', body: settled.answer ?? body, results: null };
  }
  return { state: 'answered', answer, body, credits: settled };
}

function callOf(deps: PerformDeps, input: CallInput, isPaid: boolean): Call {
  const { account, key } = input.caller;
  return {
    account,
    key,
    requestId: input.requestId,
    route: routeOf(input.operation),
    async requireCredits(operation, units) {
      if (isPaid) return;
      const balance = await deps.meter.balance({ account, key });
      if (!balance.isExact) throw new AppError('unavailable', 'credits cannot be counted now');
      const required = requiredCredits(deps.prices, operation, units, balance);
      if (required > 0 && !canPay(balance, required)) throw insufficientCredits(required, balance);
    },
  };
}

/** A price that is known later only needs a balance that is not used up. */
function requiredCredits(
  prices: Prices,
  operation: PricedOperation,
  units: number | null,
  balance: Balance,
): number {
  if (units !== null) return prices[operation] * units;
  const isUsedUp = !canPay(balance, 1);
  return isUsedUp ? prices[operation] : 0;
}

/**
 * Charges and settles in one step: the credits charged, `null` where there was nothing to do, or the
 * answer of another process that settled the same key meanwhile.
 */
async function settle(
  deps: PerformDeps,
  { claim, onBalance }: CallInput,
  call: Call,
  { charge }: Answer,
  body: string,
): Promise<number | { answer: string | null } | null> {
  const credits = charge ? deps.prices[charge.operation] * charge.units : 0;
  if (credits === 0 && !claim) return null;
  const outcome = await deps.meter.charge({
    account: call.account,
    key: call.key,
    requestId: call.requestId,
    route: call.route,
    credits,
    units: charge?.units ?? 0,
    settlement: claim && { ...claim, answer: body.length <= MAX_KEPT_ANSWER ? body : null },
  });
  onBalance(outcome.balance);
  if (outcome.state === 'settled') return { answer: outcome.answer };
  if (outcome.state === 'insufficient') throw insufficientCredits(credits, outcome.balance);
  if (credits > 0) deps.metrics.creditsCharged.inc({ route: call.route }, credits);
  return credits;
}
