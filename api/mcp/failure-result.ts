/**
 * Makes results of failures that an agent can act on: what is wrong, and what to do about it.
 * Failures are not protocol errors, because clients hide those from the model.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { AppError, type ErrorCode } from '../../shared/domain/errors.js';
import { errorBody } from '../http/handle-error.js';

interface FailureContext {
  /** The name of the tool, as the agent called it. */
  tool: string;
  requestId: string;
  retryAfterSeconds: number;
}

/**
 * The error for an account without early access. The intent tools are listed for everybody, but
 * work only for accounts to which the operator has given access.
 */
export class NoEarlyAccess extends AppError {
  readonly remedy: string;

  constructor(accountId: string) {
    super('not_found', `The account ${accountId} has no early access to intent scores.`);
    this.remedy = `Use signals_search instead, or ask the operator to run \`signals accounts update --id ${accountId} --early-access\`. Nothing was charged.`;
  }
}

export function failureResult(error: AppError, context: FailureContext): CallToolResult {
  const { message, ...body } = errorBody(error);
  const faults = body.details.map((detail) => detail.message);
  const problem = faults.length > 0 ? firstOf(faults) : message;
  const remedy = error instanceof NoEarlyAccess ? error.remedy : remedyFor(error.code, context);
  return {
    content: [{ type: 'text', text: `${problem}\n${remedy} Request id: ${context.requestId}.` }],
    isError: true,
    _meta: {
      request_id: context.requestId,
      error: { error: body.error, code: body.code, message: problem.slice(0, MAX_META_CHARACTERS) },
    },
  };
}

/** Makes the result of a failure outside the service, with its cause and remedy in `text`. */
export function plainFailure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function firstOf(faults: readonly string[]): string {
  const more = faults.length - MAX_FAULTS;
  return [
    ...faults.slice(0, MAX_FAULTS),
    ...(more > 0 ? [`Errors that are not listed: ${more}.`] : []),
  ].join('\n');
}

/** The most errors that a message lists. */
export const MAX_FAULTS = 20;
const MAX_META_CHARACTERS = 2_000;

const COMPANY =
  'companies_suggest finds companies by the beginning of a name or domain: use a `domain` that it returns.';
const PERSON =
  'Check `contact_email` and `contact_network_url`. signals_search with `association`: `contact` returns people who are known.';

/** Remedies for `not_found`, by tool: which other tool returns identifiers that exist. */
const NOT_FOUND: ReadonlyMap<string, string> = new Map([
  ['signals_get', 'Use a `signal_id` of signals_search, signals_trending or a timeline tool.'],
  [
    'signals_search',
    'Use for `similar_to` a `signal_id` of signals_search, signals_trending or a timeline tool.',
  ],
  ['signals_type_history', 'Use a `type` that signals_types returns.'],
  ['companies_enrich', COMPANY],
  ['companies_timeline', COMPANY],
  ['contacts_enrich', PERSON],
  ['contacts_timeline', `${PERSON} contacts_enrich finds the employer of others too.`],
  [
    'account_statement',
    'Use a `day` of a period that account_statements returns, or one of the running period.',
  ],
]);

function remedyFor(code: ErrorCode, { tool, retryAfterSeconds }: FailureContext): string {
  switch (code) {
    case 'invalid_request':
      return 'Correct the arguments and call again. Nothing was charged.';
    case 'unauthorized':
      return 'Ask the operator for an API key, and put it into the settings of this MCP server.';
    case 'credits_exhausted':
      return 'Wait until the period resets, ask the operator for more credits, or request less. account_usage returns the credits that the account has left; a key may have a lower cap, which account_keys returns. Free calls still work: signals_trending, signals_types, signals_type_history, signals_aggregate, companies_suggest, and signals_search with count_only.';
    case 'not_found':
      return `${NOT_FOUND.get(tool) ?? 'Call one of these.'} Nothing was charged.`;
    case 'rate_limited':
      return `Wait ${retryAfterSeconds} s before the next call, and make fewer calls at once. Nothing was charged.`;
    case 'unavailable':
      return `Repeat the same call in ${retryAfterSeconds} s. Nothing was charged.`;
    case 'conflict':
    case 'method_not_allowed':
    case 'internal_error':
      return 'Call again later. If the error persists, report the request id to the operator. Nothing was charged.';
  }
}
