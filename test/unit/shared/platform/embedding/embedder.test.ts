/** The embedder beyond its limits, with fake workers: a small cache, many questions, crashes. */
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

describe('Embedder cache', () => {
  it('returns all vectors of a request although some are evicted meanwhile', async () => {
    const embedder = await open({ cachedVectors: 10 });
    await embedder.embed(texts(0, 10));
    // The first ten are in the cache when the request arrives, and evicted before it is answered.
    const mixed = [...texts(0, 10), ...texts(100, 140)];
    const [answer] = await Promise.all([embedder.embed(mixed), embedder.embed(texts(200, 240))]);
    expect(answer).toEqual(mixed.map(fakeVector));
    await embedder.close();
  });

  it('returns all vectors in order to concurrent requests for seven times as many as it holds', async () => {
    const embedder = await open({ cachedVectors: 20 });
    const requests = Array.from({ length: 10 }, (_, at) => texts(at * 10, at * 10 + 50));
    const answers = await Promise.all(requests.map((each) => embedder.embed(each)));
    requests.forEach((each, at) => {
      expect(answers[at]).toEqual(each.map(fakeVector));
    });
    expect(embedder.waiting()).toBe(0);
    await embedder.close();
  });
});

describe('Embedder queue', () => {
  it('accepts batches of any size, and questions at the same time', async () => {
    const embedder = await open({ maxWaitingQuestions: 4, cachedVectors: 10 });
    const batch = embedder.embed(texts(0, 2_000));
    const question = embedder.embedQuestion('a question');
    expect(embedder.waiting()).toBe(2_001);
    expect((await question).vector).toEqual(fakeVector('a question'));
    expect(await batch).toHaveLength(2_000);
    await embedder.close();
  });

  it('rejects questions above its limit, and accepts new ones when the waiting ones are done', async () => {
    const embedder = await open({ maxWaitingQuestions: 4 });
    const questions = texts(0, 10).map((text) => embedder.embedQuestion(text));
    const ends = await Promise.allSettled(questions);
    // The worker has one, and four wait.
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const end of ends) {
      if (end.status === 'rejected') expect(end.reason).toMatchObject({ retriable: true });
    }
    expect((await embedder.embedQuestion('later')).vector).toEqual(fakeVector('later'));
    await embedder.close();
  });
});

describe('Embedder after a crash of its worker', () => {
  it('starts workers until one is ready, and rejects the waiting requests as retriable', async () => {
    let starts = 0;
    const startWorker = () => {
      starts += 1;
      return new FakeWorker(starts === 2 || starts === 3);
    };
    const embedder = await open({ startWorker });
    embedder.crash();
    // One request is with the crashed worker, the others wait while two replacements fail.
    const lost = Promise.allSettled([
      embedder.embed(['held']),
      ...texts(0, 3).map((text) => embedder.embedQuestion(text)),
    ]);
    for (const end of await lost) {
      expect(end).toMatchObject({ status: 'rejected', reason: { retriable: true } });
    }
    let vector: Float32Array | undefined;
    while (!vector) [vector] = await embedder.embed(['again']).catch(() => []);
    expect(vector).toEqual(fakeVector('again'));
    expect(starts).toBe(4);
    await embedder.close();
  });

  it('closes without waiting for a replacement', async () => {
    let starts = 0;
    const embedder = await open({ startWorker: () => new FakeWorker(starts++ > 0) });
    embedder.crash();
    await expect(embedder.embed(['held'])).rejects.toMatchObject({ retriable: true });
    const waiting = embedder.embed(['waits']);
    const started = Date.now();
    await Promise.all([
      embedder.close(),
      expect(waiting).rejects.toMatchObject({ message: 'the embedder is closed' }),
    ]);
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});
