/**
 * Creates the MCP server of one request or one connection. It lists the tools (the price first, every
 * argument described, all read-only) and passes calls on. Its creator decides who the caller is and
 * what a call does.
 */
import {
  type CallToolResult,
  isSpecType,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { once } from '../../shared/domain/once.js';
import { parseJson } from '../../shared/domain/parse-json.js';
import { API_VERSION, type Operation } from '../operations/operation.js';
import { codeNames } from '../validation/code-names.js';
import { MAX_NAME_CHARACTERS } from '../validation/limits.js';
import { MAX_FAULTS } from './failure-result.js';
import { alternativesOf, inputSchema, outputSchema } from './tool-schemas.js';
import { TOOLS, type Tool } from './tools.js';

export type CallTool = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  /** Aborted when the client cancels the call. */
  cancelled: AbortSignal,
) => Promise<CallToolResult>;

export const SERVER_INFO = { name: 'signals', title: 'Signals Service', version: API_VERSION };

/** Describes an invalid call in a sentence. The library would list what its validator found. */
class ToolServer extends Server {
  readonly #callTool: CallTool;

  constructor(callTool: CallTool, ...options: ConstructorParameters<typeof Server>) {
    super(...options);
    this.#callTool = callTool;
  }

  protected override _wrapHandler(
    ...[method, handler]: Parameters<Server['_wrapHandler']>
  ): ReturnType<Server['_wrapHandler']> {
    const handle = super._wrapHandler(method, handler);
    return async (request, context) => {
      const { name, arguments: args = {} } = request.params ?? {};
      if (method !== 'tools/call') return handle(request, context).catch(rethrowInWords);
      if (!(typeof name === 'string' && isObject(args))) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, INVALID_CALL);
      }
      // The library drops this name, which would silently widen a paid call. The tool rejects it.
      if (Object.hasOwn(args, '__proto__'))
        return this.#callTool(name, args, context.mcpReq.signal);
      return handle(request, context).catch(rethrowInWords);
    };
  }
}

/** Throws an error that lists what the library's validator found as one that says it in words. */
function rethrowInWords(error: unknown): never {
  const text = messageOf(error);
  const found = parseJson(text.slice(text.indexOf('[')));
  const faults = Array.isArray(found) ? found.filter(isObject) : [];
  if (faults.length === 0) throw error;
  const sentences = faults.slice(0, MAX_FAULTS).map(({ path, message }) => {
    const name = Array.isArray(path) ? path.join('.') : '';
    return `\`${name.slice(0, MAX_NAME_CHARACTERS)}\`: ${message}.`;
  });
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, sentences.join(' '));
}

const INVALID_CALL = '`name` must be a string, and `arguments`, if given, a JSON object.';

/** Instructions for agents: what the server is for, and how to start. */
const INSTRUCTIONS =
  'Signals are dated events about companies and people: filings, funding, layoffs, hiring, news, posts, job changes. Search them by meaning and by filters with signals_search. Follow one company or person with the timeline tools. Each description says what a call costs in credits; account_usage returns the credits that the account has left, free of charge; a key may have a lower cap (account_keys). Before you request many signals, use signals_types to list the types to filter by, and signals_search with count_only to count matches; both are free. Results are concise unless response_format is detailed; signals_get returns all of a signal. Results are truncated to 60 kB. Give the bulk tools at most 20 entries at once, or fewer to get more signals of each entry. They charge for every given entry.';

/** Uses the low-level server, because operations validate arguments and describe errors. */
export function createMcpServer(callTool: CallTool): Server {
  const server = new ToolServer(callTool, SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
  });
  server.setRequestHandler('tools/list', () => ({ tools: describeTools() }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(params.name, params.arguments ?? {}, context.mcpReq.signal),
  );
  return server;
}

export const describeTools = once(() => TOOLS.map(describe));

function describe({ name, operation }: Tool): ListedTool {
  const title = operation.summary;
  const listed: unknown = {
    name,
    title,
    description: descriptionOf(operation),
    inputSchema: inputSchema(operation),
    outputSchema: outputSchema(operation),
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  };
  if (!isSpecType.Tool(listed))
    throw new Error(`the description of tool ${name} is not valid in MCP`);
  return listed;
}

function descriptionOf(operation: Operation): string {
  const { price, description } = operation;
  const costs = price === null ? 'Free of charge.' : `Costs ${price}.`;
  const alternatives = alternativesOf(operation);
  const rule = alternatives ? [`Give at least one of ${codeNames(alternatives)}.`] : [];
  return [costs, description, ...rule].join(' ');
}
