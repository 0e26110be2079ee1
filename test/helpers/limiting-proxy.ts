/**
 * A proxy in front of a ClickHouse with the default limits of a server: 131,072 bytes a field,
 * 1,048,576 bytes an address. Counts requests.
 */
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

const MAX_FIELD_BYTES = 131_072;
const MAX_ADDRESS_BYTES = 1_048_576;

export interface LimitingProxy {
  url: string;
  queries: number;
  /** Names of all fields so far. */
  fields: Set<string>;
  compressedRequests: number;
  close(): Promise<void>;
}

export async function startLimitingProxy(target: string): Promise<LimitingProxy> {
  const server = createServer((incoming, outgoing) => {
    forward(incoming).then(
      ({ status, headers, body }) => outgoing.writeHead(status, headers).end(body),
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: LimitingProxy = {
    url: `http://127.0.0.1:${port}`,
    queries: 0,
    fields: new Set(),
    compressedRequests: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;

  async function forward(incoming: IncomingMessage) {
    const body = await bodyOf(incoming);
    const compressed = incoming.headers['content-encoding'] === 'gzip';
    if (compressed) proxy.compressedRequests += 1;
    proxy.queries += 1;
    const path = incoming.url ?? '/';
    const fields = [...new URL(path, target).searchParams];
    const type = incoming.headers['content-type'] ?? '';
    if (type.startsWith('multipart/form-data')) {
      const plain = compressed ? gunzipSync(body) : body;
      const form = await new Response(plain, { headers: { 'content-type': type } }).formData();
      for (const [name, value] of form) fields.push([name, String(value)]);
    }
    for (const [name] of fields) proxy.fields.add(name);
    const tooLong = fields.find(([, value]) => Buffer.byteLength(value) > MAX_FIELD_BYTES);
    if (tooLong || path.length > MAX_ADDRESS_BYTES) {
      const reason = `Code: 1000. DB::Exception: Field value too long: ${tooLong?.[0]}. (POCO_EXCEPTION)`;
      return { status: 400, headers: {}, body: Buffer.from(reason) };
    }
    return ask(new URL(path, target), incoming, body);
  }
}

async function ask(url: URL, { method, headers }: IncomingMessage, body: Buffer) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers: { ...headers, host: url.host } }, resolve)
      .on('error', reject)
      .end(body);
  });
  return {
    status: answer.statusCode ?? 500,
    headers: answer.headers,
    body: await bodyOf(answer),
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
