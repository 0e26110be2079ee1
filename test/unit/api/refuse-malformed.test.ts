/** HTTP that reaches no handler gets an answer that says what was wrong. */
import { Duplex, PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { refuseMalformed } from '../../../api/start-api.js';
import { READ_REFUSAL_MS } from '../../../api/validation/limits.js';

it.each([
  ['HPE_INVALID_METHOD', 'invalid_format', 'The request must be valid HTTP/1.1.'],
  ['HPE_HEADER_OVERFLOW', 'too_big', 'Path and headers must be at most 16384 bytes.'],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    'invalid_format',
    'The request did not arrive in time: headers have 15 s, the whole request 60 s.',
  ],
])('The server answers %s with 400 and its cause', async (cause, code, message) => {
  const socket = new PassThrough();
  refuseMalformed(Object.assign(new Error(cause), { code: cause }), socket);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').details).toMatchObject([{ code, message }]);
});

it('The server closes a refused connection that its client keeps open', () => {
  vi.useFakeTimers();
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  refuseMalformed(Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  vi.advanceTimersByTime(READ_REFUSAL_MS - 1);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(socket.destroyed).toBe(true);
  vi.useRealTimers();
});
