/**
 * Runs one call of a tool, with the same operations, charges and log row as over HTTP. It always
 * returns a result, also for a failure. The log row is written, and the headers with the credits are
 * set, before the result is sent.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Response } from 'express';
import { creditsLeft } from '../../shared/domain/credits/balance.js';
import { AppError } from '../../shared/domain/errors.js';
import type { Balance } from '../../shared/domain/ports/credit-meter.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import { isoOf } from '../../shared/domain/time.js';
import { HTTP_STATUS, logFailure, RETRY_AFTER_SECONDS, toAppError } from '../http/handle-error.js';
import { callerOf, contextOf, type RequestContext } from '../http/request-context.js';
import { type Answer, isOpenTo } from '../operations/operation.js';
import { type PerformDeps, performCall } from '../request/perform-call.js';
import type { Services } from '../services/services.js';
import { toConcise } from './concise.js';
import type { ToolRequestContext } from './describe-truncation.js';
import { failureResult, NoEarlyAccess } from './failure-result.js';
import { noticesOf } from './notices.js';
import { readArguments } from './read-arguments.js';
import { findTool, namingTools, type Tool, unknownToolMessage } from './tools.js';
import { truncateResult } from './truncate-result.js';

export interface ToolDeps extends PerformDeps, Services {
  logger: Pick<Logger, 'error' | 'warn'>;
}

type Arguments = ToolRequestContext['args'];

/** Runs the call. Errors become a result that the agent can read, not a rejection. */
export async function callTool(
  deps: ToolDeps,
  response: Response,
  name: string,
  args: Arguments,
): Promise<CallToolResult> {
  const context = contextOf(response);
  const { requestId, rateLimited } = context;
  try {
    const tool = findTool(name);
    context.route = tool?.operation.route ?? null;
    if (rateLimited) throw rateLimited.error;
    if (!tool) throw new AppError('not_found', unknownToolMessage(name));
    return await runTool(deps, response, tool, args);
  } catch (thrown) {
    const error = toAppError(thrown);
    logFailure(deps.logger, { requestId, error, thrown });
    context.error = error.code;
    await context.writeLog?.(HTTP_STATUS[error.code]);
    const retryAfterSeconds = rateLimited?.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
    return failureResult(error, { tool: name, requestId, retryAfterSeconds });
  }
}

async function runTool(
  deps: ToolDeps,
  response: Response,
  tool: Tool,
  args: Arguments,
): Promise<CallToolResult> {
  const context = contextOf(response);
  const caller = callerOf(response);
  const { operation } = tool;
  // The API would respond that the endpoint does not exist, but an agent has the tool in its list.
  if (!isOpenTo(operation, caller.account)) throw new NoEarlyAccess(caller.account.accountId);
  const { format, work } = readArguments(tool, args, deps.clock.now());
  const outcome = await performCall(deps, response, {
    route: operation.route,
    cost: work.cost,
    perform: async (abandoned) => {
      const notices: string[] = [];
      const notify = (notice: string) => notices.push(namingTools(notice));
      const answer = await work.perform({ ...deps, ...caller, abandoned, notify });
      const { cursorAfter } = answer;
      const call = { tool, args, format, cursorAfter };
      notices.push(...(await noticesOf(deps, call, answer.body)));
      return truncateAnswer(answer, call, notices);
    },
    claim: null,
  });
  if (outcome.state !== 'answered') return successResult({}, null, context);
  await context.writeLog?.(200);
  return successResult({ ...outcome.answer.body }, outcome.balance, context);
}

/** Truncates an answer before the charge, so that a price per result counts what the agent gets. */
function truncateAnswer(
  { body, results }: Answer,
  call: ToolRequestContext,
  notices: readonly string[],
): Answer {
  const shape = call.format === 'concise' ? toConcise : undefined;
  const noticed = { ...body, ...(notices.length > 0 && { notice: notices.join(' ') }) };
  const { answer, removedCount } = truncateResult(noticed, call, shape);
  return { body: answer, results: results === null ? null : results - removedCount };
}

/** `balance` is that after the charge; `null` if nothing was charged. */
function successResult(
  answer: Record<string, unknown>,
  balance: Balance | null,
  { requestId, credits }: RequestContext,
): CallToolResult {
  const notice = typeof answer.notice === 'string' ? `${answer.notice}\n` : '';
  return {
    content: [
      { type: 'text', text: JSON.stringify(answer) },
      { type: 'text', text: `${notice}${receiptText(credits, balance)}` },
    ],
    structuredContent: answer,
    _meta: { request_id: requestId, credits_charged: credits },
  };
}

function receiptText(credits: number, balance: Balance | null): string {
  if (credits === 0) return 'Free of charge.';
  const charged = `Charged ${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  const remaining = balance && creditsLeft(balance);
  if (!balance || remaining === null) return `${charged}.`;
  return `${charged}. ${remaining} remain until ${isoOf(balance.periodResetMs)}.`;
}
