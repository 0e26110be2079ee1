/** Bodies of requests to the gateway whose clients leave. */
import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readFields } from '../../../../../../shared/platform/clickhouse/gateway/gateway-request.js';

const LIMITS = { bytes: 1_000, formBytes: 1_000, remedy: 'shorten it' };

describe('Body of a request', () => {
  it.each(['gzip', 'identity'])('is given up when its client leaves: %s', async (encoding) => {
    const request = new IncomingMessage(new Socket());
    request.headers['content-encoding'] = encoding;
    const read = readFields(request, new URL('http://127.0.0.1/'), LIMITS);
    request.push(gzipSync('SELECT 1').subarray(0, 12));
    setImmediate(() => request.destroy());
    await expect(read).rejects.toThrow('the body cannot be read');
  });

  it.each(['gzip', 'identity'])('is rejected if its chunks are tiny: %s', async (encoding) => {
    const request = new IncomingMessage(new Socket());
    request.headers['content-encoding'] = encoding;
    const large = { ...LIMITS, bytes: 1_000_000 };
    const read = readFields(request, new URL('http://127.0.0.1/'), large);
    const body = gzipSync(randomBytes(100_000));
    let sent = 0;
    const timer = setInterval(() => {
      for (const end = sent + 100; sent < end; sent += 1)
        request.push(body.subarray(sent, sent + 1));
    });
    await expect(read).rejects.toThrow('the chunks of the body are too small');
    clearInterval(timer);
    expect(sent).toBeLessThan(5_000);
  });

  it('is rejected if it goes on, even if it is unpacked to nothing', async () => {
    const request = new IncomingMessage(new Socket());
    request.headers['content-encoding'] = 'gzip';
    const read = readFields(request, new URL('http://127.0.0.1/'), LIMITS);
    const timer = setInterval(() => request.push(Buffer.concat(Array(20).fill(gzipSync('')))));
    await expect(read).rejects.toThrow('the body is larger than 1000 bytes: shorten it');
    clearInterval(timer);
  });

  it('is unpacked if it arrives whole', async () => {
    const request = new IncomingMessage(new Socket());
    request.headers['content-encoding'] = 'gzip';
    const read = readFields(request, new URL('http://127.0.0.1/'), LIMITS);
    request.push(gzipSync('SELECT 1'));
    request.complete = true;
    request.push(null);
    expect((await read).body.toString()).toBe('SELECT 1');
  });
});
