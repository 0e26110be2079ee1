/**
 * Calls a server's `/v1/embeddings` once and checks the answer. Text Embeddings Inference, vLLM,
 * Ollama and OpenAI offer this call.
 */
import { withSignals } from '../../domain/concurrency/with-signals.js';
import { isObject } from '../../domain/is-object.js';
import { loginHeader, splitLogin } from '../../domain/url-login.js';
import { dotProduct } from '../../domain/vectors.js';
import type { EmbeddingServerConfig } from '../process/config.js';

/**
 * `unavailable`: the same call may succeed later. `text`: the server refuses a text, perhaps for
 * its length. `fault`: the server does not accept the settings, its answer makes no sense, or the
 * embedder is closed.
 */
type FaultKind = 'unavailable' | 'text' | 'fault';

export class EmbeddingServerError extends Error {
  readonly kind: FaultKind;
  /** Milliseconds that the server asks to wait; `undefined` if it does not ask. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FaultKind,
    message: string,
    more: { retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'EmbeddingServerError';
    this.kind = kind;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** Maximum characters of a server's answer that an error repeats. */
const MAX_REASON = 300;

/** Maximum bytes of an answer for each number of its vectors, which may be indented. */
const BYTES_PER_NUMBER = 64;
/** Maximum bytes of an answer in addition to its numbers. */
const BYTES_AROUND = 64 * 1024;
/** Length of a vector that limits an answer while the length is not known. */
const LONGEST_VECTOR = 65_536;

/**
 * Returns unit vectors in the order of the texts. Rejects with `EmbeddingServerError`. `dimension`:
 * expected length of a vector, which limits the size of the answer.
 */
export async function requestVectors(
  server: EmbeddingServerConfig,
  texts: readonly string[],
  {
    timeoutMs,
    signal,
    dimension = LONGEST_VECTOR,
  }: { timeoutMs: number; signal: AbortSignal; dimension: number | undefined },
): Promise<Float32Array[]> {
  const maxBytes = BYTES_AROUND + texts.length * dimension * BYTES_PER_NUMBER;
  const { url, apiKey, model, dimensions } = server;
  const body = {
    model,
    // Some servers refuse an empty text.
    input: texts.map((text) => text || ' '),
    encoding_format: 'float',
    ...(dimensions === undefined ? {} : { dimensions }),
  };
  const request = async (ended: AbortSignal) => {
    const {
      status,
      headers,
      body: text,
    } = await fetch(addressOf(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // An API key is preferred to the user and password of the URL.
        ...(apiKey === undefined ? loginHeader(url) : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: ended,
    });
    return { status, headers, answer: await readAnswer(text, maxBytes) };
  };
  let response: Awaited<ReturnType<typeof request>>;
  try {
    response = await withSignals([signal, AbortSignal.timeout(timeoutMs)], request);
  } catch (error) {
    if (signal.aborted) throw new EmbeddingServerError('fault', 'the embedder is closed');
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const reason = isLate ? `did not respond within ${timeoutMs / 1_000} s` : 'cannot be reached';
    throw new EmbeddingServerError('unavailable', `the embedding server ${reason}`, {
      cause: error,
    });
  }
  const { status, headers, answer } = response;
  if (status !== 200) throw errorOf(status, headers, answer.text);
  if (!answer.isWhole) {
    const needed = `${texts.length} ${texts.length === 1 ? 'vector' : 'vectors'}`;
    const message = `the embedding server returned more than ${maxBytes} bytes for ${needed}`;
    throw new EmbeddingServerError('fault', message);
  }
  return vectorsIn(answer.text, texts.length);
}

/** Reads an answer. If it is longer than `maxBytes`, the rest is not read, which ends the request. */
async function readAnswer(
  body: Response['body'],
  maxBytes: number,
): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return { text, isWhole: size <= maxBytes };
}

/**
 * Adds `/v1/embeddings` to a URL without a path, and `/embeddings` to any other path that lacks it.
 * Removes user and password: `fetch` would refuse the URL, with the password in its error.
 */
export function addressOf(url: string): string {
  const { address } = splitLogin(url);
  const path = address.pathname.replace(/\/$/, '');
  if (path === '') address.pathname = '/v1/embeddings';
  else if (!path.endsWith('/embeddings')) address.pathname = `${path}/embeddings`;
  return address.href;
}

function errorOf(status: number, headers: Headers, text: string): EmbeddingServerError {
  const summary = `the embedding server responds with status ${status}`;
  if (status === 408 || status === 429 || status >= 500) {
    return new EmbeddingServerError('unavailable', summary, {
      retryAfterMs: retryAfterOf(headers),
    });
  }
  if (status === 401 || status === 403) {
    const remedy = 'check EMBEDDING_API_KEY, or the user and password in EMBEDDING_URL';
    return new EmbeddingServerError('fault', `${summary}: ${remedy}`);
  }
  const settings = 'EMBEDDING_URL, EMBEDDING_MODEL and EMBEDDING_DIMENSIONS';
  return new EmbeddingServerError(
    status === 400 || status === 413 || status === 422 ? 'text' : 'fault',
    `${summary}: ${text.slice(0, MAX_REASON)} (${settings} must suit the server)`,
  );
}

/** Returns milliseconds; `undefined` if the header has neither seconds nor a later date. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function vectorsIn(text: string, count: number): Float32Array[] {
  let data: unknown;
  try {
    ({ data } = JSON.parse(text));
  } catch (error) {
    throw new EmbeddingServerError('fault', 'the embedding server did not return JSON', {
      cause: error,
    });
  }
  const entries: unknown[] = Array.isArray(data) ? data : [];
  const vectors: Float32Array[] = [];
  entries.forEach((entry, position) => {
    const { index, embedding } = isObject(entry) ? entry : {};
    vectors[typeof index === 'number' ? index : position] = unitVector(embedding);
  });
  const counts = [entries.length, Object.keys(vectors).length, vectors.length];
  if (counts.some((each) => each !== count)) {
    throw new EmbeddingServerError('fault', `the embedding server did not return ${count} vectors`);
  }
  return vectors;
}

function unitVector(embedding: unknown): Float32Array {
  const vector = Float32Array.from(isListOfNumbers(embedding) ? embedding : []);
  const length = Math.sqrt(dotProduct(vector, vector));
  if (!Number.isFinite(length) || length === 0) {
    throw new EmbeddingServerError('fault', 'the embedding server returned an invalid vector');
  }
  return vector.map((value) => value / length);
}

function isListOfNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}
