/**
 * The embedder that uses a server with OpenAI's `/v1/embeddings`. Questions do not wait for batches,
 * and calls to an unavailable server are retried for a bounded time. A text that the server finds
 * too long is shortened; the bundled model truncates long texts as well.
 */
import { setMaxListeners } from 'node:events';
import { FairQueue } from '../../domain/concurrency/fair-queue.js';
import { OWN_WORK } from '../../domain/concurrency/on-behalf-of.js';
import { retry } from '../../domain/concurrency/retry.js';
import { ModelUnavailableError } from '../../domain/errors.js';
import type { Logger } from '../../domain/ports/logger.js';
import type { EmbeddingServerConfig } from '../process/config.js';
import { type CachedEmbedder, cacheVectors, type VectorSource } from './cached-embedder.js';
import { EmbeddingServerError, requestVectors } from './embedding-server.js';

export interface RemoteEmbedderOptions {
  server: EmbeddingServerConfig;
  logger: Pick<Logger, 'warn'>;
  signal?: AbortSignal | undefined;
  limits?: Partial<typeof LIMITS>;
}

const LIMITS = {
  /** Milliseconds that one call may take, for a question and for a batch. */
  questionMs: 10_000,
  batchMs: 60_000,
  /** Milliseconds that one call may wait between its attempts in all, for each kind of call. */
  questionWaitMs: 3_000,
  batchWaitMs: 60_000,
  // A server that has just been started loads its model first.
  startWaitMs: 120_000,
  batchesAtOnce: 4,
  // Text Embeddings Inference accepts 32 texts in a call unless it is configured otherwise.
  batch: { maxTokens: 8_192, maxTexts: 32 },
};
const WAITS = { firstMs: 200, lastMs: 10_000 };
/** Minimum length of a text that is shortened. A shorter text is refused for another reason. */
const MIN_SHORTENED = 200;

/**
 * Rejects if the server does not accept the settings, or stays unavailable. If the dimensions are
 * known, the server is not called, so that a service can start without it.
 */
export async function createRemoteEmbedder({
  server,
  logger,
  signal,
  limits: overrides,
}: RemoteEmbedderOptions): Promise<CachedEmbedder> {
  const limits = { ...LIMITS, ...overrides };
  const source = createRemoteSource(server, limits, logger);
  const close = () => void source.close();
  signal?.addEventListener('abort', close);
  const findDimension = () =>
    source.dimension().catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  const dimension = server.dimensions ?? (await findDimension());
  signal?.removeEventListener('abort', close);
  return cacheVectors(source, { model: server.model, dimension, limits: limits.batch });
}

function createRemoteSource(
  server: EmbeddingServerConfig,
  limits: typeof LIMITS,
  logger: Pick<Logger, 'warn'>,
): VectorSource & { dimension(): Promise<number> } {
  const closing = new AbortController();
  // Every call in progress listens.
  setMaxListeners(0, closing.signal);
  // One permit more, because a `FairQueue` never gives its last permit to a single owner.
  const batches = new FairQueue(limits.batchesAtOnce + 1);
  let dimension = server.dimensions;
  let waiting = 0;

  const callServer = (texts: readonly string[], callMs: number, waitMs: number) => {
    const options = { timeoutMs: callMs, signal: closing.signal, dimension };
    return retry(() => requestVectors(server, texts, options), {
      ...WAITS,
      maxWaitMs: waitMs,
      isTransient: (error) => error instanceof EmbeddingServerError && error.kind === 'unavailable',
      minWaitMs: (error) =>
        error instanceof EmbeddingServerError ? error.retryAfterMs : undefined,
      mayContinue: () => !closing.signal.aborted,
      onWait: (error, ms) => logger.warn({ err: error, wait_ms: ms }, 'embedding_server_retry'),
    });
  };

  /** Embeds texts. If the server refuses them, it halves a batch, or shortens a single text. */
  const embedTexts = async (
    texts: readonly string[],
    callMs: number,
    waitMs: number,
  ): Promise<Float32Array[]> => {
    try {
      const vectors = await callServer(texts, callMs, waitMs);
      dimension ??= vectors[0]?.length;
      if (vectors.some(({ length }) => length !== dimension)) {
        throw new EmbeddingServerError(
          'fault',
          `the embedding server did not return vectors of length ${dimension}`,
        );
      }
      return vectors;
    } catch (error) {
      if (!(error instanceof EmbeddingServerError) || error.kind !== 'text') throw error;
      const halves = halvesOf(texts);
      if (!halves) throw error;
      const vectors: Float32Array[] = [];
      for (const half of halves) vectors.push(...(await embedTexts(half, callMs, waitMs)));
      return vectors;
    }
  };

  /** Counts the texts while they wait, and tells others that the model is unavailable. */
  const run = async (count: number, embed: () => Promise<Float32Array[]>) => {
    waiting += count;
    try {
      return await embed();
    } catch (error) {
      if (!(error instanceof EmbeddingServerError)) throw error;
      throw new ModelUnavailableError(error.message, { cause: error });
    } finally {
      waiting -= count;
    }
  };

  return {
    get waiting() {
      return waiting;
    },
    run: (texts) =>
      run(texts.length, () =>
        batches.run(OWN_WORK, () => embedTexts(texts, limits.batchMs, limits.batchWaitMs)),
      ),
    async runQuestion(text) {
      const [vector] = await run(1, () =>
        embedTexts([text], limits.questionMs, limits.questionWaitMs),
      );
      if (!vector) throw new ModelUnavailableError('the embedding server returned no vector');
      // The server does not return word pieces.
      return { vector, pieces: [], states: [] };
    },
    async dimension() {
      const [vector] = await embedTexts(['dimension'], limits.questionMs, limits.startWaitMs);
      return vector?.length ?? 0;
    },
    async close() {
      closing.abort();
    },
  };
}

/** Returns halves of a batch, or of a single text; `null` if that is too short for this to help. */
function halvesOf(texts: readonly string[]): string[][] | null {
  if (texts.length > 1) {
    const middle = Math.ceil(texts.length / 2);
    return [texts.slice(0, middle), texts.slice(middle)];
  }
  const [text = ''] = texts;
  return text.length < MIN_SHORTENED ? null : [[firstHalf(text)]];
}

function firstHalf(text: string): string {
  const characters = [...text];
  return characters.slice(0, characters.length / 2).join('');
}
