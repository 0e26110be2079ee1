/**
 * Creates the MCP server of one request or one connection. It lists the tools and passes calls on.
 * Its creator decides who the caller is and what a call does.
 */
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { isObject } from '../../shared/domain/is-object.js';
import { API_VERSION } from '../operations/api-version.js';
import { describeTools, INSTRUCTIONS } from './describe-tools.js';

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
      if (method !== 'tools/call') return handle(request, context);
      if (!(typeof name === 'string' && isObject(args))) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, INVALID_CALL);
      }
      // The library drops this name, which would silently widen a paid call. The tool rejects it.
      if (Object.hasOwn(args, '__proto__'))
        return this.#callTool(name, args, context.mcpReq.signal);
      return handle(request, context);
    };
  }
}

const INVALID_CALL = '`name` must be a string, and `arguments`, if given, a JSON object.';

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
