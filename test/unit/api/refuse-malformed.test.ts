/** HTTP that reaches no handler gets an answer that says what was wrong. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { refuseMalformed } from '../../../api/start-api.js';

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
