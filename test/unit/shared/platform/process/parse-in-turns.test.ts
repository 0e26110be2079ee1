/** Requests of one connection over real sockets: parsed one after the other, others in between. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { parseInTurns } from '../../../../../shared/platform/process/parse-in-turns.js';
import { prepareSockets } from '../../../../helpers/raw-sockets.js';

const MEGABYTE = 1024 * 1024;

const { server, openTo, openAnother } = prepareSockets();

// Runs before the sockets are closed.
afterEach(() => server().closeAllConnections());

function open(answer: RequestListener, maxWaitingBytes = MEGABYTE): Promise<Socket> {
  const parsing = createServer(answer);
  parseInTurns(parsing, maxWaitingBytes);
  return openTo(parsing);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = await request.toArray();
  return Buffer.concat(pieces).toString();
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const post = (body: string) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const withChunks = (chunks: string) =>
  `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;
const chunked = (body: string) => withChunks(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);

/** Answers each request with its method, path and body, and returns what was received in order. */
async function exchange(
  write: (socket: Socket) => Promise<void> | void,
  count: number,
): Promise<string[]> {
  const socket = await open(async (request, response) => {
    const body = await bodyOf(request);
    response.end(`<${request.method} ${request.url} ${body.length}>`);
  });
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await write(socket);
  while ((text.match(/<.*?>/g) ?? []).length < count) await sleep(5);
  return text.match(/<.*?>/g) ?? [];
}

