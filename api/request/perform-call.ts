/**
 * Runs one call of REST or MCP: claims its idempotency key, checks the credits before the work, and
 * charges when the answer is ready, before it is sent. A caller who disconnects before the charge
 * is not charged; one who disconnects later is. A call that was not charged releases its claim.
 */
import type { Prices } from '../../shared/domain/billing/prices.js';
import { canPay } from '../../shared/domain/credits/balance.js';
import { AppError } from '../../shared/domain/errors.js';
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
import { claimRequest, keyReused } from './idempotency.js';
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
  perform: () => Promise<Answer>;
  caller: Caller;
  /** The balance when the request arrived; `null` if it is unknown. */
  balance: Balance | null;
  requestId: string;
  claim: IdempotencyClaim | null;
  /** Returns true if the client no longer waits for the answer. */
  isAbandoned: () => boolean;
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
  const claimed = input.claim && (await claimRequest(deps.meter, input.claim));
  if (claimed?.state === 'settled') {
    return { state: 'replayed', body: claimed.body, results: null };
  }
  const isAlreadyCharged = claimed?.state === 'recompute';
  try {
    const outcome = await performOnce(deps, input, isAlreadyCharged);
    const isCharged = outcome.state === 'answered' && outcome.credits;
    if (!isCharged) await release(deps, input);
    return outcome;
  } catch (error) {
    await release(deps, input);
    throw error;
  }
}

/** Releases the claim if possible. Otherwise it ends with the process, or when it expires. */
async function release({ meter }: PerformDeps, { claim }: CallInput): Promise<void> {
  if (claim) await meter.release(claim).catch(() => undefined);
}

async function performOnce(
  deps: PerformDeps,
  input: CallInput,
  isAlreadyCharged: boolean,
): Promise<Outcome> {
  const { cost } = input;
  if (cost && !isAlreadyCharged) requireCredits(deps.prices, input.balance, cost);
  const answer = await input.perform();
  const body = await jsonInSlices(answer.body);
  const units = cost?.unitsOf(answer.results ?? 0) ?? null;
  const credits = cost && units !== null ? deps.prices[cost.name] * units : null;
  const needsCharge = !isAlreadyCharged && credits !== null && credits > 0;
  const storedAnswer = needsCharge && input.claim ? await compressAnswer(body) : null;
  if (input.isAbandoned()) return { state: 'abandoned' };
  if (isAlreadyCharged) return { state: 'replayed', body, results: answer.results };
  if (!needsCharge) return { state: 'answered', answer, body, credits };
  return await settle(deps, input, { answer, body, credits, units: units ?? 0, storedAnswer });
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

interface Priced {
  answer: Answer;
  body: string;
  credits: number;
  units: number;
  /** The compressed body for repeated requests. `null` if it is not stored. */
  storedAnswer: string | null;
}

/** Charges and settles in one step. Another process may have settled the same key meanwhile. */
async function settle(
  deps: PerformDeps,
  { caller, requestId, route, claim, onBalance }: CallInput,
  { answer, body, credits, units, storedAnswer }: Priced,
): Promise<Outcome> {
  const outcome = await deps.meter.charge({
    account: caller.account,
    key: caller.key,
    requestId,
    route,
    credits,
    units,
    settlement: claim && { ...claim, answer: storedAnswer },
  });
  onBalance(outcome.balance);
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
