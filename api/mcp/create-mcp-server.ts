/**
 * The MCP server of one request or one connection: lists the tools and hands calls on. Whoever makes it
 * decides who calls, and what a call does.
 */
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { API_VERSION } from '../docs/openapi-document.js';
import { describeTools, INSTRUCTIONS } from './describe-tools.js';

export type CallTool = (
  name: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<CallToolResult>;

export const SERVER_INFO = { name: 'signals', title: 'Signals Service', version: API_VERSION };

/** The low-level server: arguments are validated, and faults worded, by the operations themselves. */
export function createMcpServer(callTool: CallTool, tools = describeTools()): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
  });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(params.name, params.arguments ?? {}),
  );
  return server;
}
