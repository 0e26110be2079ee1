/** The embedder beyond its bounds: more texts than it remembers, more queries than may wait, many deaths. */
import { describe, expect, it } from 'vitest';
import {
  createEmbedder,
  type EmbedderOptions,
} from '../../../../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';
import { fakeVector } from '../../../../fakes/fake-embedder.js';
import { FakeWorker } from '../../../../fakes/fake-worker.js';

const open = (options: Partial<EmbedderOptions> = {}) =>
  createEmbedder({
    model: 'fake',
    logger: createLogger('silent'),
    startWorker: () => new FakeWorker(),
    ...options,
  });

const texts = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, at) => `text ${from + at}`);

describe('the vectors of a request', () => {
  it('are whole when the cache forgets them while the request waits', async () => {
    const embedder = await open({ cachedVectors: 10 });
    await embedder.embed(texts(0, 10), 'batch');
    // All of the first ten are remembered when the request comes, and none when it is answered.
    const mixed = [...texts(0, 10), ...texts(100, 140)];
    const [answer] = await Promise.all([
      embedder.embed(mixed, 'batch'),
      embedder.embed(texts(200, 240), 'batch'),
    ]);
    expect(answer).toEqual(mixed.map(fakeVector));
    await embedder.close();
  });

  it('are whole and in order whatever comes at once, at twenty times what is remembered', async () => {
    const embedder = await open({ cachedVectors: 20 });
    const requests = Array.from({ length: 40 }, (_, at) => texts(at * 10, at * 10 + 45));
    const answers = await Promise.all(
      requests.map((each, at) => embedder.embed(each, at % 3 === 0 ? 'query' : 'batch')),
    );
    requests.forEach((each, at) => {
      expect(answers[at]).toEqual(each.map(fakeVector));
    });
    expect(embedder.waiting()).toBe(0);
    await embedder.close();
  });
});

describe('what waits for the worker', () => {
  it('takes batches of any size, and queries beside them', async () => {
    const embedder = await open({ maxWaitingQueries: 4, cachedVectors: 10 });
    const batch = embedder.embed(texts(0, 2_000), 'batch');
    const query = embedder.embed(['a query'], 'query');
    expect(embedder.waiting()).toBe(2_001);
    expect(await query).toEqual([fakeVector('a query')]);
    expect(await batch).toHaveLength(2_000);
    await embedder.close();
  });

  it('refuses queries beyond those that may wait, and takes new ones when they are through', async () => {
    const embedder = await open({ maxWaitingQueries: 4 });
    const queries = texts(0, 10).map((text) => embedder.embed([text], 'query'));
    const ends = await Promise.allSettled(queries);
    // One is with the worker, four wait.
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const end of ends) {
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ retriable: true });
    }
    expect(await embedder.embed(['later'], 'query')).toEqual([fakeVector('later')]);
    await embedder.close();
  });
});

describe('a worker that dies', () => {
  it('is replaced although replacements fail, and nobody waits without an answer', async () => {
    let starts = 0;
    const startWorker = () => {
      starts += 1;
      return new FakeWorker(starts === 2 || starts === 3);
    };
    const embedder = await open({ startWorker });
    embedder.crash();
    // What the dying worker held, and what waits while two replacements fail.
    const lost = Promise.allSettled([
      embedder.embed(['held'], 'batch'),
      ...texts(0, 3).map((text) => embedder.embed([text], 'query')),
    ]);
    for (const end of await lost) {
      expect(end).toMatchObject({ status: 'rejected', reason: { retriable: true } });
    }
    let vector: Float32Array | undefined;
    while (!vector) [vector] = await embedder.embed(['again'], 'query').catch(() => []);
    expect(vector).toEqual(fakeVector('again'));
    expect(starts).toBe(4);
    await embedder.close();
  });

  it('does not hold up the end', async () => {
    let starts = 0;
    const embedder = await open({ startWorker: () => new FakeWorker(starts++ > 0) });
    embedder.crash();
    await expect(embedder.embed(['held'], 'batch')).rejects.toMatchObject({ retriable: true });
    const waiting = embedder.embed(['waits'], 'batch');
    const started = Date.now();
    await Promise.all([
      embedder.close(),
      expect(waiting).rejects.toMatchObject({ message: 'the embedder is closed' }),
    ]);
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});
