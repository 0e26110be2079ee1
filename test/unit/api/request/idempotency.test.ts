/** Compression of the responses that are kept for repeated requests. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  compressAnswer,
  decompressAnswer,
  MAX_STORED_BYTES,
} from '../../../../api/request/idempotency.js';
import { MAX_PAYLOAD_BYTES } from '../../../../shared/platform/journal/journal-format.js';

const reopened = async (body: string) => decompressAnswer((await compressAnswer(body)) ?? '');

describe('Kept response', () => {
  it('decompresses to the same text', async () => {
    const bodies = ['{}', '{"a":"ø 名 🙂 \\ud800"}', `{"a":"${'x'.repeat(412_000)}"}`];
    for (const body of bodies) expect(await reopened(body)).toBe(body);
  });

  it('is compressed to less than a quarter of its length', async () => {
    const signals = Array.from({ length: 500 }, (_, at) => ({ signal_id: at, summary: 'opens' }));
    const body = JSON.stringify({ signals });
    expect((await compressAnswer(body))?.length).toBeLessThan(body.length / 4);
  });

  it('has at most 1 MB of UTF-8; a longer response is not kept', async () => {
    const body = 'é'.repeat(MAX_STORED_BYTES / 2);
    expect(await reopened(body)).toBe(body);
    expect(await compressAnswer(`${body}x`)).toBeNull();
  });

  it('fits into a journal entry even if it can hardly be compressed', async () => {
    const random = Buffer.from(randomBytes(MAX_STORED_BYTES).map((byte) => byte & 127));
    const kept = await compressAnswer(random.toString('latin1'));
    expect(kept?.length).toBeGreaterThan(MAX_STORED_BYTES);
    expect(kept?.length).toBeLessThan(MAX_PAYLOAD_BYTES * 0.75);
  });
});
