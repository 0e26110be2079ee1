/**
 * Runs one call of REST or MCP: claims its idempotency key, checks the credits before the work, and
 * charges when the answer is ready, before it is sent. A caller who disconnects before the charge
 * is not charged, and the work ends at its next slice; one who disconnects later is. The key of a
 * priced call is settled with the charge, also if that is 0. Any other call releases its claim.
 */
import type { ServerResponse } from 'node:http';
import type { Prices } from '../../shared/domain/billing/prices.js';
import { holdingBytes } from '../../shared/domain/concurrency/held-bytes.js';
import { canPay } from '../../shared/domain/credits/balance.js';
import { AppError, TooLargeError } from '../../shared/domain/errors.js';
import type {
  Balance,
  CreditMeter,
  IdempotencyClaim,
} from '../../shared/domain/ports/credit-meter.js';
import { insufficientCredits } from '../credits/credit-headers.js';
import { jsonInSlices } from '../http/json-in-slices.js';
import type { Caller } from '../http/request-context.js';
import type { ApiMetrics } from '../monitoring/metrics.js';
import type { Answer } from '../operations/operation.js';
import type { Cost } from '../operations/price.js';
import { MAX_ANSWER_BYTES } from '../validation/limits.js';
import { invalidRequest } from '../validation/validated.js';
import { keyInUse, keyReused } from './idempotency.js';
import { compressAnswer, decompressAnswer } from './stored-answer.js';

export interface PerformDeps {
  meter: CreditMeter;
  prices: Prices;
  metrics: ApiMetrics;
}

interface CallInput {
  /** The route of the operation, for the ledger. */
  route: string;
  /** What the call costs. `null` for a free call. */
  cost: Cost | null;
  /** Does the work. It may end as soon as `abandoned` is aborted: the client has left. */
  perform: (abandoned: AbortSignal) => Promise<Answer>;
  caller: Caller;
  /** The balance when the request arrived; `null` if it is unknown. */
  balance: Balance | null;
  requestId: string;
  claim: IdempotencyClaim | null;
  /** The response, which is closed when it was sent, or when the client no longer waits for it. */
  response: Pick<ServerResponse, 'closed' | 'once'>;
  /** Called with the balance after a charge was made or rejected. */
  onBalance: (balance: Balance) => void;
}

export type Outcome =
  /**
   * `body` is the JSON text of the answer. `credits` is `null` for a free call, and 0 for a priced
   * call that costs nothing, for example one without results.
   */
  | { state: 'answered'; answer: Answer; body: string; credits: number | null }
  /** The call was charged before and is not charged again. */
  | { state: 'replayed'; body: string; results: number | null }
  | { state: 'abandoned' };

/** The status of a call whose client left before the answer, as nginx logs it. */
export const CLIENT_GONE = 499;

export async function performCall(deps: PerformDeps, input: CallInput): Promise<Outcome> {
  const { response } = input;
  return holdingBytes(
    () => claimAndPerform(deps, input),
    (release) => (response.closed ? release() : response.once('close', release)),
  );
}

async function claimAndPerform(deps: PerformDeps, input: CallInput): Promise<Outcome> {
  const { claim } = input;
  if (!claim) return performOnce(deps, input, false);
  const claimed = await deps.meter.claim(claim);
  if (claimed.state === 'running') throw keyInUse();
  if (claimed.state === 'reused') throw keyReused();
  if (claimed.state === 'settled') {
    return { state: 'replayed', body: await decompressAnswer(claimed.answer), results: null };
  }
  let isSettled = false;
  try {
    const outcome = await performOnce(deps, input, claimed.state === 'recompute');
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
  input: CallInput,
  isAlreadyCharged: boolean,
): Promise<Outcome> {
  const { cost, caller, requestId, route, claim } = input;
  if (cost && !isAlreadyCharged) requireCredits(deps.prices, input.balance, cost);
  const performed = await performAndWrite(input);
  if (!performed) return { state: 'abandoned' };
  const { answer, body } = performed;
  const units = cost?.unitsOf(answer.results ?? 0) ?? null;
  const credits = cost && units !== null ? deps.prices[cost.name] * units : null;
  const isDue = !isAlreadyCharged && credits !== null && (credits > 0 || claim !== null);
  const storedAnswer = isDue && claim ? await compressAnswer(body) : null;
  if (input.response.closed) return { state: 'abandoned' };
  if (isAlreadyCharged) return { state: 'replayed', body, results: answer.results };
  if (!isDue || units === null) return { state: 'answered', answer, body, credits };
  const settlement = claim && { ...claim, answer: storedAnswer };
  const charge = { ...caller, requestId, route, credits, units, settlement };
  const outcome = await deps.meter.charge(charge);
  input.onBalance(outcome.balance);
  switch (outcome.state) {
    case 'charged':
      deps.metrics.creditsCharged.inc({ route }, credits);
      return { state: 'answered', answer, body, credits };
    case 'insufficient':
      throw insufficientCredits(credits, outcome.balance);
    case 'reused':
      throw keyReused();
    case 'settled':
      return { state: 'replayed', body: await decompressAnswer(outcome.answer), results: null };
    case 'recompute':
      return { state: 'replayed', body, results: answer.results };
  }
}

/**
 * Returns the answer and its JSON text; `undefined` if the client left before. Throws
 * `invalid_request` if the text is too long.
 */
async function performAndWrite({ perform, route, response }: CallInput) {
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
