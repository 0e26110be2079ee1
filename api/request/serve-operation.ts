/**
 * Serves one operation over HTTP: its idempotency key and its answer. If the client disconnects
 * before the charge, the call leaves a log row and is not charged.
 */
import type { Request, RequestHandler } from 'express';
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import type { CreditMeter } from '../../shared/domain/ports/credit-meter.js';
import { setCreditHeaders } from '../credits/credit-headers.js';
import { pathNotFound } from '../http/handle-error.js';
import { callerOf, contextOf } from '../http/request-context.js';
import { sendAnswer, sendCsv } from '../http/send-answer.js';
import { isOpenTo, type Operation } from '../operations/operation.js';
import type { CallContext, Services } from '../services/services.js';
import { requireValid } from '../validation/validated.js';
import { rawRequest } from './hold-body-faults.js';
import { idempotencyClaimOf, idempotencyFaultsOf } from './idempotency.js';
import { type PerformDeps, performCall } from './perform-call.js';

export function serveOperation(
  deps: PerformDeps & Services,
  operation: Operation<CallContext>,
): RequestHandler {
  const { route, hasCsv } = operation;
  return async (request, response) => {
    const caller = callerOf(response);
    if (!isOpenTo(operation, caller.account)) throw pathNotFound();
    const isPriced = operation.price !== null;
    const raw = rawRequest(request, response, isPriced ? idempotencyFaultsOf(request) : []);
    const work = requireValid(operation.validate(raw, deps.clock.now()));
    const outcome = await performCall(deps, response, {
      route,
      cost: work.cost,
      perform: (abandoned) => work.perform({ ...deps, ...caller, abandoned }),
      claim: isPriced ? idempotencyClaimOf(request, caller.account.accountId) : null,
    });
    if (outcome.state === 'abandoned') return;
    if (outcome.state === 'replayed') response.set('Idempotency-Replayed', 'true');
    if (hasCsv) response.vary('Accept');
    const csv = outcome.state === 'answered' ? outcome.answer.csv : undefined;
    if (csv && wantsCsv(request)) await sendCsv(response, csv());
    else await sendAnswer(response, 200, outcome.body);
  };
}

/** The formats of an answer. Clients that accept anything get the first one. */
const FORMATS = ['application/json', 'text/csv', 'text/csv; charset=utf-8'];

function wantsCsv(request: Request): boolean {
  return String(request.accepts(FORMATS)).startsWith('text/csv');
}

/** Reads the balance, and sets its headers if it is exact. Errors have these headers, too. */
export function loadBalance(meter: CreditMeter): RequestHandler {
  return async (_request, response, next) => {
    const balance = await meter.balance(callerOf(response)).catch((error: unknown) => {
      if (isTransient(error)) return null;
      throw error;
    });
    contextOf(response).balance = balance;
    if (balance?.isExact) setCreditHeaders(response, balance);
    next();
  };
}
