/** Messages of an agent on the standard input of `signals mcp`, without a client library. */
const CLIENT = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
};

/** Opens a session, then calls a tool as request 2. */
export const OPENING = [
  { id: 1, method: 'initialize', params: CLIENT },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'signals_types', arguments: {} } },
];

/** Returns each message as a line. */
export function linesOf(messages: readonly object[]): string {
  return messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join('');
}