describe('Parsing in turns', () => {
  it('makes no object of a pipelined request before the previous response is sent', async () => {
    const answers: (() => void)[] = [];
    const socket = await open((_request, response) => answers.push(() => response.end()));
    socket.resume().write(get('/').repeat(1_000));
    for (let sent = 0; sent < 3; sent += 1) {
      while (answers.length === sent) await sleep(5);
      await sleep(20);
      expect(answers).toHaveLength(sent + 1);
      answers.at(-1)?.();
    }
  });

  it('parses one request at a time, wherever their bytes are divided', async () => {
    const paths: (string | undefined)[] = [];
    const socket = await open((request) => paths.push(request.url));
    const requests = get('/1') + get('/2');
    const end = get('/1').length;
    const others = [socket, await openAnother(), await openAnother(), await openAnother()];
    for (const [at, other] of others.entries()) {
      other.setNoDelay(true);
      other.write(requests.slice(0, end - at));
      await sleep(20);
      other.write(requests.slice(end - at));
    }
    while (paths.length < others.length) await sleep(5);
    await sleep(20);
    expect(paths).toEqual(['/1', '/1', '/1', '/1']);
  });

  it.each([
    ['one chunk', '1\r\na\r\n0\r\n\r\n'],
    ['no chunk', '0\r\n\r\n'],
    ['many chunks', `${'1\r\na\r\n'.repeat(500)}0\r\n\r\n`],
    [
      'sizes of several digits',
      `00A\r\n${'a'.repeat(10)}\r\n1f\r\n${'a'.repeat(31)}\r\n000\r\n\r\n`,
    ],
    ['extensions', '1;name=5\r\na\r\n0;last\r\n\r\n'],
    ['trailers', '1\r\na\r\n0\r\nX-One: 1\r\nX-Two: 2\r\n\r\n'],
    ['what looks like an end', '7\r\n0\r\n\r\n\r\n\r\n0\r\n\r\n'],
  ])('parses no request behind a body with %s before its turn', async (_, chunks) => {
    const answers: (() => void)[] = [];
    const socket = await open((request, response) => {
      request.resume();
      answers.push(() => response.end());
    });
    const requests = withChunks(chunks) + get('/next');
    const others = [socket, await openAnother(), await openAnother()];
    for (const [step, other] of [requests.length, 1, 3].map((n, at) => [n, others[at]] as const)) {
      other?.resume().setNoDelay(true);
      for (let at = 0; at < requests.length; at += step)
        other?.write(requests.slice(at, at + step));
    }
    while (answers.length < others.length) await sleep(5);
    await sleep(50);
    expect(answers).toHaveLength(others.length);
    for (const answer of answers.splice(0)) answer();
    while (answers.length < others.length) await sleep(5);
  });

  it('answers other clients between two requests that arrived together', async () => {
    const order: (string | undefined)[] = [];
    const many = await open((request, response) => {
      order.push(request.url);
      response.end();
    });
    const other = await openAnother();
    many.write(get('/many').repeat(1_000));
    other.write(get('/other'));
    while (!order.includes('/other')) await sleep(5);
    expect(order.indexOf('/other')).toBeLessThan(10);
  });

  it('reads bodies of both kinds that arrive together with further requests', async () => {
    const body = 'a\r\n\r\nb'.repeat(50);
    const requests = [get('/1'), post(body), get('/2'), chunked(body), get('/3'), post('')];
    const size = body.length;
    const answers = ['<GET /1 0>', `<POST / ${size}>`, '<GET /2 0>', `<POST / ${size}>`];
    const all = [...answers, '<GET /3 0>', '<POST / 0>'];
    const received = await exchange((socket) => void socket.write(requests.join('')), all.length);
    expect(received).toEqual(all);
  });

  it('reads requests that arrive in pieces of any size', async () => {
    const requests = `${get('/1')}${post('a\r\n\r\nb')}${get('/2')}${chunked('c\r\n\r\nd')}${get('/3')}`;
    const received = await exchange(async (socket) => {
      socket.setNoDelay(true);
      for (let at = 0; at < requests.length; at += 1 + (at % 4)) {
        socket.write(requests.slice(at, at + 1 + (at % 4)));
        await sleep(1);
      }
    }, 5);
    expect(received.map((answer) => answer.slice(0, 7))).toEqual([
      ...['<GET /1', '<POST /', '<GET /2', '<POST /', '<GET /3'],
    ]);
  });

  it('answers the requests of a client that has ended its side', async () => {
    const requests = get('/').repeat(20);
    expect(await exchange((socket) => void socket.end(requests), 19)).toHaveLength(19);
  });

  it.each([
    ['before a request', (blanks: string) => `${blanks}${get('/')}`],
    ['in a chunked body', (blanks: string) => `${chunked(`a${blanks}`)}${get('/')}`],
    [
      'in chunks of one byte',
      (blanks: string) =>
        `${withChunks(`${blanks.replace(/\r\n/g, '1\r\n\n\r\n')}0\r\n\r\n`)}${get('/')}`,
    ],
  ])('gives the parser many blank lines %s at once', async (_, textWith) => {
    const parsing = createServer((request, response) => {
      request.resume();
      response.end('done');
    });
    let pieces = 0;
    parsing.on('connection', (socket) => {
      const parse = socket.listeners('data')[0];
      socket.removeAllListeners('data').on('data', (piece: Buffer) => {
        pieces += 1;
        if (parse) Reflect.apply(parse, socket, [piece]);
      });
    });
    parseInTurns(parsing, MEGABYTE);
    const socket = await openTo(parsing);
    socket.end(textWith('\r\n'.repeat(50_000)));
    await once(socket, 'data');
    await once(socket.resume(), 'close');
    expect(pieces).toBeLessThan(200);
  });

  it('stops reading a body that its handler does not read', async () => {
    const requests: IncomingMessage[] = [];
    const socket = await open((request, response) => {
      requests.push(request);
      request.once('end', () => response.end('done'));
    });
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    const body = 'a'.repeat(8 * MEGABYTE);
    socket.write(chunked(body));
    while (requests.length === 0) await sleep(5);
    await sleep(200);
    expect(requests[0]?.readableLength).toBeLessThan(MEGABYTE);
    requests[0]?.resume();
    while (!received.includes('done')) await sleep(5);
  });

  it('closes connections that pipeline while too many bytes wait', async () => {
    const socket = await open((request, response) => {
      if (request.url === '/single') response.end();
    }, 100_000);
    const others = [await openAnother(), await openAnother(), await openAnother()];
    for (const other of others) other.resume().write(get('/').repeat(2_000));
    while (!others.some(({ closed }) => closed)) await sleep(5);
    expect(others.some(({ closed }) => !closed)).toBe(true);
    // One that does not pipeline is served.
    socket.write(get('/single'));
    await once(socket, 'data');
  });

  it('reports a malformed request once, however much follows', async () => {
    let errors = 0;
    const socket = await open((_request, response) => response.end());
    server().on('clientError', (_error, connection) => {
      errors += 1;
      connection.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    socket.write(`nonsense\r\n\r\n${'more\r\n\r\n'.repeat(1_000)}`);
    expect(String((await once(socket, 'data'))[0])).toContain('400');
    await sleep(50);
    expect(errors).toBe(1);
  });

  it('survives a request for a tunnel', async () => {
    const socket = await open((_request, response) => response.end());
    socket.write(`CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${get('/').repeat(100)}`);
    await once(socket.resume(), 'close');
    const other = await openAnother();
    other.write(get('/'));
    await once(other, 'data');
  });
});
