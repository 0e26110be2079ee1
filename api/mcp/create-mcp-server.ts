/**
 * Creates the MCP server of one request or one connection. It lists the tools and passes calls on.
 * Its creator decides who the caller is and what a call does.
 */
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { API_VERSION } from '../operations/api-version.js';
import { describeTools, INSTRUCTIONS } from './describe-tools.js';

export type CallTool = (
  name: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<CallToolResult>;

export const SERVER_INFO = { name: 'signals', title: 'Signals Service', version: API_VERSION };

/** Uses the low-level server, because operations validate arguments and describe errors. */
export function createMcpServer(callTool: CallTool): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
  });
  server.setRequestHandler('tools/list', () => ({ tools: describeTools() }));
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(params.name, params.arguments ?? {}),
  );
  return server;
}
