/**
 * Runs one call of REST or MCP: claims its idempotency key, checks the credits before the work, and
 * charges when the answer is ready, before it is sent. A caller who disconnects before the charge
 * is not charged, and the work ends at its next slice; one who disconnects later is. The key of a
 * priced call is settled with the charge, also if that is 0. Any other call releases its claim.
 */
import type { Response } from 'express';
import type { Prices } from '../../shared/domain/billing/prices.js';
import { holdingBytes } from '../../shared/domain/concurrency/held-bytes.js';
import { canPay } from '../../shared/domain/credits/balance.js';
import { AppError, TooLargeError } from '../../shared/domain/errors.js';
import type {
  Balance,
  CreditMeter,
  IdempotencyClaim,
} from '../../shared/domain/ports/credit-meter.js';
import { insufficientCredits, setCreditHeaders } from '../credits/credit-headers.js';
import { jsonInSlices } from '../http/json-in-slices.js';
import { callerOf, contextOf } from '../http/request-context.js';
import type { ApiMetrics } from '../monitoring/metrics.js';
import type { Answer } from '../operations/operation.js';
import type { Cost } from '../operations/price.js';
import { MAX_ANSWER_BYTES } from '../validation/limits.js';
import { invalidRequest } from '../validation/validated.js';
import { compressAnswer, decompressAnswer, keyInUse, keyReused } from './idempotency.js';

export interface PerformDeps {
  meter: CreditMeter;
  prices: Prices;
  metrics: ApiMetrics;
}

interface Call {
  /** The route of the operation, for the ledger. */
  route: string;
  /** What the call costs. `null` for a free call. */
  cost: Cost | null;
  /** Does the work. It may end as soon as `abandoned` is aborted: the client has left. */
  perform: (abandoned: AbortSignal) => Promise<Answer>;
  claim: IdempotencyClaim | null;
}

type Outcome =
  /**
   * `body` is the JSON text of the answer. `credits` is `null` for a free call, and 0 for a priced
   * call that costs nothing, for example one without results. `balance` is that after the charge;
   * `null` if nothing was charged.
   */
  | {
      state: 'answered';
      answer: Answer;
      body: string;
      credits: number | null;
      balance: Balance | null;
    }
  /** The call was charged before and is not charged again. */
  | { state: 'replayed'; body: string; results: number | null }
  | { state: 'abandoned' };

/** The status of a call whose client left before the answer, as nginx logs it. */
const CLIENT_GONE = 499;

/**
 * Runs a call of the caller to whom `response` belongs. Sets the headers with the credits, and the
 * numbers of the log row, which it writes if the client has left.
 */
export async function performCall(
  deps: PerformDeps,
  response: Response,
  call: Call,
): Promise<Outcome> {
  const outcome = await holdingBytes(
    () => claimAndPerform(deps, response, call),
    (release) => (response.closed ? release() : response.once('close', release)),
  );
  const context = contextOf(response);
  if (outcome.state === 'abandoned') {
    await context.writeLog?.(CLIENT_GONE);
    return outcome;
  }
  const isReplay = outcome.state === 'replayed';
  const credits = isReplay ? 0 : outcome.credits;
  context.results = isReplay ? outcome.results : outcome.answer.results;
  context.credits = credits ?? 0;
  // If a client of a tool leaves during the charge, its response was sent without this header.
  if (credits !== null && !response.headersSent) {
    response.set('X-Credits-Charged', String(credits));
  }
  return outcome;
}

async function claimAndPerform(
  deps: PerformDeps,
  response: Response,
  call: Call,
): Promise<Outcome> {
  const { claim } = call;
  if (!claim) return performOnce(deps, response, call, false);
  const claimed = await deps.meter.claim(claim);
  if (claimed.state === 'running') throw keyInUse();
  if (claimed.state === 'reused') throw keyReused();
  if (claimed.state === 'settled') {
    return { state: 'replayed', body: await decompressAnswer(claimed.answer), results: null };
  }
  let isSettled = false;
  try {
    const outcome = await performOnce(deps, response, call, claimed.state === 'recompute');
    isSettled = outcome.state === 'answered' && outcome.credits !== null;
    return outcome;
  } finally {
    // If this fails, the claim ends with the process, or when it expires.
    if (!isSettled) await deps.meter.release(claim).catch(() => undefined);
  }
}

