/**
 * Calls the tools of a running service over HTTP, for MCP servers that an agent starts itself.
 * There is one request per call and no session, so that a restarted service is reached again.
 */
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isCallToolResult,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { isObject } from '../../shared/domain/is-object.js';
import { parseJson } from '../../shared/domain/parse-json.js';
import { type CallTool, SERVER_INFO } from './create-mcp-server.js';
import { plainFailure } from './failure-result.js';
import { findTool, unknownToolMessage } from './tools.js';

interface RemoteService {
  /** The address of the service, without `/mcp`. */
  url: string;
  key: string;
}

const PROTOCOL_VERSION = '2026-07-28';
/** A call of the service may take this long. */
export const MAX_CALL_MS = 60_000;

/** Returns a function that never rejects: failures of the service are results, too. */
export function remoteTools(service: RemoteService): CallTool {
  return async (name, args, cancelled) => {
    if (!findTool(name)) return plainFailure(unknownToolMessage(name));
    const body = bodyOf(name, args);
    if (body === null) return plainFailure(TOO_DEEP);
    try {
      const response = await post(service, name, body, cancelled);
      const location = response.headers.get('location');
      if (location !== null) {
        return plainFailure(
          `The service at ${service.url} redirects to ${location}. Set SIGNALS_API_URL to the address of the service itself. Then call again.`,
        );
      }
      const answer = parseJson(await response.text());
      if (answer === undefined) {
        return plainFailure(
          `The server at ${service.url} answered HTTP ${response.status} without JSON, so it may not be the service, or a proxy before it failed. Check SIGNALS_API_URL. Then call again.`,
        );
      }
      const result = isObject(answer) ? answer.result : undefined;
      return isCallToolResult(result) ? result : describeRefusal(response.status, answer);
    } catch {
      return plainFailure(
        `The service at ${service.url} does not respond. Start it with \`npm start\`, or set SIGNALS_API_URL to its address. Then call again.`,
      );
    }
  };
}

const TOO_DEEP =
  'The arguments are nested too deeply. Call again with arguments as the tool describes them.';

/** Returns the message of a call; `null` if the arguments are nested too deeply to be written. */
function bodyOf(name: string, args: Readonly<Record<string, unknown>>): string | null {
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: PROTOCOL_VERSION,
    [CLIENT_INFO_META_KEY]: { name: 'signals mcp', version: SERVER_INFO.version },
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  const params = { name, arguments: args, _meta };
  try {
    return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The service does not charge a call that is cancelled before its answer. */
function post(
  { url, key }: RemoteService,
  name: string,
  body: string,
  cancelled: AbortSignal,
): Promise<Response> {
  return fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'user-agent': 'signals-mcp',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body,
    // Another host would get the key.
    redirect: 'manual',
    signal: AbortSignal.any([cancelled, AbortSignal.timeout(MAX_CALL_MS)]),
  });
}

/** Describes a response that is not a tool's, because key, address or size of the call is wrong. */
function describeRefusal(status: number, answer: unknown): CallToolResult {
  const { message = null, error = null } = isObject(answer) ? answer : {};
  const { code = null, message: reason } = isObject(error) ? error : { message };
  const remedy =
    (code === ProtocolErrorCode.UnsupportedProtocolVersion ? OTHER_VERSION : null) ??
    REMEDIES.get(status) ??
    'Wait a minute and call again. If the error persists, report it to the operator.';
  return plainFailure(
    `The service rejected the call (HTTP ${status}): ${reason ?? 'no reason given'}\n${remedy}`,
  );
}

const OTHER_VERSION =
  'Ask the operator for the version of the service, and use `signals mcp` of the same version. Nothing was charged.';

const REMEDIES: ReadonlyMap<number, string> = new Map([
  [400, 'Correct the arguments and call again. Nothing was charged.'],
  [401, 'Ask the operator for an API key, and set SIGNALS_API_KEY to it.'],
]);
