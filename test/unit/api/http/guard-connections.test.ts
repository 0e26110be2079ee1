/** Limits of one connection, over real sockets: requests take turns, clients that do not read are disconnected. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type ConnectionLimits, guardConnections } from '../../../../api/http/guard-connections.js';
import { parseInTurns } from '../../../../shared/platform/process/parse-in-turns.js';
import { eventually } from '../../../helpers/eventually.js';
import { prepareSockets } from '../../../helpers/raw-sockets.js';

const MEGABYTE = 1024 * 1024;
const LIMITS: ConnectionLimits = {
  readStallMs: 300,
  readAnswerMs: 60_000,
  idleConnections: 100,
};
/** Exceeds the socket buffers of both ends. */
const LONG_ANSWER = Buffer.alloc(32 * MEGABYTE);

const { server, openTo, openAnother } = prepareSockets();

function open(answer: RequestListener, limits = LIMITS): Promise<Socket> {
  const guarded = createServer();
  parseInTurns(guarded, MEGABYTE);
  guardConnections(guarded, limits, answer);
  return openTo(guarded);
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const connectionsOf = () =>
  new Promise<number>((resolve) => server().getConnections((_error, count) => resolve(count)));

async function dropped(): Promise<void> {
  while ((await connectionsOf()) > 0) await sleep(20);
}

describe('Connection guard', () => {
  it('processes pipelined requests one at a time and answers them in order', async () => {
    let atOnce = 0;
    let most = 0;
    const socket = await open(async (request, response) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await sleep(2);
      atOnce -= 1;
      response.end(`<${request.url}>`);
    });
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(Array.from({ length: 40 }, (_, at) => get(`/${at}`)).join(''));
    while (!text.includes('</39>')) await sleep(5);
    const order = [...text.matchAll(/<\/(\d+)>/g)].map(([, at]) => Number(at));
    expect(order).toEqual(Array.from({ length: 40 }, (_, at) => at));
    expect(most).toBe(1);
  });

  it('answers other clients between two pipelined requests', async () => {
    const order: (string | undefined)[] = [];
    const many = await open((request, response) => {
      order.push(request.url);
      response.end();
    });
    const other = await openAnother();
    many.write(get('/many').repeat(40));
    other.write(get('/other'));
    while (order.length < 41) await sleep(5);
    expect(order.indexOf('/other')).toBeLessThan(10);
  });

  it('closes the connection that waits longest for a request if there are too many', async () => {
    const answers: (() => void)[] = [];
    const busy = await open((_request, response) => answers.push(() => response.end('answered')), {
      ...LIMITS,
      readStallMs: 60_000,
      idleConnections: 2,
    });
    busy.write(get('/'));
    while (answers.length === 0) await sleep(5);
    const idle = [await openAnother(), await openAnother(), await openAnother()];
    for (const socket of idle) socket.resume();
    await once(idle[0] ?? busy, 'close');
    expect(idle.map(({ closed }) => closed)).toEqual([true, false, false]);
    answers[0]?.();
    expect(String((await once(busy, 'data'))[0])).toContain('answered');
    // The answered connection waits for the shortest time now.
    await once(idle[1] ?? busy, 'close');
    busy.write(get('/'));
    while (answers.length === 1) await sleep(5);
    expect(await connectionsOf()).toBe(2);
  });

  it('closes the connection that has read a response for longest if there are too many', async () => {
    const first = await open((_request, response) => response.end(LONG_ANSWER), {
      ...LIMITS,
      readStallMs: 60_000,
      idleConnections: 2,
    });
    first.write(get('/'));
    await once(first, 'readable');
    const second = await openAnother();
    second.write(get('/'));
    await once(second, 'readable');
    const third = await openAnother();
    while ((await connectionsOf()) > 2) await sleep(5);
    // The others are still open.
    for (const socket of [second.resume(), third]) {
      socket.write(get('/'));
      await once(socket, 'data');
    }
  });

  it('closes no connection between two pipelined requests, although there are too many', async () => {
    const held: (() => void)[] = [];
    const answer: RequestListener = ({ url }, response) => {
      if (url === '/held') held.push(() => response.end());
      else response.end();
    };
    let socket = await open(answer, { ...LIMITS, idleConnections: 2 });
    let received = '';
    for (let count = 1; count <= 6; count += 1) {
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.write(get('/held') + get('/').repeat(20));
      while (held.length < count) await sleep(5);
      if (count < 6) socket = await openAnother();
    }
    for (const release of held) release();
    while ((await connectionsOf()) > 2) await sleep(5);
    // The service closes connections before their clients have read the last answers.
    await eventually(
      async () => received.match(/HTTP/g)?.length,
      (count) => count === 6 * 21,
    );
  });

  it('does not process a request after an answer that closes the connection', async () => {
    const asked: string[] = [];
    const socket = await open((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('connection', 'close');
      response.end(LONG_ANSWER);
    });
    socket.resume();
    socket.write(`${get('/first')}${get('/second')}`);
    await dropped();
    expect(asked).toEqual(['/first']);
  });

  it('disconnects a client that reads nothing, and starts only one of its answers', async () => {
    let begun = 0;
    const socket = await open((_request, response) => {
      begun += 1;
      response.end(LONG_ANSWER);
    });
    socket.pause();
    socket.write(get('/').repeat(20));
    await dropped();
    expect(begun).toBe(1);
  });

  it('disconnects a client that reads too slowly to get its answer in time', async () => {
    const limits = { ...LIMITS, readStallMs: 60_000, readAnswerMs: 600 };
    const socket = await open((_request, response) => response.end(LONG_ANSWER), limits);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.write(get('/'));
    trickle(socket, MEGABYTE);
    await dropped();
    expect(bytes).toBeLessThan(LONG_ANSWER.length);
  });

  it('keeps a client that reads slowly or waits long for an answer', async () => {
    // The client reads five times per stall limit, because a busy machine delays its reads.
    const limits = { ...LIMITS, readStallMs: 2_000, readAnswerMs: 60_000 };
    const socket = await open(async (request, response) => {
      if (request.url === '/late') await sleep(1.5 * limits.readStallMs);
      response.end(request.url === '/late' ? '<late>' : LONG_ANSWER);
    }, limits);
    let bytes = 0;
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      text = chunk.toString('latin1');
    });
    socket.write(get('/late'));
    while (!text.includes('<late>')) await sleep(20);
    bytes = 0;
    const stop = trickle(socket, 2 * MEGABYTE, limits.readStallMs / 5);
    socket.write(get('/'));
    await sleep(2 * limits.readStallMs);
    expect(await connectionsOf()).toBe(1);
    expect(bytes).toBeLessThan(LONG_ANSWER.length);
    stop();
    while (bytes < LONG_ANSWER.length) await sleep(20);
  }, 60_000);

  it('closes a connection without requests', async () => {
    await open((_request, response) => response.end());
    await dropped();
  });
});

/** Reads about `bytes` at intervals; returns a function that reads all the rest. */
function trickle(socket: Socket, bytes: number, everyMs = LIMITS.readStallMs / 2): () => void {
  let left = bytes;
  const onData = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left <= 0) socket.pause();
  };
  socket.on('data', onData);
  const timer = setInterval(() => {
    left = bytes;
    socket.resume();
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
  return () => {
    clearInterval(timer);
    socket.off('data', onData);
    socket.resume();
  };
}
