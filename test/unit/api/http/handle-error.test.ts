/** Every error is answered with the error body of the API, without internals. Over real HTTP. */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, test } from 'vitest';
import { handleError } from '../../../../api/http/handle-error.js';
import { openContext } from '../../../../api/http/request-context.js';
import {
  AppError,
  ModelUnavailableError,
  TooManyWaitingError,
} from '../../../../shared/domain/errors.js';
import { validatorFor } from '../../../../shared/domain/schemas/validators.js';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function answer(thrown: unknown, request: RequestInit = {}, path = '/v1/x') {
  const logged: string[] = [];
  const log = (_fields: unknown, event?: string) => void logged.push(event ?? '');
  const app = express();
  app.use((request, response, next) => {
    openContext(request, response, 0);
    next();
  });
  app.use(express.json({ limit: 100, strict: false }));
  app.use('/v1/:any', () => {
    throw thrown;
  });
  app.use(handleError({ error: log, warn: log }));
  const server = app.listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, request);
  const body: unknown = await response.json();
  expect(validatorFor('error')(body)).toBe(true);
  return { status: response.status, headers: response.headers, body, logged };
}

const json = { method: 'POST', headers: { 'content-type': 'application/json' } };

test.each([
  ['invalid_request', 400],
  ['unauthorized', 401],
  ['credits_exhausted', 402],
  ['not_found', 404],
  ['method_not_allowed', 405],
  ['conflict', 409],
  ['rate_limited', 429],
] as const)('handleError answers %s with status %i and its message', async (code, status) => {
  const { body, logged, ...rest } = await answer(new AppError(code, 'because'));
  expect([rest.status, rest.headers.get('retry-after')]).toEqual([status, null]);
  expect(body).toEqual({ error: code, message: 'because', code: status, details: [] });
  expect(logged).toEqual([]);
});

test('handleError answers an unexpected error with 500 and without internals, and logs it', async () => {
  const { status, body, logged } = await answer(new Error('SELECT secret FROM db.internal'));
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toMatch(/SELECT|secret|internal\b(?!_)/);
  expect(logged).toEqual(['request_failed']);
});

test('handleError answers an unavailable store with 503 and Retry-After, without its host name', async () => {
  const { status, headers, body, logged } = await answer(new AppError('unavailable', 'db.host:1'));
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(JSON.stringify(body)).not.toContain('db.host');
  expect(logged).toEqual(['store_unavailable']);
});

test('handleError answers how long to wait if the error says it', async () => {
  const error = new AppError('conflict', 'still running', { retryAfterSeconds: 1 });
  const { status, headers } = await answer(error);
  expect([status, headers.get('retry-after')]).toEqual([409, '1']);
});

test('handleError says that the embedding model is unavailable, without its host name', async () => {
  const { status, headers, body, logged } = await answer(new ModelUnavailableError('gpu.host:1'));
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(body).toMatchObject({
    error: 'unavailable',
    message: expect.stringMatching(/^The embedding model is unavailable/),
  });
  expect(JSON.stringify(body)).not.toContain('gpu.host');
  expect(logged).toEqual(['store_unavailable']);
});

test('handleError says that too many calls wait, and logs it once a minute', async () => {
  const answers = [1, 2].map(() =>
    answer(new TooManyWaitingError('acme', 'Too many calls are waiting.')),
  );
  for (const { status, headers, body } of await Promise.all(answers)) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toMatchObject({
      error: 'unavailable',
      message: expect.stringMatching(/^Too many calls are waiting\. Retry after/),
    });
  }
  const logged = (await Promise.all(answers)).flatMap((each) => each.logged);
  expect(logged).toEqual(['too_many_calls_waiting']);
});

test.each([
  ['not JSON', { ...json, body: '{' }, 'malformed_json'],
  ['too large', { ...json, body: `"${'x'.repeat(200)}"` }, 'too_big'],
  [
    'in an unknown charset',
    { method: 'POST', headers: { 'content-type': 'application/json; charset=x-no' }, body: '{}' },
    'invalid_format',
  ],
  [
    'in an unknown encoding',
    { ...json, headers: { ...json.headers, 'content-encoding': 'x-no' }, body: '{}' },
    'invalid_format',
    'The header `Content-Encoding` must be gzip, deflate, br or identity.',
  ],
])(
  'handleError answers a body that is %s with 400',
  async (_what, request, code, message = expect.any(String)) => {
    const { status, body, logged } = await answer(new Error('not reached'), request);
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ field: '', location: 'body', code, message }] });
    expect(logged).toEqual([]);
  },
);

test.each(['gzip', 'deflate', 'br'])('handleError rejects an invalid %s body', async (encoding) => {
  const request = {
    ...json,
    headers: { ...json.headers, 'content-encoding': encoding },
    body: '{"unlimited":true,"cursor":["","","","","","","","","",""]}',
  };
  const { status, body } = await answer(new Error('not reached'), request);
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: [{ location: 'body', code: 'invalid_format' }] });
});

test('handleError answers a path that cannot be decoded with 400 and the remedy', async () => {
  const { status, body, logged } = await answer(new Error('not reached'), {}, '/v1/%zz');
  const message = expect.stringContaining('Write the character `%` as `%25`.');
  const detail = { field: '', location: 'path', code: 'invalid_format', message, meta: {} };
  expect([status, body]).toEqual([
    400,
    { error: 'invalid_request', message, code: 400, details: [detail] },
  ]);
  expect(logged).toEqual([]);
});
