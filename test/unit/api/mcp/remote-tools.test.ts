/** Calls of a remote service that fail before they are sent, or are redirected. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { remoteTools } from '../../../../api/mcp/remote-tools.js';

async function startServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

it('Arguments that are nested too deeply are described as such, not as a service that is away', async () => {
  const depth = 100_000;
  const args = JSON.parse(`{"query":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  const callTool = remoteTools({ url: 'http://127.0.0.1:9', key: 'sig_live_none' });
  expect(await callTool('signals_search', args, new AbortController().signal)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^The arguments are nested too deeply\./) }],
  });
});

it('A redirect is described and not followed, because it would hand the key to another host', async () => {
  const keys: unknown[] = [];
  const other = await startServer((request, response) => {
    keys.push(request.headers['x-api-key']);
    response.end('{}');
  });
  const service = await startServer((_request, response) => {
    response.writeHead(308, { location: `${other.url}/mcp` }).end();
  });
  const callTool = remoteTools({ url: service.url, key: 'sig_live_none' });
  expect(await callTool('signals_search', {}, new AbortController().signal)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Set SIGNALS_API_URL') }],
  });
  expect(keys).toEqual([]);
  service.close();
  other.close();
});

it.each([
  ['cannot read are to be corrected', -32600, 'The body is too long.', 'Correct the arguments'],
  [
    'rejects for the version of the protocol need the same version of both',
    -32022,
    'Unsupported protocol version: 2027-01-01',
    'Ask the operator for the version of the service',
  ],
])('Arguments that the service %s, not sent again', async (_, code, message, remedy) => {
  const service = await startServer((_request, response) => {
    response.writeHead(400).end(JSON.stringify({ id: null, error: { code, message } }));
  });
  const callTool = remoteTools({ url: service.url, key: 'sig_live_none' });
  expect(await callTool('signals_search', {}, new AbortController().signal)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining(`${message}\n${remedy}`) }],
  });
  service.close();
});

it('A page in place of an answer is described with its status, not as a service that is away', async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Too Large</h1>');
  });
  const callTool = remoteTools({ url: server.url, key: 'sig_live_none' });
  expect(await callTool('signals_search', {}, new AbortController().signal)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('answered HTTP 413 without JSON') }],
  });
  server.close();
});
