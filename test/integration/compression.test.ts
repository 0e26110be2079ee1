/** Long answers are compressed for clients that accept it; fixed documents are sent only once. */
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const ADMIN_KEY = 'an-admin-key-of-forty-characters-exactly';

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({ adminKey: ADMIN_KEY });
  const company = { domain: 'one.example' };
  await service.load([
    companyProfile('one.example', 'One'),
    ...Array.from({ length: 20 }, (_, at) => signalEvent(`Größe ${at} of One`, company)),
  ]);
  key = await service.createKey();
});

afterAll(() => service.stop());

/** Sends a request as it is: `fetch` would decompress the answer. */
async function send(path: string, headers: Record<string, string>, body?: object) {
  const method = body ? 'POST' : 'GET';
  const sent = request(service.url + path, { method, headers: { 'x-api-key': key, ...headers } });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('error', reject).once('response', resolve);
    sent.end(body && JSON.stringify(body));
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: await buffer(response),
  };
}

describe('A long answer', () => {
  const search = (headers: Record<string, string>, limit = 20) =>
    send('/v1/signals/search', headers, { limit });

  it('is compressed for a client that accepts gzip, and the same to the byte', async () => {
    const plain = await search({});
    const zipped = await search({ 'accept-encoding': 'br, gzip' });
    expect(plain.bytes.length).toBeGreaterThan(4_000);
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
    expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(zipped.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(zipped.bytes.length),
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
      'x-credits-charged': '1',
    });
  });

  it('is not compressed for a client that does not accept gzip', async () => {
    for (const accepted of ['identity', 'br', 'gzip;q=0', 'gzip;q=0.1, identity']) {
      const { headers, bytes } = await search({ 'accept-encoding': accepted });
      expect(headers['content-encoding'], accepted).toBeUndefined();
      expect(JSON.parse(bytes.toString()).signals).toHaveLength(20);
    }
  });

  it('is replayed in the encoding that the repeated request accepts', async () => {
    const first = await search({ 'idempotency-key': 'again', 'accept-encoding': 'gzip' });
    const again = await search({ 'idempotency-key': 'again' });
    const zipped = await search({ 'idempotency-key': 'again', 'accept-encoding': 'gzip' });
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(again.headers['content-encoding']).toBeUndefined();
    expect(again.bytes.equals(gunzipSync(first.bytes))).toBe(true);
    expect(zipped.bytes.equals(first.bytes)).toBe(true);
  });

  it('is compressed only if it is long', async () => {
    const { headers } = await search({ 'accept-encoding': 'gzip' }, 1);
    expect(headers['content-encoding']).toBeUndefined();
    const { headers: ofError } = await send('/v1/nowhere', { 'accept-encoding': 'gzip' });
    expect(ofError['content-encoding']).toBeUndefined();
  });
});

describe('A fixed document', () => {
  it.each(['/openapi.json', '/llms.txt', '/docs', '/docs/swagger-ui.css', '/explore'])(
    '%s is compressed, and 304 for a client that has it',
    async (path) => {
      const plain = await send(path, {});
      const { etag, ...others } = plain.headers;
      expect(others).toMatchObject({ vary: expect.stringContaining('Accept-Encoding') });
      expect(others['cache-control']).toMatch(/no-cache$/);
      const zipped = await send(path, { 'accept-encoding': 'gzip' });
      expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
      for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
        const kept = await send(path, { ...headers, 'if-none-match': String(etag) });
        expect([kept.status, kept.bytes.length, kept.headers.etag]).toEqual([304, 0, etag]);
      }
      expect((await send(path, { 'if-none-match': 'W/"older"' })).status).toBe(200);
    },
  );

  it('/openapi.json has another tag for operators', async () => {
    const { headers } = await send('/openapi.json', {});
    const mine = { 'x-api-key': ADMIN_KEY, 'if-none-match': String(headers.etag) };
    const { status, headers: given } = await send('/openapi.json', mine);
    expect(status).toBe(200);
    expect(given.vary).toContain('x-api-key');
    expect(given.etag).not.toBe(headers.etag);
  });
});
