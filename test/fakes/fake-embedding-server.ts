/**
 * A server with the endpoint `/v1/embeddings` that answers with `fakeVector` and, on request, with
 * faults.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fakeVector } from './fake-embedder.js';

interface Asked {
  path: string;
  /** The Bearer token, or the whole header of another scheme. */
  key: string | undefined;
  model: string;
  input: string[];
  dimensions?: number;
}

/** Writes one answer instead of the server. */
type Fault = (response: ServerResponse) => void;

export interface FakeEmbeddingServer {
  url: string;
  asked: Asked[];
  /** Each fault answers one request, in order. */
  faults: Fault[];
  /** Requests with a longer text are rejected with 413. */
  maxCharacters: number;
  /** Returns the number of requests that are being answered. */
  atOnce(): number;
  /** Returns the highest number of concurrent requests so far. */
  mostAtOnce(): number;
  stop(): Promise<void>;
}

export async function startFakeEmbeddingServer(port = 0): Promise<FakeEmbeddingServer> {
  let atOnce = 0;
  let most = 0;
  const server = createServer((request, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    response.once('close', () => {
      atOnce -= 1;
    });
    void answer(request, response);
  });
  const self: FakeEmbeddingServer = {
    url: '',
    asked: [],
    faults: [],
    maxCharacters: Number.POSITIVE_INFINITY,
    atOnce: () => atOnce,
    mostAtOnce: () => most,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const key = request.headers.authorization?.replace('Bearer ', '');
    self.asked.push({ path: request.url ?? '', key, ...body });
    const fault = self.faults.shift();
    if (fault) return fault(response);
    const input: string[] = body.input;
    if (input.some((text) => text.length > self.maxCharacters)) {
      return status(413)(response);
    }
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      // Vectors are neither normalised nor in order, because servers do not promise that.
      embedding: [...fakeVector(text)].slice(0, body.dimensions).map((value) => value * 3),
    }));
    json({ object: 'list', model: body.model, data: data.reverse() })(response);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
}

export function status(code: number, headers: Record<string, string> = {}): Fault {
  return (response) => {
    response.writeHead(code, headers).end(`{"error":"${code}"}`);
  };
}

export function json(body: unknown): Fault {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** Never answers the request. */
export const hang: Fault = () => undefined;
/** Closes the connection in the middle of an answer. */
export const breakOff: Fault = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"data":');
  setImmediate(() => response.destroy());
};
/** Sends an answer without an end, until the client leaves. */
export const endless =
  (code: number): Fault =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json' });
    const send = () => {
      while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
    };
    response.on('drain', send);
    send();
  };
