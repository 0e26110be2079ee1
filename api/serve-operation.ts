/**
 * What every operation has in common: the call's context, the check of credits before the work, the
 * charge when the answer is ready and before it is sent, and the headers that say so.
 */
import type { RequestHandler, Response } from 'express';
import type { PricedOperation } from '../shared/config.js';
import type { Balance, CreditMeter } from '../shared/ports/credit-meter.js';
import { type Answer, type Call, callerOf, type Handler, recordOf } from './call.js';
import { insufficientCredits, setCreditHeaders } from './credits/credit-headers.js';
import type { Prices } from './credits/prices.js';
import type { ApiMetrics } from './metrics.js';

export interface ServeDeps {
  meter: CreditMeter;
  prices: Prices;
  metrics: ApiMetrics;
}

/** `route` is the operation's name in ledger and log: method and path pattern. */
export function serveOperation(deps: ServeDeps, route: string, handler: Handler): RequestHandler {
  return async (request, response) => {
    const call = callOf(deps, response, route);
    const answer = await handler(request, call);
    await settle(deps, call, answer, response);
    recordOf(response).results = answer.results;
    response.json(answer.body);
  };
}

/** Balance headers on every authenticated answer, errors included. */
export function showBalance(meter: CreditMeter): RequestHandler {
  return async (_request, response, next) => {
    setCreditHeaders(response, await meter.balance(callerOf(response).account));
    next();
  };
}

function callOf(deps: ServeDeps, response: Response, route: string): Call {
  const record = recordOf(response);
  const { account, key } = callerOf(response);
  return {
    account,
    key,
    requestId: record.requestId,
    route,
    async requireCredits(operation, units) {
      const balance = await deps.meter.balance(account);
      const required = requiredCredits(deps.prices, operation, units, balance);
      if (required > 0 && !balance.unlimited && required > balance.remaining) {
        throw insufficientCredits(required, balance);
      }
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
  return balance.remaining > 0 ? 0 : prices[operation];
}

async function settle(
  deps: ServeDeps,
  call: Call,
  answer: Answer,
  response: Response,
): Promise<void> {
  const { charge } = answer;
  const credits = charge ? deps.prices[charge.operation] * charge.units : 0;
  if (!charge || credits === 0) return;
  const { charged, balance } = await deps.meter.charge({
    account: call.account,
    apiKeyId: call.key.keyId,
    requestId: call.requestId,
    route: call.route,
    credits,
    units: charge.units,
  });
  setCreditHeaders(response, balance);
  if (!charged) throw insufficientCredits(credits, balance);
  response.set('X-Credits-Charged', String(credits));
  recordOf(response).credits = credits;
  deps.metrics.creditsCharged.inc({ route: call.route }, credits);
}
