/** Idempotency keys and leaving clients: one request is answered and charged once, however often sent. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const DAY_MS = 86_400_000;
let service: TestService;
let nowMs = Date.parse('2026-05-15T12:00:00.000Z');

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => nowMs } });
  await service.load([
    companyProfile('one.example', 'One'),
    signalEvent('One opens', { domain: 'one.example' }),
  ]);
});

afterAll(() => service.stop());

const enrich = (key: string, idempotency: string, domain = 'one.example') =>
  service.call('POST', '/v1/companies/enrich', {
    key,
    body: { domain },
    headers: { 'idempotency-key': idempotency },
  });
const creditsOf = async (key: string): Promise<number> =>
  (await service.call('GET', '/v1/credits', { key })).body.used;
const markOf = ({ headers }: { headers: Headers }) => [
  headers.get('idempotency-replayed'),
  headers.get('x-credits-charged'),
];

describe('a paid call with an Idempotency-Key', () => {
  it('is charged once and answered the same again, unbilled', async () => {
    const key = await service.createKey();
    const first = await enrich(key, 'a');
    expect([first.status, ...markOf(first)]).toEqual([200, null, '1']);
    await service.load([signalEvent('One grows', { domain: 'one.example' })]);
    const again = await enrich(key, 'a');
    expect([again.status, ...markOf(again)]).toEqual([200, 'true', '0']);
    expect(again.body).toEqual(first.body);
    await service.flush();
    expect((await enrich(key, 'a')).body).toEqual(first.body);
    expect(await creditsOf(key)).toBe(1);
  });

  it('belongs to account, path and request', async () => {
    const key = await service.createKey();
    await enrich(key, 'b');
    const other = await enrich(key, 'b', 'two.example');
    expect(other.status).toBe(400);
    expect(other.body.details).toMatchObject([
      { field: 'Idempotency-Key', location: 'header', code: 'idempotency_key_reused' },
    ]);
    const search = await service.call('POST', '/v1/signals/search', {
      key,
      body: {},
      headers: { 'idempotency-key': 'b' },
    });
    expect([search.status, ...markOf(search)]).toEqual([200, null, '1']);
    const stranger = await enrich(await service.createKey(), 'b');
    expect(markOf(stranger)).toEqual([null, '1']);
  });

  it('runs once of many at the same time; the others are told to wait or get its answer', async () => {
    const key = await service.createKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => enrich(key, 'c')));
    const fresh = answers.filter((each) => each.headers.get('x-credits-charged') === '1');
    expect(fresh).toHaveLength(1);
    for (const each of answers) {
      if (each.status === 200) expect(each.body).toEqual(fresh[0]?.body);
      else expect([each.status, each.body.error]).toEqual([409, 'conflict']);
    }
    expect(await creditsOf(key)).toBe(1);
  });

  it('settles nothing when it fails', async () => {
    const key = await service.createKey({ unlimited: false, monthlyLimit: 1 });
    expect((await enrich(key, 'd', 'none.example')).status).toBe(404);
    const charged = await enrich(key, 'e');
    expect(markOf(charged)).toEqual([null, '1']);
    expect((await enrich(key, 'f')).status).toBe(402);
    expect((await enrich(key, 'f')).status).toBe(402);
    // What was paid for is answered although nothing is left.
    expect(markOf(await enrich(key, 'e'))).toEqual(['true', '0']);
  });

  it('is settled without a charge, too, and forgotten after 24 h', async () => {
    const key = await service.createKey();
    const people = (idempotency: string) =>
      service.call('POST', '/v1/contacts/enrich', {
        key,
        body: { contact_email: 'nobody@one.example', signal_types: ['none'] },
        headers: { 'idempotency-key': idempotency },
      });
    const first = await people('g');
    expect([first.status, ...markOf(first)]).toEqual([200, null, '0']);
    expect(markOf(await people('g'))).toEqual(['true', '0']);
    expect(await creditsOf(key)).toBe(0);
    await enrich(key, 'h');
    nowMs += DAY_MS - 1_000;
    expect(markOf(await enrich(key, 'h'))).toEqual(['true', '0']);
    nowMs += 2_000;
    expect(markOf(await enrich(key, 'h'))).toEqual([null, '1']);
  });

  it.each([
    ['', 'too_short'],
    ['x'.repeat(129), 'too_long'],
  ])('of a wrong length is refused', async (idempotency, code) => {
    const answer = await enrich(await service.createKey(), idempotency);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toMatchObject([{ location: 'header', code }]);
  });

  it('means nothing to a free call', async () => {
    const headers = { 'idempotency-key': 'i' };
    const key = await service.createKey();
    const trending = () => service.call('GET', '/v1/signals/trending', { key, headers });
    expect(markOf(await trending())).toEqual([null, null]);
    expect(markOf(await trending())).toEqual([null, null]);
  });
});

describe('a client that leaves before its answer is charged', () => {
  it('is not charged, and logged as gone', async () => {
    const key = await service.createKey();
    const { hostname, port } = new URL(service.url);
    const hurried = async (): Promise<void> => {
      const socket = connect(Number(port), hostname);
      const body = JSON.stringify({ query: 'openings of the first company', limit: 100 });
      socket.write(
        `POST /v1/signals/search HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nX-Request-Id: hurried\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 1));
      socket.destroy();
    };
    for (let at = 0; at < 20; at += 1) await hurried();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await service.flush();
    const logs = (await service.call('GET', '/v1/logs?limit=200', { key })).body.logs as {
      request_id: string;
      status: number;
      credits_charged: number;
    }[];
    const mine = logs.filter((row) => row.request_id === 'hurried');
    for (const row of mine) expect(row.credits_charged).toBe(row.status === 200 ? 1 : 0);
    expect(await creditsOf(key)).toBe(mine.filter((row) => row.status === 200).length);
    expect(mine.some((row) => row.status === 499)).toBe(true);
  });
});
