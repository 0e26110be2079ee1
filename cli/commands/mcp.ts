/**
 * Implements `signals mcp`: tools of a running service over standard input and output, for agents
 * that start their servers themselves. It opens no store, so that only the service counts credits.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Command, Option } from 'commander';
import { createMcpServer } from '../../api/mcp/create-mcp-server.js';
import { MAX_CALL_MS, remoteTools } from '../../api/mcp/remote-tools.js';
import { RunningCalls } from '../../api/mcp/running-calls.js';
import { readLines } from '../../ingest/sources/read-lines.js';
import { messageOf } from '../../shared/domain/errors.js';
import { parseJson } from '../../shared/domain/parse-json.js';
import { hasLogin } from '../../shared/domain/url-login.js';
import { loadConfig } from '../compose/with-runtime.js';
import { print, printNotice, UsageError } from '../terminal/output.js';

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'serve the tools of a running service to an AI agent, over standard input and output',
    )
    .option(
      '--url <url>',
      'URL of the service; default: SIGNALS_API_URL, or the service on this machine',
    )
    .option('--key-file <path>', 'file with the API key of the account; default: SIGNALS_API_KEY')
    .addOption(new Option('--key <key>').hideHelp())
    .action((options: McpOptions) => serveTools(options));
}

interface McpOptions {
  url?: string;
  keyFile?: string;
  key?: string;
}

/** At the end of the input, running calls get this long to be answered. */
const MAX_WAIT_MS = MAX_CALL_MS + 1_000;

/** Matches keys that a header can carry. With others, the service would seem not to respond. */
const SENDABLE = /^[!-~]+$/;

/** Serves the tools until standard input ends and every call is answered. */
function serveTools(options: McpOptions): void {
  const { mcp } = loadConfig();
  const key = keyOf(options) ?? mcp.key;
  const url = options.url ?? mcp.url;
  if (key === undefined) throw new UsageError('No API key. Set SIGNALS_API_KEY or use --key-file.');
  if (!SENDABLE.test(key))
    throw new UsageError(
      'The API key must be of ASCII characters without blanks, and alone in its file.',
    );
  // Neither message shows the URL, because it may hold a password.
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError('--url must be the URL (http or https) of the running service.');
  if (hasLogin(url))
    throw new UsageError('--url must not hold a user and a password. Only the API key is sent.');
  const callTool = remoteTools({ url, key });
  const calls = new RunningCalls();
  const refuseText = () =>
    refuse(ProtocolErrorCode.ParseError, 'The line is not valid JSON, or is larger than 4 MB.');
  const lines = calls.untilAnswered(jsonLines(process.stdin, refuseText), MAX_WAIT_MS);
  const input = Readable.from(lines, { objectMode: false });
  serveStdio(() => createMcpServer(callTool), {
    onerror: reportError,
    transport: calls.transportOf(input),
  });
}

/** Answers what is not a message, such as a batch, because the library only reports it. */
function reportError(error: Error): void {
  if (error.name !== 'ZodError') {
    printNotice(error.message);
    return;
  }
  const message = 'Send one JSON-RPC 2.0 message per line. Batches are not supported.';
  refuse(ProtocolErrorCode.InvalidRequest, message);
}

function refuse(code: ProtocolErrorCode, message: string): void {
  print(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
}

const MAX_MESSAGE_BYTES = 4_000_000;

/** Yields the lines that are JSON; calls `refuse` for others, which the library ignores. */
async function* jsonLines(
  input: AsyncIterable<Uint8Array>,
  refuse: () => void,
): AsyncGenerator<string> {
  for await (const line of readLines(input, MAX_MESSAGE_BYTES)) {
    const text = line.toString('utf8');
    if (text.trim() === '') continue;
    if (line.length <= MAX_MESSAGE_BYTES && parseJson(text) !== undefined) yield `${text}\n`;
    else refuse();
  }
}

function keyOf({ keyFile, key }: McpOptions): string | undefined {
  if (keyFile !== undefined) {
    const read = readKey(keyFile);
    if (read === '') throw new UsageError(`The key file ${keyFile} is empty.`);
    return read;
  }
  if (key !== undefined) {
    // This takes the arguments out of the list of processes, although late.
    process.title = 'signals mcp';
    printNotice(
      'Warning: --key shows the key in the list of processes. Use SIGNALS_API_KEY or --key-file instead.',
    );
  }
  return key;
}

function readKey(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const reason = messageOf(error);
    throw new UsageError(`--key-file must be a file that this process can read (${reason}).`);
  }
}
