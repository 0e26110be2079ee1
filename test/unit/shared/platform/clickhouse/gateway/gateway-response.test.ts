/** Responses of the gateway to clients that do not read them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendException } from '../../../../../../shared/platform/clickhouse/gateway/gateway-response.js';

afterEach(() => vi.useRealTimers());

describe('Exception', () => {
  it('ends the connection of a client that does not read it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = createServer((_request, response) =>
      // It is larger than what the sockets of both sides hold.
      sendException(response, new Error('x'.repeat(30_000_000))),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').pause();
    client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    const [, response] = await once(server, 'request');
    vi.advanceTimersByTime(59_000);
    expect(response.destroyed).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(response.destroyed).toBe(true);
    client.destroy();
    server.close();
  });
});
