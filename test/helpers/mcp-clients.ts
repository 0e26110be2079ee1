/**
 * MCP clients: the official client of 2026 and that of 2025, over HTTP and over standard input and
 * output. All validate structured results against output schemas.
 */
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { packageRoot } from '../../shared/domain/package-root.js';

export interface Agent {
  listTools(): Promise<Tool[]>;
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export interface ToolAnswer {
  isError: boolean;
  /** The text of each block. */
  texts: string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  structured: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  meta: any;
  bytes: number;
}

interface Connection {
  url: string;
  key: string;
  headers?: Record<string, string>;
}

const INFO = { name: 'test agent', version: '1.0.0' };

export const AGENTS: Readonly<Record<string, (to: Connection) => Promise<Agent>>> = {
  '2026 over HTTP': async (to) => {
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(mcpUrl(to), requestInit(to)));
    return agentOn(client);
  },
  '2026 over standard input': async (to) => {
    const client = newClient();
    await client.connect(new StdioClientTransport({ ...command(to), stderr: 'ignore' }));
    return agentOn(client);
  },
  '2025 over HTTP': async (to) => {
    const client = new OldClient(INFO);
    const transport = new OldHttpTransport(mcpUrl(to), requestInit(to));
    // The library's own types disagree about a session that is undefined.
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return agentOn(client);
  },
  '2025 over standard input': async (to) => {
    const client = new OldClient(INFO);
    await client.connect(new OldStdioTransport({ ...command(to), stderr: 'ignore' }));
    return agentOn(client);
  },
};

function newClient(): Client {
  return new Client(INFO, { versionNegotiation: { mode: 'auto' } });
}

function mcpUrl({ url }: Connection): URL {
  return new URL('/mcp', url);
}

function requestInit({ key, headers = {} }: Connection) {
  return { requestInit: { headers: { 'x-api-key': key, ...headers } } };
}

/** Returns the command as an agent's settings contain it. */
function command({ url, key }: Connection) {
  return {
    command: process.execPath,
    args: [join(packageRoot(), 'bin/signals.cjs'), 'mcp'],
    env: { SIGNALS_API_URL: url, SIGNALS_API_KEY: key },
  };
}

interface AnyClient {
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

function agentOn(client: AnyClient): Agent {
  return {
    // Both kinds of clients have validated the tools already.
    listTools: async () => (await client.listTools()).tools as Tool[],
    async callTool(name, args = {}) {
      return answerOf((await client.callTool({ name, arguments: args })) as CallToolResult);
    },
    close: () => client.close(),
  };
}

function answerOf(result: CallToolResult): ToolAnswer {
  return {
    isError: result.isError === true,
    texts: result.content.map((block) => (block.type === 'text' ? block.text : block.type)),
    structured: result.structuredContent,
    meta: result._meta,
    bytes: Buffer.byteLength(JSON.stringify(result)),
  };
}
