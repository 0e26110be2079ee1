/** The embedder with a fake embedding server over HTTP: vectors, faults of the server, limits. */
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf } from '../../../../../shared/platform/embedding/embedding-server.js';
import {
  createRemoteEmbedder,
  type RemoteEmbedderOptions,
} from '../../../../../shared/platform/embedding/remote-embedder.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';
import { fakeVector } from '../../../../fakes/fake-embedder.js';
import {
  breakOff,
  endless,
  type FakeEmbeddingServer,
  hang,
  json,
  startFakeEmbeddingServer,
  status,
} from '../../../../fakes/fake-embedding-server.js';

/** Sends the start of an answer and no more. */
const stop = (response: ServerResponse) => {
  response.writeHead(200);
  response.write('{"data":');
};

const vectorsOf = (embedding: unknown[]) =>
  json({ data: [0, 1].map((index) => ({ index, embedding })) });

let server: FakeEmbeddingServer;

beforeEach(async () => {
  server = await startFakeEmbeddingServer();
});

afterEach(() => server.stop());

type Server = RemoteEmbedderOptions['server'];
type Settings = Partial<Omit<Server, 'apiKey'>> & { apiKey?: string | undefined };
const open = (settings: Settings = {}, more: Partial<RemoteEmbedderOptions> = {}) =>
  createRemoteEmbedder({
    server: { url: server.url, apiKey: 'a-key', model: 'm', dimensions: undefined, ...settings },
    logger: createLogger('silent'),
    ...more,
    limits: { questionWaitMs: 1_500, startWaitMs: 1_500, ...more.limits },
  });
const texts = (count: number) => Array.from({ length: count }, (_, at) => `text number ${at}`);

type RemoteEmbedder = Awaited<ReturnType<typeof open>>;
const askEach = (embedder: RemoteEmbedder, questions: readonly string[]) =>
  Promise.all(questions.map(async (each) => (await embedder.embedQuestion(each)).vector));

/** Expects the vectors of the texts, except for the last bits of a float. */
function expectVectors(given: readonly Float32Array[], wanted: readonly string[]): void {
  expect(given).toHaveLength(wanted.length);
  wanted.forEach((text, at) => {
    const expected = fakeVector(text);
    const difference = expected.map((value, place) => value - (given[at]?.[place] ?? 9));
    expect(Math.hypot(...difference), text).toBeLessThan(1e-5);
  });
}

describe('Remote embedder', () => {
  it('returns unit vectors in the order of the texts, and requests each text once', async () => {
    const embedder = await open();
    expect([embedder.model, embedder.dimension]).toEqual(['m', 384]);
    const wanted = [...texts(100), 'text number 3', ''];
    expectVectors(await embedder.embed(wanted), wanted);
    expectVectors(await embedder.embed(texts(3)), texts(3));
    expectVectors(await askEach(embedder, ['a question']), ['a question']);
    const sent = server.asked.slice(1).flatMap(({ input }) => input);
    expect(sent.toSorted()).toEqual([...texts(100), ' ', 'a question'].toSorted());
    for (const { path, key, model, input, dimensions } of server.asked) {
      expect([path, key, model, dimensions]).toEqual(['/v1/embeddings', 'a-key', 'm', undefined]);
      expect(input.length).toBeLessThanOrEqual(32);
    }
    expect(embedder.waiting()).toBe(0);
  });

  it('requests the configured dimensions, without a request at the start', async () => {
    const embedder = await open({ dimensions: 8, apiKey: undefined });
    expect(server.asked).toEqual([]);
    const [vector] = await embedder.embed(['a text']);
    expect(vector).toHaveLength(8);
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
    expect(server.asked[0]).toMatchObject({ dimensions: 8, key: undefined });
  });

  it('sends the user and password of the URL unless an API key is set', async () => {
    const url = server.url.replace('//', '//user:p%40ss%C3%A9@');
    await open({ url, apiKey: undefined });
    await open({ url });
    expect(server.asked.map(({ key }) => key)).toEqual([
      `Basic ${Buffer.from('user:p@ssé').toString('base64')}`,
      'a-key',
    ]);
  });

  it('ends the wait for a server at the start when it is stopped', async () => {
    const stop = new AbortController();
    const stopped = createRemoteEmbedder({
      server: { url: 'http://127.0.0.1:2', model: 'm', apiKey: undefined, dimensions: undefined },
      // Stopped between two attempts.
      logger: { warn: () => stop.abort() },
      signal: stop.signal,
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sends at most four batch requests at once, and does not delay questions', async () => {
    const embedder = await open({ dimensions: 384 });
    server.faults.push(hang, hang, hang, hang);
    const batch = embedder.embed(texts(1_000));
    batch.catch(() => undefined);
    await expect.poll(() => server.asked.length).toBe(4);
    expectVectors(await askEach(embedder, ['a question']), ['a question']);
    expect(embedder.waiting()).toBe(1_000);
    expect(server.mostAtOnce()).toBe(5);
    await embedder.close();
    await expect(batch).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => embedder.waiting()).toBe(0);
  });

  it('answers many questions at once without a warning of the runtime', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    const embedder = await open({ dimensions: 384 });
    const questions = texts(30);
    expectVectors(await askEach(embedder, questions), questions);
    await embedder.close();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['http://host:80', 'http://host/v1/embeddings'],
    ['https://host/v1/', 'https://host/v1/embeddings'],
    ['https://host/v1/embeddings', 'https://host/v1/embeddings'],
    ['https://user:password@host', 'https://host/v1/embeddings'],
    ['https://host/openai/x?version=2', 'https://host/openai/x/embeddings?version=2'],
  ])('sends requests for the URL %s to %s', (url, address) => {
    expect(addressOf(url)).toBe(address);
  });
});