/** Charges and settles in one step. Another process may have settled the same key meanwhile. */
async function performOnce(
  deps: PerformDeps,
  response: Response,
  call: Call,
  isAlreadyCharged: boolean,
): Promise<Outcome> {
  const { cost, route, claim } = call;
  const { requestId, balance } = contextOf(response);
  if (cost && !isAlreadyCharged) requireCredits(deps.prices, balance, cost);
  const performed = await performAndWrite(call, response);
  if (!performed) return { state: 'abandoned' };
  const { answer, body } = performed;
  const units = cost?.unitsOf(answer.results ?? 0) ?? null;
  const credits = cost && units !== null ? deps.prices[cost.name] * units : null;
  const isDue = !isAlreadyCharged && credits !== null && (credits > 0 || claim !== null);
  const storedAnswer = isDue && claim ? await compressAnswer(body) : null;
  if (response.closed) return { state: 'abandoned' };
  const replayed = { state: 'replayed' as const, body, results: answer.results };
  if (isAlreadyCharged) return replayed;
  if (!isDue || units === null) return { state: 'answered', answer, body, credits, balance: null };
  const settlement = claim && { ...claim, answer: storedAnswer };
  const charge = { ...callerOf(response), requestId, route, credits, units, settlement };
  const outcome = await deps.meter.charge(charge);
  if (!response.headersSent) setCreditHeaders(response, outcome.balance);
  switch (outcome.state) {
    case 'charged':
      deps.metrics.creditsCharged.inc({ route }, credits);
      return { state: 'answered', answer, body, credits, balance: outcome.balance };
    case 'insufficient':
      throw insufficientCredits(credits, outcome.balance);
    case 'reused':
      throw keyReused();
    case 'settled':
      return { state: 'replayed', body: await decompressAnswer(outcome.answer), results: null };
    case 'recompute':
      return replayed;
  }
}

/**
 * Returns the answer and its JSON text; `undefined` if the client left before. Throws
 * `invalid_request` if the text is too long.
 */
async function performAndWrite({ perform, route }: Call, response: Response) {
  const leaving = new AbortController();
  const { signal: abandoned } = leaving;
  response.once('close', () => leaving.abort());
  if (response.closed) return;
  try {
    const answer = await perform(abandoned);
    return { answer, body: await jsonInSlices(answer.body, MAX_ANSWER_BYTES, abandoned) };
  } catch (error) {
    if (abandoned.aborted && error === abandoned.reason) return;
    if (!(error instanceof TooLargeError)) throw error;
    throw invalidRequest([
      {
        field: '',
        location: route.startsWith('GET ') ? 'query' : 'body',
        code: 'too_big',
        message: `The answer would be too large: it may have ${MAX_ANSWER_BYTES} bytes. Ask for less: a smaller \`limit\` (\`limit_per_company\`, \`limit_per_contact\`), or fewer \`domains\` or \`contacts\`.`,
        meta: { max: MAX_ANSWER_BYTES },
      },
    ]);
  }
}

/**
 * Throws `credits_exhausted` before any work if the balance cannot pay the call, or, if the number
 * of units is known only after the work, if no credit remains. Throws `unavailable` if the balance
 * is not exact.
 */
function requireCredits(prices: Prices, balance: Balance | null, cost: Cost): void {
  if (!balance?.isExact) throw new AppError('unavailable', 'credits cannot be counted now');
  const required = prices[cost.name] * (cost.units ?? 1);
  const isEnough = canPay(balance, cost.units === null ? 1 : required);
  if (required > 0 && !isEnough) throw insufficientCredits(required, balance);
}
