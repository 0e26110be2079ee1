/**
 * Calls the API with the key of this tab. Calls that cost credits carry an `Idempotency-Key`, which
 * is kept with the question as long as the tab exists: for 24 hours a reload, or a retry after a
 * lost response, shows the answer that was paid for.
 */
import { dropRefusedKey, type KeyKind, keys } from '../session/session.js';
import { tabStorage } from '../session/storage.js';
import { ApiError, errorOf } from './api-error.js';
import { loadingData, updateBalance } from './response-headers.js';

export interface CallOptions {
  /** Absent for `POST`, if there is a body, and for `GET`. */
  method?: 'DELETE';
  body?: object | undefined;
  /** A key to send in place of the tab's, to find out whether it is accepted. */
  key?: string;
  /** True if the call costs credits. */
  paid?: boolean | undefined;
  accept?: string;
  signal?: AbortSignal;
}

export interface Answer<T> {
  body: T;
  /** The credits charged for this call. 0 if a paid answer was repeated. */
  charged: number;
  isReplay: boolean;
}

const TIMEOUT_MS = 30_000;
const STILL_RUNNING_MS = 500;
const MAX_STORED_KEYS = 300;
const STORAGE_KEY = 'signals.paid';
/** Matches keys that a header can carry: it may have no other characters. */
const SENDABLE = /^[\x21-\x7e]+$/;

export async function call<T>(path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const response = await send(path, options);
  const body: T = await readBody(response.json(), options.signal);
  return {
    body,
    charged: Number(response.headers.get('x-credits-charged') ?? 0),
    isReplay: response.headers.get('idempotency-replayed') === 'true',
  };
}

/** Sends a call and returns the response, which may not be JSON. Throws `ApiError` on failure. */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const { paid = false } = options;
  // Paths for operators need their key, and all others that of the account, which pays.
  const as: KeyKind = path.startsWith('/v1/admin/') ? 'operator' : 'account';
  const { key = keys[as].get() } = options;
  // What a late answer says about an earlier key of the tab is not about the present one.
  const isReplaced = () => options.key === undefined && keys[as].get() !== key;
  const giveUpMs = Date.now() + TIMEOUT_MS;
  for (;;) {
    const response = await sendOnce(path, options, key);
    loadingData.set(response.headers.get('x-signals-loading') ?? '');
    if (as === 'account' && !isReplaced()) updateBalance(response.headers);
    if (response.ok) return response;
    const error = await errorOf(response);
    if (response.status === 401 && options.key === undefined && !isReplaced()) dropRefusedKey(as);
    // The page was reloaded before its question was answered, so the answer is there soon.
    const isRunning = paid && error.code === 'conflict' && Date.now() < giveUpMs;
    if (isRunning) await new Promise((resolve) => setTimeout(resolve, STILL_RUNNING_MS));
    if (!isRunning || isReplaced()) throw error;
  }
}

async function sendOnce(path: string, options: CallOptions, key: string | null): Promise<Response> {
  const { body, paid = false, accept, signal } = options;
  const { method = body ? 'POST' : 'GET' } = options;
  const headers = new Headers();
  // If a header cannot carry a key, the call sends a wrong one and gets the usual error.
  if (key !== null) headers.set('x-api-key', SENDABLE.test(key) ? key : 'unsendable');
  if (body) headers.set('content-type', 'application/json');
  if (accept) headers.set('accept', accept);
  if (paid) headers.set('idempotency-key', idempotencyKeyOf(questionOf(path, body)));
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(path, {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(null, 'unreachable', `The service at ${location.origin} did not answer.`);
  }
}

/** Waits for the body of a response. Throws `ApiError` if it is incomplete. */
export async function readBody<T>(body: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await body;
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = `The answer of the service at ${location.origin} ended too early.`;
    throw new ApiError(null, 'unreachable', message);
  }
}

/** Makes the next call of this question a new one, which is charged. */
export function dropIdempotencyKey(path: string, body?: object): void {
  const stored = readIdempotencyKeys();
  stored.delete(questionOf(path, body));
  storeIdempotencyKeys(stored);
}

function questionOf(path: string, body: object | undefined): string {
  return `${path} ${body ? JSON.stringify(body) : ''}`;
}

function idempotencyKeyOf(question: string): string {
  const stored = readIdempotencyKeys();
  const key = stored.get(question) ?? randomId();
  stored.set(question, key);
  storeIdempotencyKeys(stored);
  return key;
}

function readIdempotencyKeys(): Map<string, string> {
  return new Map(JSON.parse(tabStorage.get(STORAGE_KEY) ?? '[]'));
}

function storeIdempotencyKeys(stored: ReadonlyMap<string, string>): void {
  tabStorage.set(STORAGE_KEY, JSON.stringify([...stored].slice(-MAX_STORED_KEYS)));
}

/** Replaces `crypto.randomUUID`, which pages over plain HTTP from another host do not have. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
