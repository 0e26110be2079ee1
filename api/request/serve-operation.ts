/**
 * Serves one operation over HTTP: its idempotency key, the headers with its cost, and its answer.
 * If the client disconnects before the charge, the call leaves a log row and is not charged.
 */
import type { RequestHandler, Response } from 'express';
import { isTransient } from '../../shared/domain/concurrency/retry.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { CreditMeter } from '../../shared/domain/ports/credit-meter.js';
import { setCreditHeaders } from '../credits/credit-headers.js';
import { pathNotFound } from '../http/handle-error.js';
import { type Caller, callerOf, contextOf } from '../http/request-context.js';
import { sendAnswer, sendCsv } from '../http/send-answer.js';
import { isOpenTo, type Operation } from '../operations/operation.js';
import type { Services } from '../table/operations.js';
import { requireValid } from '../validation/validated.js';
import { rawRequest } from './hold-body-faults.js';
import { idempotencyClaimOf, idempotencyFaultsOf } from './idempotency.js';
import { CLIENT_GONE, type Outcome, type PerformDeps, performCall } from './perform-call.js';

interface ServeDeps extends PerformDeps {
  services: Services;
  clock: Clock;
}

export function serveOperation(
  deps: ServeDeps,
  operation: Operation<Services & Caller>,
): RequestHandler {
  const { route } = operation;
  return async (request, response) => {
    const caller = callerOf(response);
    if (!isOpenTo(operation, caller.account)) throw pathNotFound();
    const { requestId, balance } = contextOf(response);
    const isPriced = operation.price !== null;
    const raw = rawRequest(request, response, isPriced ? idempotencyFaultsOf(request) : []);
    const work = requireValid(operation.validate(raw, deps.clock.now()));
    const outcome = await performCall(deps, {
      route,
      cost: work.cost,
      perform: (abandoned) => work.perform({ ...deps.services, ...caller, abandoned }),
      caller,
      balance,
      requestId,
      claim: isPriced ? idempotencyClaimOf(request, caller.account.accountId) : null,
      response,
      onBalance: (newBalance) => setCreditHeaders(response, newBalance),
    });
    if (operation.hasCsv) response.vary('Accept');
    const wantsCsv = operation.hasCsv && String(request.accepts(FORMATS)).startsWith('text/csv');
    await sendOutcome(response, outcome, wantsCsv);
  };
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

/** The formats of an answer. Clients that accept anything get the first one. */
const FORMATS = ['application/json', 'text/csv', 'text/csv; charset=utf-8'];

async function sendOutcome(response: Response, outcome: Outcome, wantsCsv: boolean): Promise<void> {
  const context = contextOf(response);
  switch (outcome.state) {
    case 'abandoned':
      await context.writeLog?.(CLIENT_GONE);
      return;
    case 'replayed':
      context.results = outcome.results;
      response.set('Idempotency-Replayed', 'true');
      response.set('X-Credits-Charged', '0');
      break;
    case 'answered':
      context.results = outcome.answer.results;
      context.credits = outcome.credits ?? 0;
      if (outcome.credits !== null) response.set('X-Credits-Charged', String(outcome.credits));
      if (wantsCsv && outcome.answer.csv) return sendCsv(response, outcome.answer.csv());
  }
  await sendAnswer(response, 200, outcome.body);
}
