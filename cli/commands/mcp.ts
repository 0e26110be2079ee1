/**
 * `signals mcp`: the tools of a running service over standard input and output, for agents that start
 * their servers themselves. It opens no store: one process counts the credits.
 */
import { readFileSync } from 'node:fs';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Command, Option } from 'commander';
import { createMcpServer } from '../../api/mcp/create-mcp-server.js';
import { remoteTools } from '../../api/mcp/remote-tools.js';
import { loadConfig } from '../compose/with-runtime.js';
import { tell, UsageError } from '../terminal/output.js';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('tools for an AI agent on standard input and output, from a running service')
    .option('--url <url>', 'the service; SIGNALS_API_URL, else the one on this machine')
    .option('--key-file <path>', 'file with the key of the account that pays; SIGNALS_API_KEY')
    .addOption(new Option('--key <key>').hideHelp())
    .action((options: McpOptions) => serveTools(options));
}

interface McpOptions {
  url?: string;
  keyFile?: string;
  key?: string;
}

/** Ends with its input. */
function serveTools(options: McpOptions): void {
  const { mcp } = loadConfig();
  const key = keyOf(options) ?? mcp.key;
  const url = options.url ?? mcp.url;
  if (key === undefined) throw new UsageError('no key: set SIGNALS_API_KEY, or give --key-file');
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is no URL`);
  const callTool = remoteTools({ url, key });
  serveStdio(() => createMcpServer(callTool), { onerror: (error) => tell(error.message) });
}

function keyOf({ keyFile, key }: McpOptions): string | undefined {
  if (keyFile !== undefined) {
    const read = readFileSync(keyFile, 'utf8').trim();
    if (read === '') throw new UsageError(`--key-file ${keyFile} is empty`);
    return read;
  }
  if (key !== undefined) {
    // Takes the arguments out of the list of processes, if late.
    process.title = 'signals mcp';
    tell('--key shows the key in the list of processes: use SIGNALS_API_KEY or --key-file');
  }
  return key;
}
