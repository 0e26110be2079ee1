/**
 * One call of a tool: the same operations, charges and log row as over HTTP, and a result in any case.
 * The log row is written before the result leaves.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { creditsLeft } from '../../shared/balance.js';
import { AppError } from '../../shared/errors.js';
import { isObject } from '../../shared/is-object.js';
import type { Logger } from '../../shared/logger.js';
import type { Balance } from '../../shared/ports/credit-meter.js';
import type { Caller, CallRecord, Handler } from '../call.js';
import { HTTP_STATUS, noteFailure, RETRY_AFTER_SECONDS, toAppError } from '../handle-error.js';
import { routeOf } from '../operations.js';
import { CLIENT_GONE, type Outcome, type PerformDeps, performCall } from '../perform-call.js';
import { concise } from './concise.js';
import { failureResult } from './describe-failure.js';
import { fitResult } from './fit-result.js';
import { readArguments } from './tool-arguments.js';
import { inputSchema } from './tool-schemas.js';
import { isSingle, mainOperation, type Tool, toolNamed, unknownTool } from './tools.js';

export interface ToolDeps extends PerformDeps {
  handlers: Readonly<Record<string, Handler>>;
  logger: Pick<Logger, 'error' | 'warn'>;
}

export interface ToolCall {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
  caller: Caller;
  record: CallRecord;
  isAbandoned: () => boolean;
  /** Why the call may not be made, known before. */
  refusal: { error: AppError; retryAfterSeconds: number } | null;
}

/** Never rejects for what an agent can be told. */
export async function callTool(deps: ToolDeps, call: ToolCall): Promise<CallToolResult> {
  const { record, refusal } = call;
  const { requestId } = record;
  try {
    const tool = toolNamed(call.name);
    record.route = tool ? routeOf(mainOperation(tool)) : null;
    if (refusal) throw refusal.error;
    if (!tool) throw new AppError('not_found', unknownTool(call.name));
    const done = await perform(deps, call, tool);
    record.results = done.results;
    record.credits = done.credits;
    await record.writeLog?.(done.isAbandoned ? CLIENT_GONE : 200);
    return done.result;
  } catch (thrown) {
    const error = toAppError(thrown);
    noteFailure(deps.logger, { requestId, error, thrown });
    record.error = error.code;
    await record.writeLog?.(HTTP_STATUS[error.code]);
    const retryAfterSeconds = refusal?.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
    return failureResult(error, { requestId, retryAfterSeconds });
  }
}

interface Done {
  result: CallToolResult;
  results: number | null;
  credits: number;
  isAbandoned: boolean;
}

async function perform(deps: ToolDeps, call: ToolCall, tool: Tool): Promise<Done> {
  const { format, requestOf } = readArguments(tool, call.arguments);
  let balance: Balance | null = null;
  const parts = await Promise.all(
    Object.entries(tool.operations).map(async ([name, operation]) => {
      const handler = deps.handlers[operation.id];
      if (!handler) throw new Error(`operation ${operation.id} has no handler`);
      const outcome = await performCall(deps, {
        operation,
        handler,
        request: requestOf(operation),
        caller: call.caller,
        requestId: call.record.requestId,
        claim: null,
        isAbandoned: call.isAbandoned,
        onBalance: (left) => {
          balance = left;
        },
      });
      return { name, outcome };
    }),
  );
  const [first] = parts;
  if (!first) throw new Error(`tool ${tool.name} calls nothing`);
  const whole = isSingle(tool)
    ? bodyOf(first.outcome)
    : Object.fromEntries(parts.map(({ name, outcome }) => [name, bodyOf(outcome)]));
  const credits = parts.reduce((sum, { outcome }) => sum + creditsOf(outcome), 0);
  const answer = format === 'concise' ? concise(whole) : whole;
  return {
    result: successResult(shorten(tool, answer), { credits, balance, record: call.record }),
    results: first.outcome.state === 'answered' ? first.outcome.answer.results : null,
    credits,
    isAbandoned: parts.some(({ outcome }) => outcome.state === 'abandoned'),
  };
}

function bodyOf(outcome: Outcome): object {
  return outcome.state === 'answered' ? outcome.answer.body : {};
}

function creditsOf(outcome: Outcome): number {
  return outcome.state === 'answered' ? (outcome.credits ?? 0) : 0;
}

function shorten(tool: Tool, answer: unknown): Record<string, unknown> {
  const names = Object.keys(inputSchema(tool).properties);
  const limitName = names.find((name) => /^limit(_|$)/.test(name)) ?? null;
  return isObject(answer) ? fitResult(answer, limitName) : {};
}

interface Receipt {
  credits: number;
  /** `null` where nothing was charged. */
  balance: Balance | null;
  record: CallRecord;
}

function successResult(answer: Record<string, unknown>, receipt: Receipt): CallToolResult {
  const { credits, record } = receipt;
  const notice = typeof answer.notice === 'string' ? `${answer.notice}\n` : '';
  return {
    content: [
      { type: 'text', text: JSON.stringify(answer) },
      { type: 'text', text: `${notice}${receiptText(receipt)}` },
    ],
    structuredContent: answer,
    _meta: { request_id: record.requestId, credits_charged: credits },
  };
}

function receiptText({ credits, balance }: Receipt): string {
  if (credits === 0) return 'Free of charge.';
  const charged = `Charged ${credits} ${credits === 1 ? 'credit' : 'credits'}`;
  const left = balance && creditsLeft(balance);
  if (!balance || left === null) return `${charged}.`;
  return `${charged}; ${left} left until ${new Date(balance.periodResetMs).toISOString()}.`;
}