describe('Remote embedder with a faulty server', () => {
  it.each([
    ['answers 500', status(500)],
    ['answers 503', status(503)],
    ['answers 429', status(429)],
    ['does not answer', hang],
    ['breaks off', breakOff],
    ['stops within its answer', stop],
    ['answers 503 without an end', endless(503)],
  ])('retries if the server %s', async (_name, fault) => {
    const embedder = await open({ dimensions: 384 }, { limits: { questionMs: 500 } });
    server.faults.push(fault, fault);
    expectVectors(await askEach(embedder, ['a text']), ['a text']);
    expect(server.faults).toEqual([]);
  });

  it('waits as long as Retry-After says, and fails if that is too long', async () => {
    const embedder = await open({ dimensions: 384 });
    server.faults.push(status(429, { 'retry-after': '1' }));
    const started = performance.now();
    expectVectors(await askEach(embedder, ['a text']), ['a text']);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_000);
    server.faults.push(status(503, { 'retry-after': '3600' }));
    await expect(embedder.embedQuestion('another')).rejects.toMatchObject({ retriable: true });
    expect(server.asked).toHaveLength(3);
  });

  it.each([
    ['without vectors', json({})],
    ['with too few vectors', json({ data: [{ index: 0, embedding: [1] }] })],
    ['with one index twice', json({ data: [0, 0].map((index) => ({ index, embedding: [1] })) })],
    ['with an index too high', json({ data: [0, 2].map((index) => ({ index, embedding: [1] })) })],
    ['of another length', json({ data: [0, 1].map((index) => ({ index, embedding: [1, 0] })) })],
    ['of zeros', json({ data: [0, 1].map((index) => ({ index, embedding: [0, 0, 0] })) })],
    ['of words', json({ data: [0, 1].map((index) => ({ index, embedding: ['a', 'b', 'c'] })) })],
    ['of numbers alone', json({ data: [null, 1] })],
    ['of objects', vectorsOf([{ valueOf: 1, toString: 1 }, 1, 1])],
    ['without some of the numbers', vectorsOf([null, 1, 1])],
    ['that is not JSON', (response: { end(text: string): void }) => response.end('<html>')],
  ])('rejects an answer %s', async (_name, fault) => {
    const embedder = await open({ dimensions: 3 });
    server.faults.push(fault);
    await expect(embedder.embed(['one', 'two'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('the embedding server'),
    });
    expect(await embedder.embed(['one', 'two'])).toHaveLength(2);
  });

  it('reads no more of an answer than its vectors can need', async () => {
    server.faults.push(endless(200));
    await expect(open()).rejects.toThrow(/returned more than \d+ bytes for 1 vector$/);
    await expect.poll(() => server.atOnce()).toBe(0);
    const embedder = await open({ dimensions: 3 });
    server.faults.push(endless(200), endless(404));
    await expect(embedder.embed(['one', 'two'])).rejects.toThrow(
      'returned more than 65920 bytes for 2 vectors',
    );
    await expect(embedder.embedQuestion('one')).rejects.toThrow('status 404');
    await expect.poll(() => server.atOnce()).toBe(0);
  });

  it('rejects a vector that is far too long', async () => {
    const embedder = await open({ dimensions: 384 });
    server.faults.push(json({ data: [{ embedding: new Array(400_000).fill(1) }] }));
    await expect(embedder.embed(texts(32))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('accepts an answer whose numbers stand on lines of their own', async () => {
    const embedder = await open();
    server.faults.push((response) => {
      const input = server.asked.at(-1)?.input ?? [];
      const data = input.map((text, index) => ({ index, embedding: [...fakeVector(text)] }));
      response.end(JSON.stringify({ data }, null, 4));
    });
    expectVectors(await embedder.embed(texts(32)), texts(32));
  });

  it('shortens only the text that the server rejects as too long', async () => {
    server.maxCharacters = 300;
    const embedder = await open();
    const long = 'word '.repeat(200);
    const wanted = [...texts(5), long];
    // A thousand characters are halved twice.
    const vectors = await embedder.embed(wanted);
    expectVectors(vectors, [...texts(5), long.slice(0, 250)]);
  });

  it('fails if the server rejects a text at any length', async () => {
    const embedder = await open();
    server.faults.push(...Array.from({ length: 9 }, () => status(400)));
    await expect(embedder.embedQuestion('word '.repeat(200))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('status 400'),
    });
  });

  it.each([
    [401, 'EMBEDDING_API_KEY'],
    [404, 'EMBEDDING_MODEL'],
    [400, 'EMBEDDING_DIMENSIONS'],
    [301, 'EMBEDDING_URL'],
  ])('fails at the start on status %d, and names %s', async (code, setting) => {
    server.faults.push(...Array.from({ length: 9 }, () => status(code)));
    await expect(open()).rejects.toThrow(setting);
  });

  it('waits for an unavailable server at the start, for a limited time', async () => {
    server.faults.push(status(503), status(503));
    expect((await open()).dimension).toBe(384);
    await server.stop();
    await expect(open()).rejects.toThrow('the embedding server cannot be reached');
  });

  it('hides the password of the URL in errors and warnings', async () => {
    const warned: unknown[] = [];
    const logger = { warn: (fields: unknown) => warned.push(fields) };
    await server.stop();
    const url = server.url.replace('//', '//user:secret@');
    const error: unknown = await open({ url }, { logger }).catch((reason: unknown) => reason);
    expect(warned.length).toBeGreaterThan(0);
    expect(inspect([error, ...warned], { depth: 9 })).not.toContain('secret');
  });
});
