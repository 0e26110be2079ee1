/**
 * What every call has in common, whichever door it came through: the claim of its idempotency key, the
 * check of credits before the work, and the charge when the answer is ready and before anybody has it.
 * A caller who is gone before the charge is not charged; one who leaves later is. What was not charged
 * leaves nothing behind.
 */

import type { PricedOperation, Prices } from '../../shared/domain/billing/prices.js';
import { canPay } from '../../shared/domain/credits/balance.js';
import { AppError } from '../../shared/domain/errors.js';
import type {
  Balance,
  CreditMeter,
  IdempotencyClaim,
} from '../../shared/domain/ports/credit-meter.js';
import { insufficientCredits } from '../credits/credit-headers.js';
import { jsonInTurns } from '../http/json-in-turns.js';
import type { Answer, Call, Caller, Handler, RawRequest } from '../http/request-context.js';
import type { ApiMetrics } from '../monitoring/metrics.js';
import { type Operation, routeOf } from '../operations/operations.js';
import { claimRequest, keyReused } from './idempotency.js';
import { keepAnswer, openAnswer } from './kept-answer.js';

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
  /** `body` is the answer's as JSON text; `credits` is `null` for a free answer, 0 for one of no cost. */
  | { state: 'answered'; answer: Answer; body: string; credits: number | null }
  /** Charged before: no charge now. */
  | { state: 'replayed'; body: string; results: number | null }
  | { state: 'abandoned' };

/** As nginx logs a client that closed the connection before its answer. */
export const CLIENT_GONE = 499;

export async function performCall(deps: PerformDeps, input: CallInput): Promise<Outcome> {
  const claimed = input.claim && (await claimRequest(deps.meter, input.claim));
  if (claimed?.state === 'settled') {
    return { state: 'replayed', body: claimed.body, results: null };
  }
  const isPaid = claimed?.state === 'owed';
  try {
    const outcome = await performOnce(deps, input, isPaid);
    const isCharged = outcome.state === 'answered' && outcome.credits;
    if (!isCharged) await release(deps, input);
    return outcome;
  } catch (error) {
    await release(deps, input);
    throw error;
  }
}

/** Best effort: a claim that stays is forgotten with the process, or after its time. */
async function release({ meter }: PerformDeps, { claim }: CallInput): Promise<void> {
  if (claim) await meter.release(claim).catch(() => undefined);
}

async function performOnce(deps: PerformDeps, input: CallInput, isPaid: boolean): Promise<Outcome> {
  const call = callOf(deps, input, isPaid);
  const answer = await input.handler(input.request, call);
  const body = await jsonInTurns(answer.body);
  const credits = creditsOf(deps.prices, answer);
  const isToCharge = !isPaid && credits !== null && credits > 0;
  const kept = isToCharge && input.claim ? await keepAnswer(body) : null;
  if (input.isAbandoned()) return { state: 'abandoned' };
  if (isPaid) return { state: 'replayed', body, results: answer.results };
  if (!isToCharge) return { state: 'answered', answer, body, credits };
  return await settle(deps, input, call, { answer, body, credits, kept });
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

function creditsOf(prices: Prices, { charge }: Answer): number | null {
  return charge && prices[charge.operation] * charge.units;
}

interface Priced {
  answer: Answer;
  body: string;
  credits: number;
  /** The body as it is kept for repeated requests. */
  kept: string | null;
}

/** Charges and settles in one step; another process may have settled the same key meanwhile. */
async function settle(
  deps: PerformDeps,
  { claim, onBalance }: CallInput,
  call: Call,
  { answer, body, credits, kept }: Priced,
): Promise<Outcome> {
  const outcome = await deps.meter.charge({
    account: call.account,
    key: call.key,
    requestId: call.requestId,
    route: call.route,
    credits,
    units: answer.charge?.units ?? 0,
    settlement: claim && { ...claim, answer: kept },
  });
  onBalance(outcome.balance);
  switch (outcome.state) {
    case 'charged':
      deps.metrics.creditsCharged.inc({ route: call.route }, credits);
      return { state: 'answered', answer, body, credits };
    case 'insufficient':
      throw insufficientCredits(credits, outcome.balance);
    case 'reused':
      throw keyReused();
    case 'settled': {
      const { answer: settled } = outcome;
      if (settled === null) return { state: 'replayed', body, results: answer.results };
      return { state: 'replayed', body: await openAnswer(settled), results: null };
    }
  }
}
