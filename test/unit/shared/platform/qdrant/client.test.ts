/** Calls to Qdrant, over real HTTP, when the server is unavailable, slow, fails or rejects them. */
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQdrant } from '../../../../../shared/platform/qdrant/client.js';
import { type FakeQdrant, startFakeQdrant } from '../../../../fakes/fake-qdrant.js';
import { freePort } from '../../../../helpers/free-port.js';

const LIMITS = { timeoutMs: 1_000, attempts: 3, pauseMs: 1 };

let fake: FakeQdrant;
let answered: number;

beforeEach(async () => {
  fake = await startFakeQdrant();
  answered = 0;
});

afterEach(() => fake.stop());

const call = (apiKey?: string) =>
  createQdrant({ url: fake.url, apiKey }, { read: LIMITS, write: LIMITS }).read((client) =>
    client.getCollections(),
  );

const answerWith = (...statuses: (number | undefined)[]) => {
  fake.intercept = () => {
    answered += 1;
    return statuses[Math.min(answered, statuses.length) - 1];
  };
};

test.each([500, 502, 503, 408, 429])('the Qdrant client retries on status %i', async (status) => {
  answerWith(status, status, undefined);
  expect(await call()).toEqual({ collections: [] });
  expect(answered).toBe(3);
});

test.each([
  [503, 3],
  [429, 3],
  [404, 1],
  [401, 1],
  [403, 1],
])('the Qdrant client fails as retriable on status %i after %i calls', async (status, calls) => {
  answerWith(status);
  await expect(call()).rejects.toMatchObject({ code: 'unavailable', retriable: true });
  expect(answered).toBe(calls);
});

test('the Qdrant client does not retry a rejected request or report it as retriable', async () => {
  answerWith(400);
  await expect(call()).rejects.toThrow(/rejected a request.*intercepted/);
  await expect(call()).rejects.not.toHaveProperty('code');
  expect(answered).toBe(2);
});

test('the Qdrant client reports an unreachable server as unavailable', async () => {
  await fake.stop();
  await expect(call()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Qdrant cannot be reached',
  });
});

test('the Qdrant client gives up after a timeout if the server does not answer', async () => {
  let open = (): void => undefined;
  const opened = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  fake.intercept = () => opened;
  await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
  open();
});

test('the Qdrant client sends its key, and shows it in no error', async () => {
  const secret = 'a-secret-key';
  answerWith(401);
  const error = await call(secret).catch((thrown: unknown) => thrown);
  const shown = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
  expect(shown).toContain('QDRANT_API_KEY');
  expect(shown).not.toContain(secret);
  expect(fake.keys).toEqual([secret]);
});

test.each([301, 302, 303, 307, 308])(
  'the Qdrant client sends its key nowhere else if it is redirected with status %i',
  async (status) => {
    const location = `${fake.url}/collections`;
    const redirecting = createServer((_request, response) => {
      response.writeHead(status, { location }).end();
    });
    const port = await freePort();
    await new Promise<void>((resolve) => redirecting.listen(port, '127.0.0.1', resolve));
    const settings = { url: `http://127.0.0.1:${port}`, apiKey: 'a-key' };
    const { read } = createQdrant(settings, { read: LIMITS, write: LIMITS });
    await expect(read((client) => client.getCollections())).rejects.toMatchObject({
      code: 'unavailable',
      message: `QDRANT_URL must be the address of Qdrant itself: it redirects (status ${status})`,
    });
    expect(fake.keys).toEqual([]);
    redirecting.closeAllConnections();
    redirecting.close();
  },
);

test('the Qdrant client sends the login of the URL and the key, and shows no password in errors', async () => {
  const settings = { url: fake.url.replace('//', '//user:p%40ss%C3%A9@'), apiKey: 'a-key' };
  const qdrant = createQdrant(settings, { read: LIMITS, write: LIMITS });
  answerWith(undefined, 401);
  await qdrant.read((client) => client.getCollections());
  expect(fake.logins).toEqual([`Basic ${Buffer.from('user:p@ssé').toString('base64')}`]);
  expect(fake.keys).toEqual(['a-key']);
  const error = await qdrant
    .read((client) => client.getCollections())
    .catch((thrown: unknown) => thrown);
  const shown = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
  expect(shown).toContain('QDRANT_URL');
  expect(shown).not.toMatch(/p@ss|p%40ss/);
  await fake.stop();
  await expect(qdrant.read((client) => client.getCollections())).rejects.toThrow(
    /^Qdrant cannot be reached$/,
  );
});

test.each([
  ['http://user:password@host', 'http://host:6333'],
  ['http://host', 'http://host:6333'],
  ['https://host/', 'https://host:6333'],
  ['http://host:80', 'http://host:80'],
  ['https://host:443/behind/', 'https://host:443/behind'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
])('the Qdrant client connects for the URL %s to %s', async (url, address) => {
  const client = await createQdrant({ url, apiKey: undefined }).read(async (opened) => opened);
  expect(client).toHaveProperty('_restUri', address);
});
