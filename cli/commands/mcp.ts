/**
 * `signals mcp`: the tools of a running service over standard input and output, for agents that start
 * their servers themselves. It opens no store: one process counts the credits.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { createMcpServer } from '../../api/mcp/create-server.js';
import { remoteTools } from '../../api/mcp/remote-tools.js';
import { loadConfig, tell, UsageError } from '../runtime.js';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('tools for an AI agent on standard input and output, from a running service')
    .option('--url <url>', 'the service; SIGNALS_API_URL, else the one on this machine')
    .option('--key <key>', 'key of the account that pays; SIGNALS_API_KEY')
    .action((options: McpOptions) => serveTools(options));
}

interface McpOptions {
  url?: string;
  key?: string;
}

/** Ends with its input. */
function serveTools(options: McpOptions): void {
  const { mcp } = loadConfig();
  const key = options.key ?? mcp.key;
  const url = options.url ?? mcp.url;
  if (key === undefined) throw new UsageError('no key: set SIGNALS_API_KEY, or give --key');
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is no URL`);
  const callTool = remoteTools({ url, key });
  serveStdio(() => createMcpServer(callTool), { onerror: (error) => tell(error.message) });
}
