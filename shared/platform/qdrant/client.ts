/**
 * All calls to Qdrant go through here. Every call has a time limit and is retried a few times, with
 * growing pauses, if the server is unavailable, too busy or failing. Then it fails with a retriable
 * `AppError` (`unavailable`). A request that Qdrant rejects is a bug of this program and stays an
 * error.
 */
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { retry } from '../../domain/concurrency/retry.js';
import { AppError, codeOf } from '../../domain/errors.js';
import { loginHeader } from '../../domain/url-login.js';
import type { QdrantConfig } from '../process/config.js';

export type QdrantFilter = Schemas['Filter'];
export type QdrantCondition = Schemas['Condition'];
export type QdrantPoint = Schemas['PointStruct'];
export type QdrantSearchParams = Schemas['SearchParams'];

export interface Qdrant {
  /** Makes a call that a client waits for, with a short time limit and one retry. */
  read<T>(call: (client: QdrantClient) => Promise<T>): Promise<T>;
  /**
   * Makes a call that no client waits for, with a long time limit and several retries. The call may
   * reach the server more than once.
   */
  write<T>(call: (client: QdrantClient) => Promise<T>): Promise<T>;
}

interface CallLimits {
  timeoutMs: number;
  attempts: number;
  /** Milliseconds before the second attempt; doubled before each further one. */
  pauseMs: number;
}

const READ_LIMITS: CallLimits = { timeoutMs: 5_000, attempts: 2, pauseMs: 50 };
const WRITE_LIMITS: CallLimits = { timeoutMs: 60_000, attempts: 5, pauseMs: 200 };
const MAX_PAUSE_MS = 5_000;
const DEFAULT_PORT = 6333;
/** Matches failures of a call that never reached the server, or whose answer broke off. */
const TRANSPORT =
  /fetch failed|terminated|other side closed|socket|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN/i;

export function createQdrant(
  config: Pick<QdrantConfig, 'url' | 'apiKey'>,
  limits: { read: CallLimits; write: CallLimits } = { read: READ_LIMITS, write: WRITE_LIMITS },
): Qdrant {
  return { read: createCaller(config, limits.read), write: createCaller(config, limits.write) };
}

function createCaller(
  config: Pick<QdrantConfig, 'url' | 'apiKey'>,
  { timeoutMs, attempts, pauseMs }: CallLimits,
): Qdrant['read'] {
  let client: Promise<QdrantClient> | undefined;
  const openOnce = () => (client ??= openClient(config, timeoutMs));
  return async (call) => {
    try {
      const waits = { firstMs: pauseMs, lastMs: MAX_PAUSE_MS };
      const isTransient = (error: unknown) => failureOf(error) === 'unavailable';
      return await retry(async () => call(await openOnce()), { ...waits, attempts, isTransient });
    } catch (error) {
      if (failureOf(error) === 'refused') {
        throw new Error(`Qdrant rejected a request: ${whyRefused(error)}`);
      }
      throw new AppError('unavailable', whyUnavailable(error), { cause: error });
    }
  };
}

/** Loads the client with the first call: it takes long, and a process without Qdrant needs none. */
async function openClient(
  { url, apiKey }: Pick<QdrantConfig, 'url' | 'apiKey'>,
  timeout: number,
): Promise<QdrantClient> {
  const { QdrantClient } = await import('@qdrant/js-client-rest');
  const { hostname, protocol, pathname } = new URL(url);
  // `URL` drops a port that is the default of http or https, so another scheme is used.
  const { port } = new URL(url.replace(/^https?:/, 'qdrant:'));
  const client = new QdrantClient({
    host: hostname,
    https: protocol === 'https:',
    port: port === '' ? DEFAULT_PORT : Number(port),
    ...(pathname === '/' ? {} : { prefix: pathname.replace(/\/$/, '') }),
    timeout,
    checkCompatibility: false,
    // The key is a header, because for `apiKey` over http the client would print a warning. The
    // user and password are for a proxy before the server, which reads the key from another header.
    headers: { ...loginHeader(url), ...(apiKey === undefined ? {} : { 'api-key': apiKey }) },
  });
  followNoRedirects(client.api());
  return client;
}

/** A redirect may lead to another host, which must not get the key. The client has no setting. */
function followNoRedirects(api: ReturnType<QdrantClient['api']>): void {
  for (const [name, call] of Object.entries(api)) {
    Reflect.set(api, name, (payload: unknown, init?: RequestInit) =>
      Reflect.apply(call, undefined, [payload, { ...init, redirect: 'manual' }]),
    );
  }
}

/**
 * `missing`: the requested object does not exist, or the key or the address is not accepted.
 * `unavailable`: the same call may succeed soon. `refused`: the request is wrong. Other errors are
 * thrown again.
 */
function failureOf(error: unknown): 'unavailable' | 'missing' | 'refused' {
  const status = statusOf(error);
  if (status === undefined) {
    if (isTransportFailure(error)) return 'unavailable';
    throw error;
  }
  if (status >= 500 || status === 408 || status === 429) return 'unavailable';
  // A dropped collection, a changed key or a redirect has to be repaired by the operator.
  return isRedirect(status) || status === 401 || status === 403 || status === 404
    ? 'missing'
    : 'refused';
}

export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'QdrantClientResourceExhaustedError') return 429;
  return 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

function isTransportFailure(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'QdrantClientTimeoutError') return true;
    if (TRANSPORT.test(`${codeOf(current)} ${current.message}`)) return true;
  }
  return false;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function whyUnavailable(error: unknown): string {
  const status = statusOf(error);
  if (status === undefined) return 'Qdrant cannot be reached';
  if (status === 404) return 'Qdrant does not have the collection';
  if (status === 401 || status === 403) {
    return 'Qdrant does not accept QDRANT_API_KEY, or the user and password in QDRANT_URL';
  }
  if (isRedirect(status)) {
    return `QDRANT_URL must be the address of Qdrant itself: it redirects (status ${status})`;
  }
  return `Qdrant responds with status ${status}`;
}

/** Returns what the server says, which never contains the key or the password. */
function whyRefused(error: unknown): string {
  if (!(error instanceof Error) || !('data' in error)) return String(error);
  return JSON.stringify(error.data)?.slice(0, 500) ?? error.message;
}
