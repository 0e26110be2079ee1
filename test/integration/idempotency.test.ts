/** Idempotency keys and disconnecting clients: a repeated request must be charged once. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettledKey } from '../../shared/domain/ports/usage-store.js';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const DAY_MS = 86_400_000;
let service: TestService;
const stored: SettledKey[] = [];
let nowMs = Date.parse('2026-05-15T12:00:00.000Z');

beforeAll(async () => {
  service = await startTestService({ clock: { now: () => nowMs } });
  const { usage } = service.stores;
  const { insertSettledKeys } = usage;
  usage.insertSettledKeys = async (keys) => {
    stored.push(...keys);
    await insertSettledKeys(keys);
  };
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

describe('Call with an Idempotency-Key', () => {
  it('is charged once and replayed free of charge', async () => {
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

  it('is bound to account, path and body', async () => {
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

  it('runs once under concurrency; the others get 409 or the same answer', async () => {
    const key = await service.createKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => enrich(key, 'c')));
    const fresh = answers.filter((each) => each.headers.get('x-credits-charged') === '1');
    expect(fresh).toHaveLength(1);
    for (const each of answers) {
      if (each.status === 200) expect(each.body).toEqual(fresh[0]?.body);
      else {
        const wait = each.headers.get('retry-after');
        expect([each.status, each.body.error, wait]).toEqual([409, 'conflict', '1']);
      }
    }
    expect(await creditsOf(key)).toBe(1);
  });

  it('is not settled if it fails', async () => {
    const key = await service.createKey({ unlimited: false, monthlyLimit: 1 });
    expect((await enrich(key, 'd', 'none.example')).status).toBe(404);
    const charged = await enrich(key, 'e');
    expect(markOf(charged)).toEqual([null, '1']);
    expect((await enrich(key, 'f')).status).toBe(402);
    expect((await enrich(key, 'f')).status).toBe(402);
    // A paid request is replayed although no credits remain.
    expect(markOf(await enrich(key, 'e'))).toEqual(['true', '0']);
  });

  it('is replayed if it cost nothing, although results have come since', async () => {
    const key = await service.createKey();
    const contact = { email: 'late@one.example', name: 'Late Sampleton' };
    const ask = (idempotency: string) =>
      service.call('POST', '/v1/contacts/enrich', {
        key,
        body: { contact_email: contact.email, signal_types: ['work-milestones'] },
        headers: { 'idempotency-key': idempotency },
      });
    const first = await ask('g');
    expect([first.status, ...markOf(first)]).toEqual([200, null, '0']);
    const company = { domain: 'one.example' };
    const milestone = { signal_type: 'work-milestones', signal_subtype: 'newRole' };
    const started = { ...milestone, association: 'contact', contact };
    await service.load([signalEvent('Late starts', company, started)]);
    const again = await ask('g');
    expect([again.status, ...markOf(again)]).toEqual([200, 'true', '0']);
    expect(again.body).toEqual(first.body);
    expect(markOf(await ask('new'))).toEqual([null, '2']);
    expect(await creditsOf(key)).toBe(2);
  });

  it('is replayed if an intent has no results', async () => {
    const key = await service.createKey({ earlyAccess: true });
    const headers = { 'idempotency-key': 'n' };
    const ask = (query: string) => {
      const body = { query, min_signals: 1_000 };
      return service.call('POST', '/v1/intent/companies', { key, headers, body });
    };
    expect(markOf(await ask('opening'))).toEqual([null, '0']);
    expect(markOf(await ask('opening'))).toEqual(['true', '0']);
    expect((await ask('closing')).status).toBe(400);
  });

  it('leaves the key unused if the call is free', async () => {
    const key = await service.createKey({ accountId: 'free' });
    const headers = { 'idempotency-key': 'f' };
    const body = { count_only: true };
    const count = () => service.call('POST', '/v1/signals/search', { key, body, headers });
    const counts = await Promise.all(Array.from({ length: 10 }, count));
    expect(counts.some(({ status }) => status === 200)).toBe(true);
    for (const each of counts) {
      expect(each.status === 200 || each.body.error === 'conflict').toBe(true);
      expect(markOf(each)).toEqual([null, null]);
    }
    expect((await count()).status).toBe(200);
    const other = await service.call('POST', '/v1/signals/search', { key, body: {}, headers });
    expect(markOf(other)).toEqual([null, '1']);
    await service.flush();
    expect(stored.filter(({ accountId }) => accountId === 'free')).toHaveLength(1);
  });

  it('is charged again after 24 hours', async () => {
    const key = await service.createKey();
    await enrich(key, 'h');
    nowMs += DAY_MS - 1_000;
    expect(markOf(await enrich(key, 'h'))).toEqual(['true', '0']);
    nowMs += 2_000;
    expect(markOf(await enrich(key, 'h'))).toEqual([null, '1']);
  });

  it.each([
    ['', 'too_short'],
    ['x'.repeat(129), 'too_long'],
  ])('is rejected if the key has a wrong length, case %#', async (idempotency, code) => {
    const answer = await enrich(await service.createKey(), idempotency);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toMatchObject([{ location: 'header', code }]);
  });

  it('ignores the key if the operation is free', async () => {
    const headers = { 'idempotency-key': 'i' };
    const key = await service.createKey();
    const trending = () => service.call('GET', '/v1/signals/trending', { key, headers });
    expect(markOf(await trending())).toEqual([null, null]);
    expect(markOf(await trending())).toEqual([null, null]);
  });
});

describe('Long answer with an Idempotency-Key', () => {
  const search = (key: string, idempotency: string, limit: number) =>
    fetch(`${service.url}/v1/signals/search`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'idempotency-key': idempotency },
      body: JSON.stringify({ limit }),
    });
  const longSignal = (summary: string) =>
    signalEvent(summary, { domain: 'one.example' }, { data: { summary, text: noise() } });

  beforeAll(async () => {
    await service.load(Array.from({ length: 50 }, (_, at) => longSignal(`One tells ${at}`)));
  });

  it('up to 1 MB is replayed byte for byte after new data was loaded', async () => {
    const key = await service.createKey({ unlimited: false, monthlyLimit: 1 });
    const first = await search(key, 'j', 16);
    const body = Buffer.from(await first.arrayBuffer());
    expect(body.length).toBeGreaterThan(400_000);
    expect(body.length).toBeLessThan(1_048_576);
    await service.load([longSignal('One tells more')]);
    for (const isStored of [false, true]) {
      if (isStored) await service.flush();
      const again = await search(key, 'j', 16);
      expect([again.status, ...markOf(again)]).toEqual([200, 'true', '0']);
      expect(Buffer.from(await again.arrayBuffer()).equals(body)).toBe(true);
    }
    expect((await search(key, 'k', 16)).status).toBe(402);
  });

  it('above 1 MB is recomputed free of charge five times, then charged or rejected as a new call', async () => {
    const key = await service.createKey({ unlimited: false, monthlyLimit: 2 });
    const marks = async () => {
      const { status, headers } = await search(key, 'l', 50);
      return [status, ...markOf({ headers })];
    };
    const again = [200, 'true', '0'];
    expect(await marks()).toEqual([200, null, '1']);
    for (let at = 0; at < 5; at += 1) expect(await marks()).toEqual(again);
    expect(await marks()).toEqual([200, null, '1']);
    expect(await creditsOf(key)).toBe(2);
    expect(await marks()).toEqual(again);
    nowMs += 600_000;
    expect((await marks())[0]).toBe(402);
    const fresh = await search(await service.createKey(), 'l', 50);
    expect((await fresh.arrayBuffer()).byteLength).toBeGreaterThan(1_048_576);
  });

  it('above 1 MB is recomputed free of charge at most five times under concurrency', async () => {
    const key = await service.createKey({ unlimited: false, monthlyLimit: 3 });
    const tally = new Map<string, number>();
    for (let round = 0; round < 12; round += 1) {
      const crowd = await Promise.all(Array.from({ length: 20 }, () => search(key, 'm', 50)));
      for (const { status, headers } of crowd) {
        const name = status === 200 ? `charged ${headers.get('x-credits-charged')}` : `${status}`;
        tally.set(name, (tally.get(name) ?? 0) + 1);
      }
      await Promise.all(crowd.map((each) => each.arrayBuffer()));
    }
    const charged = tally.get('charged 1') ?? 0;
    expect(charged).toBeGreaterThan(1);
    expect(charged).toBe(await creditsOf(key));
    expect(tally.get('charged 0') ?? 0).toBeLessThanOrEqual(5 * charged);
    expect([...tally.keys()].every((name) => /^(charged [01]|402|409)$/.test(name))).toBe(true);
  });
});

/** Returns 30 kB of text that can hardly be compressed. */
function noise(): string {
  return randomBytes(22_500).toString('base64');
}

describe('Client that disconnects before its call is charged', () => {
  it('is not charged, and its call is logged with status 499', async () => {
    const key = await service.createKey();
    const { hostname, port } = new URL(service.url);
    const hurried = async (waitMs: number): Promise<void> => {
      const socket = connect(Number(port), hostname);
      const body = JSON.stringify({ query: 'openings of the first company', limit: 100 });
      socket.write(
        `POST /v1/signals/search HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nX-Request-Id: hurried\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      socket.destroy();
    };
    // Some disconnect before the request has arrived, some while it is processed.
    for (let at = 0; at < 60; at += 1) await hurried(1 + (at % 20));
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
