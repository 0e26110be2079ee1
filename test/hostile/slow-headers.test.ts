/** A client whose headers do not arrive in time is disconnected soon after its time is over. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createExpressApp } from '../../api/http/create-express-app.js';
import { startApi } from '../../api/start-api.js';
import { HEADERS_TIMEOUT_MS } from '../../api/validation/limits.js';

/** The server checks every second. A busy machine takes longer. */
const MARGIN_MS = 10_000;

it('Headers that never end are answered with 400 after 15 seconds', async () => {
  const api = await startApi(createExpressApp(), { host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const started = performance.now();
  socket.write('GET / HTTP/1.1\r\nx-a: ');
  const drip = setInterval(() => socket.write('a'), 1_000);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  clearInterval(drip);
  expect(performance.now() - started).toBeLessThan(HEADERS_TIMEOUT_MS + MARGIN_MS);
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*The request did not arrive in time/s);
  await api.stop(100);
});
