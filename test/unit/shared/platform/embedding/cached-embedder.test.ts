/** What the caches of vectors and questions may hold in memory, with a source that counts. */
import { describe, expect, it, vi } from 'vitest';
import {
  cacheVectors,
  type VectorSource,
} from '../../../../../shared/platform/embedding/cached-embedder.js';

const DIMENSION = 384;
const VECTOR_BYTES = 4 * DIMENSION;

/** An embedder whose questions have a piece for each word, and the texts that its source ran. */
function open() {
  const ran: string[] = [];
  const vector = () => new Float32Array(DIMENSION);
  const source: VectorSource = {
    waiting: 0,
    async run(texts) {
      ran.push(...texts);
      return texts.map(vector);
    },
    async runQuestion(text) {
      ran.push(text);
      const pieces = text.split(' ').map((_, at) => at);
      return { vector: vector(), pieces, states: pieces.map(vector) };
    },
    async close() {},
  };
  const limits = { maxTokens: 1_024, maxTexts: 32 };
  const embedder = cacheVectors(source, { model: 'm', dimension: DIMENSION, limits });
  return { embedder, ran, source };
}

/** Calls `ask` for each text, then again from the newest on; returns how many were kept. */
async function keptOf(
  texts: readonly string[],
  ran: readonly string[],
  ask: (text: string) => Promise<unknown>,
): Promise<number> {
  for (const text of texts) await ask(text);
  for (const [kept, text] of [...texts].reverse().entries()) {
    const before = ran.length;
    await ask(text);
    if (ran.length > before) return kept;
  }
  return texts.length;
}

describe('cacheVectors', () => {
  it('keeps at most 16 MB of questions, however long they are', async () => {
    const { embedder, ran } = open();
    const words = 'word '.repeat(499);
    const questions = Array.from({ length: 100 }, (_, at) => `${words}${at}`);
    const kept = await keptOf(questions, ran, (text) => embedder.embedQuestion(text));
    expect(kept).toBeGreaterThan(0);
    expect(kept * 500 * VECTOR_BYTES).toBeLessThan(16_000_000);
  });

  it('keeps 500 questions of the usual length', async () => {
    const { embedder, ran } = open();
    const questions = Array.from({ length: 500 }, (_, at) => `who builds plants for cars in ${at}`);
    expect(await keptOf(questions, ran, (text) => embedder.embedQuestion(text))).toBe(500);
  });

  it('keeps at most 64 MB of vectors with their texts', async () => {
    const { embedder, ran } = open();
    const text = 'x'.repeat(16_000);
    const texts = Array.from({ length: 2_500 }, (_, at) => `${text}${at}`);
    const kept = await keptOf(texts, ran, (each) => embedder.embed([each]));
    expect(kept).toBeGreaterThan(0);
    expect(kept * 2 * text.length).toBeLessThan(64_000_000);
  });

  it('reports the model as unavailable if a question gets no answer for 20 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { embedder, source } = open();
    source.runQuestion = () => new Promise(() => undefined);
    const answer = embedder.embedQuestion('who hires?');
    const expected = expect(answer).rejects.toMatchObject({ code: 'unavailable', retriable: true });
    await vi.advanceTimersByTimeAsync(20_000);
    await expected;
    vi.useRealTimers();
  });
});
