/**
 * Statements of the user `analyst` of the embedded ClickHouse end with their client, with the service and at their
 * limits. Needs the embedded engine.
 */

import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { prepareAnalyst, SMALL_LIMITS } from '../helpers/analyst.js';
import { until } from '../helpers/eventually.js';

/** No statement ends by itself during a test. */
const analyst = prepareAnalyst({ ...SMALL_LIMITS, seconds: 300 });
const { ask, dataDir } = analyst;

/** Returns the number of processes that run statements, each of which has a folder. */
function processes(): number {
  const folders = join(dataDir, 'clickhouse-analysts');
  return existsSync(folders) ? readdirSync(folders).length : 0;
}

describe('Analyst', () => {
  it('gets a statement cancelled when the client disconnects', async () => {
    const left = new AbortController();
    const slow = ask('SELECT count() FROM numbers_mt(100000000000)', { signal: left.signal });
    await sleep(1_000);
    expect(processes()).toBe(1);
    left.abort();
    await expect(slow).rejects.toThrow();
    await until(async () => processes() === 0);
    expect((await ask('SELECT 1')).text).toBe('1\n');
  });

  it('can run a statement after clients with pipelined statements have disconnected', async () => {
    const { hostname, port } = new URL(analyst.address().url);
    const { user, password } = analyst.address().analyst;
    const request = (sql: string) =>
      `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\nContent-Length: ${sql.length}\r\n\r\n${sql}`;
    for (let client = 0; client < 4; client += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const slow = request('SELECT sum(sipHash64(number)) FROM numbers(500000000)');
      socket.write(slow + request('SELECT 2').repeat(9));
      await sleep(300);
      socket.destroy();
    }
    expect((await ask('SELECT 1')).text).toBe('1\n');
  });

  it('gets disconnected if it does not read its answers', async () => {
    const { hostname, port } = new URL(analyst.address().url);
    const { user, password } = analyst.address().analyst;
    const sql = "SELECT number, repeat FROM (SELECT number, 'x' AS repeat FROM numbers(900000))";
    const clients = Array.from({ length: 6 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(
        `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\nContent-Length: ${sql.length}\r\n\r\n${sql}`,
      );
      return socket;
    });
    await sleep(1_000);
    expect((await ask('SELECT 1')).text).toBe('1\n');
    const received: number[] = [];
    for (const socket of clients) {
      // `once` would reject if the connection were reset.
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.resume();
      socket.end();
      await closed;
      received.push(socket.bytesRead);
    }
    // Few answers are sent at once, so some clients were dropped before the last statement ran.
    const whole = 900_000 * '100000\tx\n'.length;
    expect(received.filter((bytes) => bytes < whole / 2).length).toBeGreaterThan(2);
  });

  it('gets the connection closed if many requests are sent without waiting for answers', async () => {
    const { hostname, port } = new URL(analyst.address().url);
    const ping = 'GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    const answersTo = async (requests: number) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      let text = '';
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.end(ping.repeat(requests));
      await once(socket, 'close');
      return text.split('Ok.').length - 1;
    };
    expect(await answersTo(10)).toBe(10);
    expect(await answersTo(500)).toBeLessThan(20);
  });

  it('gets the connection closed if a body is sent that is not read', async () => {
    const { port } = new URL(analyst.address().url);
    const head = 'Host: 127.0.0.1\r\nContent-Length: 100000000\r\n\r\n';
    for (const start of ['GET /ping HTTP/1.1\r\n', 'POST /?query=SELECT+1 HTTP/1.1\r\n']) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`${start}${head}`);
      socket.resume();
      await once(socket, 'close');
    }
  });

  it('keeps the connection if the rest of a statement arrives soon after its error', async () => {
    const { hostname, port } = new URL(analyst.address().url);
    const { user, password } = analyst.address().analyst;
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\nContent-Length: 610000\r\n\r\n`,
    );
    socket.write('x'.repeat(600_000));
    expect(String(await once(socket, 'data'))).toContain(' 413 ');
    socket.write('x'.repeat(10_000));
    // A connection whose body does not end is closed by then.
    await sleep(300);
    socket.write('GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    expect(String(await once(socket, 'data'))).toContain('Ok.');
    socket.destroy();
  });

  it('cannot exhaust the connections of the service', async () => {
    const { hostname, port } = new URL(analyst.address().url);
    const { user, password } = analyst.address().analyst;
    const sockets = Array.from({ length: 200 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(
        `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\nContent-Length: 100\r\n\r\n`,
      );
      return { closed: once(socket, 'close'), socket };
    });
    expect((await (await fetch(`${analyst.address().url}/ping`)).text()).trim()).toBe('Ok.');
    for (const { socket } of sockets) socket.resume();
    // Some connections are rejected at once, and idle ones are closed after some time.
    await Promise.all(sockets.map(({ closed }) => closed));
    expect((await ask('SELECT 1')).text).toBe('1\n');
  });

  it('cannot keep more connections than a share of all, nor end statements of others', async () => {
    const left = new AbortController();
    let isRunning = true;
    const slow = ask('SELECT count() FROM numbers_mt(100000000000)', { signal: left.signal })
      .catch(String)
      .finally(() => {
        isRunning = false;
      });
    await sleep(500);
    const { hostname, port } = new URL(analyst.address().url);
    const { user, password } = analyst.address().analyst;
    // The format is invalid, so the answer comes at once, long before an idle connection is closed.
    const request = `GET /?query=SELECT+1&default_format=- HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\n\r\n`;
    const sockets: Socket[] = [];
    for (let at = 0; at < 300; at += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.write(request);
      // Each connection has an answer before the next one is opened.
      await once(socket, 'data');
      sockets.push(socket);
    }
    await sleep(200);
    expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(256);
    expect(sockets.at(-1)?.destroyed).toBe(false);
    expect(isRunning).toBe(true);
    left.abort();
    await slow;
    for (const socket of sockets) socket.destroy();
    expect((await ask('SELECT 1')).text).toBe('1\n');
  });

  it('cannot keep the service from other requests with forms that take long to parse', async () => {
    const { hostname, port } = new URL(analyst.address().url);
    const { user, password } = analyst.address().analyst;
    const form = `--b\r\n${'X: y\r\n'.repeat(21_000)}\r\n--b--`;
    const head = `POST /?query=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-ClickHouse-User: ${user}\r\nX-ClickHouse-Key: ${password}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${form.length}\r\n\r\n`;
    let answers = 0;
    const sockets = Array.from({ length: 30 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        answers += 1;
      });
      // The form is parsed once its last byte has arrived.
      socket.write(head + form.slice(0, -1));
      return socket;
    });
    const ping = () => fetch(`${analyst.address().url}/ping`).then((response) => response.text());
    await ping();
    await sleep(500);
    for (const socket of sockets) socket.write('-');
    expect(await ping()).toBe('Ok.\n');
    expect(answers).toBeLessThan(15);
    await until(async () => answers === 30);
    for (const socket of sockets) socket.destroy();
  });

  it('gets TOO_MANY_SIMULTANEOUS_QUERIES if too many statements wait', async () => {
    const left = new AbortController();
    const waiting = Array.from({ length: 40 }, () =>
      ask('SELECT count() FROM numbers_mt(100000000000)', { signal: left.signal }).catch(
        () => null,
      ),
    );
    const refused = await Promise.race(waiting);
    expect(refused?.text).toMatch(/TOO_MANY_SIMULTANEOUS_QUERIES/);
    left.abort();
    await Promise.all(waiting);
    await until(async () => (await ask('SELECT 1')).text === '1\n');
  });

  it('gets ABORTED for running and waiting statements when the service stops', async () => {
    const slow = Array.from({ length: 5 }, () =>
      ask('SELECT count() FROM numbers_mt(100000000000)').catch(String),
    );
    await sleep(1_000);
    await analyst.engine().close();
    // If the stop waited for the statements, it would cut their connections in the end.
    const aborted = { text: expect.stringContaining('ABORTED') };
    expect(await Promise.all(slow)).toEqual(slow.map(() => expect.objectContaining(aborted)));
  });
});
