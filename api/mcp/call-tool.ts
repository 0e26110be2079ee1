/**
 * Runs one call of a tool, with the same operations, charges and log row as over HTTP. It always
 * returns a result, also for a failure. The log row is written before the result is sent.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { creditsLeft } from '../../shared/domain/credits/balance.js';
import { AppError } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import type { Clock } from '../../shared/domain/ports/clock.js';
import type { Balance } from '../../shared/domain/ports/credit-meter.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { isoOf } from '../../shared/domain/time.js';
import { HTTP_STATUS, logFailure, RETRY_AFTER_SECONDS, toAppError } from '../http/handle-error.js';
import type { Caller, RequestContext } from '../http/request-context.js';
import { type Answer, isOpenTo } from '../operations/operation.js';
import {
  CLIENT_GONE,
  type Outcome,
  type PerformDeps,
  performCall,
} from '../request/perform-call.js';
import type { Services } from '../table/operations.js';
import { toConcise } from './concise.js';
import type { ToolRequestContext } from './describe-truncation.js';
import { failureResult, NoEarlyAccess } from './failure-result.js';
import { readArguments } from './read-arguments.js';
import { findTool, isSingle, mainOperation, type Tool, unknownToolMessage } from './tools.js';
import { type TruncatedAnswer, truncateResult } from './truncate-result.js';

export interface ToolDeps extends PerformDeps {
  services: Services;
  clock: Clock;
  logger: Pick<Logger, 'error' | 'warn'>;
}

export interface ToolCall {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  caller: Caller;
  context: RequestContext;
  isAbandoned: () => boolean;
  /** Called with the balance after a charge was made or rejected, before the result is sent. */
  onBalance: (balance: Balance) => void;
  /** The reason why the call is rejected in advance (the rate limit), or `null`. */
  refusal: { error: AppError; retryAfterSeconds: number } | null;
}

/** Runs the call. Errors become a result that the agent can read, not a rejection. */
export async function callTool(deps: ToolDeps, call: ToolCall): Promise<CallToolResult> {
  const { context, refusal } = call;
  const { requestId } = context;
  try {
    const tool = findTool(call.name);
    context.route = tool ? mainOperation(tool).route : null;
    if (refusal) throw refusal.error;
    if (!tool) throw new AppError('not_found', unknownToolMessage(call.name));
    const outcome = await runTool(deps, call, tool);
    context.results = outcome.results;
    context.credits = outcome.credits;
    await context.writeLog?.(outcome.isAbandoned ? CLIENT_GONE : 200);
    return outcome.result;
  } catch (thrown) {
    const error = toAppError(thrown);
    logFailure(deps.logger, { requestId, error, thrown });
    context.error = error.code;
    await context.writeLog?.(HTTP_STATUS[error.code]);
    const retryAfterSeconds = refusal?.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
    return failureResult(error, { tool: call.name, requestId, retryAfterSeconds });
  }
}

interface ToolOutcome {
  result: CallToolResult;
  results: number | null;
  credits: number;
  isAbandoned: boolean;
}

async function runTool(deps: ToolDeps, call: ToolCall, tool: Tool): Promise<ToolOutcome> {
  const { account } = call.caller;
  // The API would respond that the endpoint does not exist, but an agent has the tool in its list.
  if (!isOpenTo(mainOperation(tool), account)) throw new NoEarlyAccess(account.accountId);
  const { format, parts } = readArguments(tool, call.arguments, deps.clock.now());
  const truncate = (body: object) => truncateAnswer(body, { tool, args: call.arguments, format });
  let balance: Balance | null = null;
  const calls = await Promise.all(
    parts.map(async ({ name, route, work }) => {
      const perform = () => work.perform({ ...deps.services, ...call.caller });
      const outcome = await performCall(deps, {
        route,
        cost: work.cost,
        perform: isSingle(tool) ? truncated(perform, truncate) : perform,
        caller: call.caller,
        balance: call.context.balance,
        requestId: call.context.requestId,
        claim: null,
        isAbandoned: call.isAbandoned,
        onBalance: (newBalance) => {
          balance = newBalance;
          call.onBalance(newBalance);
        },
      });
      return { name, outcome };
    }),
  );
  const [first] = calls;
  if (!first) throw new Error(`tool ${tool.name} has no operation`);
  const answer = isSingle(tool)
    ? bodyOf(first.outcome)
    : truncate(Object.fromEntries(calls.map(({ name, outcome }) => [name, bodyOf(outcome)])))
        .answer;
  const credits = calls.reduce((sum, { outcome }) => sum + creditsOf(outcome), 0);
  return {
    result: successResult({ ...answer }, { credits, balance, context: call.context }),
    results: first.outcome.state === 'answered' ? first.outcome.answer.results : null,
    credits,
    isAbandoned: calls.some(({ outcome }) => outcome.state === 'abandoned'),
  };
}

/** Truncates answers before the charge, so that a price per result counts what the agent gets. */
function truncated(
  perform: () => Promise<Answer>,
  truncate: (body: object) => TruncatedAnswer,
): () => Promise<Answer> {
  return async () => {
    const { body, results } = await perform();
    const { answer, removedCount } = truncate(body);
    return { body: answer, results: results === null ? null : results - removedCount };
  };
}

function truncateAnswer(body: object, call: ToolRequestContext): TruncatedAnswer {
  if (!isObject(body)) return { answer: {}, removedCount: 0 };
  return truncateResult(body, call, call.format === 'concise' ? toConcise : undefined);
}

function bodyOf(outcome: Outcome): object {
  return outcome.state === 'answered' ? outcome.answer.body : {};
}

function creditsOf(outcome: Outcome): number {
  return outcome.state === 'answered' ? (outcome.credits ?? 0) : 0;
}

interface Receipt {
  credits: number;
  /** The balance after the charge. `null` if nothing was charged. */
  balance: Balance | null;
  context: RequestContext;
}

function successResult(answer: Record<string, unknown>, receipt: Receipt): CallToolResult {
  const { credits, context } = receipt;
  const notice = typeof answer.notice === 'string' ? `${answer.notice}\n` : '';
  return {
    content: [
      { type: 'text', text: JSON.stringify(answer) },
      { type: 'text', text: `${notice}${receiptText(receipt)}` },
    ],
    structuredContent: answer,
    _meta: { request_id: context.requestId, credits_charged: credits },
  };
}

function receiptText({ credits, balance }: Receipt): string {
  if (credits === 0) return 'Free of charge.';
  const charged = `Charged ${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  const remaining = balance && creditsLeft(balance);
  if (!balance || remaining === null) return `${charged}.`;
  return `${charged}. ${remaining} remain until ${isoOf(balance.periodResetMs)}.`;
}
