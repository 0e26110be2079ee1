/**
 * What every operation has in common: the call's context, the check of credits before the work, the
 * charge when the answer is ready and before it is sent, and the headers that say so. A client that
 * is gone before the charge is not charged; one that leaves later is.
 */
import type { Request, RequestHandler, Response } from 'express';
import { canPay } from '../shared/balance.js';
import type { PricedOperation } from '../shared/config.js';
import { AppError } from '../shared/errors.js';
import type { Balance, CreditMeter, IdempotencyClaim } from '../shared/ports/credit-meter.js';
import { type Answer, type Call, callerOf, type Handler, recordOf } from './call.js';
import { insufficientCredits, setCreditHeaders } from './credits/credit-headers.js';
import type { Prices } from './credits/prices.js';
import { claimRequest, idempotencyClaimOf, MAX_KEPT_ANSWER } from './idempotency.js';
import type { ApiMetrics } from './metrics.js';
import { type Operation, routeOf } from './operations.js';
import { sendAnswer } from './send-answer.js';

export interface ServeDeps {
  meter: CreditMeter;
  prices: Prices;
  metrics: ApiMetrics;
}

export function serveOperation(
  deps: ServeDeps,
  operation: Operation,
  handler: Handler,
): RequestHandler {
  const route = routeOf(operation);
  return async (request, response) => {
    const { account } = callerOf(response);
    const claim = operation.cost === null ? null : idempotencyClaimOf(request, account.accountId);
    const settled = claim && (await claimRequest(deps.meter, claim));
    if (settled?.answer) return sendReplay(response, settled.answer);
    const call = callOf(deps, response, route, settled !== null);
    if (settled) {
      // Paid for before; the answer was not kept.
      const answer = await handler(request, call);
      recordOf(response).results = answer.results;
      return sendReplay(response, JSON.stringify(answer.body));
    }
    await answerOnce(deps, { request, response, call, claim }, handler);
  };
}

/** Balance headers on every authenticated answer, errors included; none while nobody knows it. */
export function showBalance(meter: CreditMeter): RequestHandler {
  return async (_request, response, next) => {
    const balance = await meter.balance(callerOf(response)).catch(ifAway);
    if (balance?.isExact) setCreditHeaders(response, balance);
    next();
  };
}

/** As nginx logs a client that closed the connection before its answer. */
const CLIENT_GONE = 499;

interface Exchange {
  request: Request;
  response: Response;
  call: Call;
  claim: IdempotencyClaim | null;
}

async function answerOnce(
  deps: ServeDeps,
  { request, response, call, claim }: Exchange,
  handler: Handler,
): Promise<void> {
  let answer: Answer;
  let body: string;
  try {
    answer = await handler(request, call);
    body = JSON.stringify(answer.body);
    if (response.closed) return await leaveUncharged(deps, response, claim);
    const settled = await settle(deps, { response, call, claim }, answer, body);
    if (settled) return sendReplay(response, settled.answer ?? body);
  } catch (error) {
    // Best effort: a claim that stays is forgotten with the process, or after its time.
    if (claim) await deps.meter.release(claim).catch(() => undefined);
    throw error;
  }
  recordOf(response).results = answer.results;
  await sendAnswer(response, 200, body);
}

/** Nobody reads an answer: there is a log row, and no charge. */
async function leaveUncharged(
  deps: ServeDeps,
  response: Response,
  claim: IdempotencyClaim | null,
): Promise<void> {
  if (claim) await deps.meter.release(claim);
  await recordOf(response).writeLog?.(CLIENT_GONE);
}

async function sendReplay(response: Response, body: string): Promise<void> {
  response.set('Idempotency-Replayed', 'true');
  response.set('X-Credits-Charged', '0');
  await sendAnswer(response, 200, body);
}

function callOf(deps: ServeDeps, response: Response, route: string, isPaid: boolean): Call {
  const { account, key } = callerOf(response);
  return {
    account,
    key,
    requestId: recordOf(response).requestId,
    route,
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

/** Charges and settles in one step. Not `null`: another process settled the same key meanwhile. */
async function settle(
  deps: ServeDeps,
  { response, call, claim }: Omit<Exchange, 'request'>,
  answer: Answer,
  body: string,
): Promise<{ answer: string | null } | null> {
  const { charge } = answer;
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
  setCreditHeaders(response, outcome.balance);
  if (outcome.state === 'settled') return { answer: outcome.answer };
  if (outcome.state === 'insufficient') throw insufficientCredits(credits, outcome.balance);
  response.set('X-Credits-Charged', String(credits));
  recordOf(response).credits = credits;
  if (credits > 0) deps.metrics.creditsCharged.inc({ route: call.route }, credits);
  return null;
}

function ifAway(error: unknown): null {
  if (error instanceof AppError && error.retriable) return null;
  throw error;
}
