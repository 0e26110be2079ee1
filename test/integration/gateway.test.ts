/** The gateway that serves the embedded ClickHouse to other processes: HTTP protocol, two users, loopback only. */
import { existsSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { prepareGateway } from '../helpers/analyst.js';

const { dataDir, address } = prepareGateway();

const clientOf = ({ user, password }: { user: string; password: string }) =>
  createClient({ url: address().url, username: user, password, database: 'signals' });

async function post(
  sql: string,
  headers: Record<string, string>,
  signal: AbortSignal | null = null,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${address().url}/`, { method: 'POST', body: sql, headers, signal });
  return { status: response.status, text: await response.text() };
}

const as = ({ user, password }: { user: string; password: string }) => ({
  'x-clickhouse-user': user,
  'x-clickhouse-key': password,
});

describe('Gateway of the embedded ClickHouse', () => {
  it('supports parameters, inserts and errors of the official client', async () => {
    const client = clientOf(address().service);
    const odd = "quote ' back\\slash \n tab\t ü 😀 {x:String}";
    const result = await client.query({
      query:
        'SELECT {s:String} AS s, {list:Array(String)} AS list, {n:Nullable(Int64)} AS n, {b:Bool} AS b',
      query_params: { s: odd, list: [odd, ''], n: null, b: true },
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ s: odd, list: [odd, ''], n: null, b: true }]);
    await client.insert({
      table: 'service_facts',
      values: [{ fact: odd, value: 'v', version: 1 }],
      format: 'JSONEachRow',
    });
    const stored = await client.query({
      query: 'SELECT value FROM service_facts FINAL WHERE fact = {f:String}',
      query_params: { f: odd },
      format: 'JSONEachRow',
    });
    expect(await stored.json()).toEqual([{ value: 'v' }]);
    await expect(client.query({ query: 'SELECT nope' })).rejects.toMatchObject({ code: '47' });
    await client.close();
  });

  it('accepts compressed requests, and lists as form fields', async () => {
    const list = Array.from({ length: 5_000 }, (_, index) => `it's ${index}`);
    const client = createClient({
      url: address().url,
      username: address().service.user,
      password: address().service.password,
      database: 'signals',
      compression: { request: true, response: true },
      use_multipart_params_auto: true,
    });
    const result = await client.query({
      query: 'SELECT {list:Array(String)} AS list',
      query_params: { list },
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ list }]);
    await expect(client.query({ query: 'SELECT nope' })).rejects.toMatchObject({ code: '47' });
    await client.close();
  });

  it('says how large an answer is', async () => {
    const response = await fetch(`${address().url}/`, {
      method: 'POST',
      body: 'SELECT number FROM numbers(1000) WHERE number < 3',
      headers: as(address().analyst),
    });
    const summary = JSON.parse(response.headers.get('x-clickhouse-summary') ?? '');
    expect(summary).toMatchObject({ result_rows: '3', result_bytes: '24', written_rows: '0' });
    expect(Number(summary.elapsed_ns)).toBeGreaterThan(0);
    expect(await response.text()).toBe('0\n1\n2\n');
  });

  it.each(['compress', 'decompress'])(
    'names the remedy for the option %s of a client',
    async (name) => {
      const ask = async (value: string) => {
        const response = await fetch(`${address().url}/?${name}=${value}`, {
          method: 'POST',
          body: 'SELECT 1',
          headers: as(address().analyst),
        });
        return { status: response.status, text: await response.text() };
      };
      const refused = await ask('1');
      expect(refused.status).toBe(400);
      expect(refused.text).toMatch(/^Code: 36\. .*set \w+=0/);
      for (const value of ['0', 'false', '']) expect((await ask(value)).text).toBe('1\n');
    },
  );

  it('tells the analyst nothing of the host by its display name', async () => {
    const hello = await post(
      'SELECT displayName(), timezone(), revision() > 0',
      as(address().analyst),
    );
    expect(hello.text).toMatch(/^signals\t[\w/]+\t1\n$/);
  });

  it('lets the analyst only read', async () => {
    const analyst = as(address().analyst);
    const written = join(tmpdir(), `signals-outfile-${process.pid}`);
    expect((await post('SELECT count() FROM signals_current', analyst)).text).toBe('0\n');
    for (const sql of [
      "INSERT INTO service_facts VALUES ('x', 'y', 1)",
      'CREATE TABLE t (x Int8) ENGINE = Memory',
      'TRUNCATE TABLE signals',
      'SET readonly = 0',
      "SELECT * FROM file('/etc/passwd', 'LineAsString')",
      "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
      'SELECT 1 SETTINGS max_execution_time = 0',
      'SELECT 1; DROP TABLE signals',
      `SELECT 1 INTO OUTFILE '${written}'`,
      `SELECT 1 into/**/outfile '${written}' TRUNCATE FORMAT CSV`,
    ]) {
      expect((await post(sql, analyst)).status, sql).toBeGreaterThanOrEqual(400);
    }
    expect(existsSync(written)).toBe(false);
    // The rejected statements must not affect later ones.
    expect((await post('SELECT 1', analyst)).text).toBe('1\n');
    expect(
      (await post("INSERT INTO service_facts VALUES ('x', 'y', 1)", as(address().service))).status,
    ).toBe(200);
  });

  it('rejects wrong or missing passwords and host headers other than loopback', async () => {
    expect((await post('SELECT 1', as({ user: 'service', password: 'x' }))).status).toBe(403);
    expect((await post('SELECT 1', {})).status).toBe(403);
    const url = new URL(address().url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...as(address().service), host: 'evil.example' };
      request(
        { port: url.port, host: '127.0.0.1', method: 'POST', path: '/', headers },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end('SELECT 1');
    });
    expect(status).toBe(403);
  });

  it('rejects large headers and long URLs without a password, and limits wrong passwords', async () => {
    const wide = await post('SELECT 1', { 'x-wide': 'x'.repeat(100_000) });
    expect(wide.status).toBe(431);
    // Thousands of fields would take a tenth of a second to decode.
    const long = await fetch(`${address().url}/?${'%F0=&'.repeat(10_000)}`);
    expect(await long.text()).toMatch(/at most \d+ fields/);
    expect(long.status).toBe(400);
    const wrong = as({ user: 'analyst', password: 'x' });
    const statuses: number[] = [];
    for (let at = 0; at < 70; at += 1) statuses.push((await post('SELECT 1', wrong)).status);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(60);
    expect((await post('SELECT 1', as(address().analyst))).status).toBe(200);
  });

  it('stores its passwords readable only by the owner', () => {
    expect(statSync(join(dataDir, 'clickhouse.json')).mode & 0o777).toBe(0o600);
  });

  it('runs a query of the service while a long query of the analyst runs', async () => {
    let done = false;
    const left = new AbortController();
    const endless = 'SELECT count() FROM numbers_mt(100000000000)';
    const slow = post(endless, as(address().analyst), left.signal).finally(() => {
      done = true;
    });
    await post('SELECT 1', as(address().service));
    expect(done).toBe(false);
    left.abort();
    await expect(slow).rejects.toThrow();
  });

  it('serves requests with a password while many connections send none', async () => {
    const port = Number(new URL(address().url).port);
    const left = new AbortController();
    let isCut = false;
    const endless = 'SELECT count() FROM numbers_mt(100000000000)';
    const running = post(endless, as(address().analyst), left.signal).catch(() => {
      isCut = true;
    });
    // The next answer proves that the gateway has read the request before it.
    await post('SELECT 1', as(address().service));
    const idle = Array.from({ length: 600 }, () => connect(port, '127.0.0.1'));
    await Promise.all(
      idle.map((socket) => {
        socket.on('error', () => undefined).resume();
        socket.write('GET /?query=SELECT HTTP/1.1\r\nHost: 127.0.0.1\r\n');
        return new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
      }),
    );
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const options = { port, method: 'POST', headers: as(address().service), agent: false };
      request('http://127.0.0.1', options, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end('SELECT 1');
    });
    expect(status).toBe(200);
    expect(idle.filter(({ closed }) => !closed).length).toBeGreaterThan(100);
    expect(isCut).toBe(false);
    left.abort();
    await running;
    for (const socket of idle) socket.destroy();
  });
});
