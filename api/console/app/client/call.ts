/**
 * Calls the API with the key of this tab. Calls that cost credits carry an `Idempotency-Key`, which
 * is kept with the question as long as the tab exists: for 24 hours a reload, or a retry after a
 * lost response, shows the answer that was paid for.
 */
import { dropRefusedKey, type KeyKind, keyOf } from '../session/session.js';
import { ApiError, errorOf, unreachable } from './api-error.js';
import { noteBalance } from './balance.js';
import { noteLoading } from './loading.js';

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: object;
  /** The kind of key that is sent: that of the account, which pays, or that of the operator. */
  as?: KeyKind;
  /** True if the call costs credits. */
  paid?: boolean;
  accept?: string;
  signal?: AbortSignal;
}

export interface Answered<T> {
  body: T;
  /** The credits charged for this call. 0 if a paid answer was repeated. */
  charged: number;
  isReplay: boolean;
}

const TIMEOUT_MS = 30_000;
const STILL_RUNNING_MS = 500;
const MAX_KEPT_QUESTIONS = 300;
const KEPT = 'signals.paid';

export async function call<T>(path: string, options: CallOptions = {}): Promise<Answered<T>> {
  const response = await send(path, options);
  const body: T = await response.json();
  return {
    body,
    charged: Number(response.headers.get('x-credits-charged') ?? 0),
    isReplay: response.headers.get('idempotency-replayed') === 'true',
  };
}

/** Sends a call and returns the response, which may not be JSON. Throws `ApiError` on failure. */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const { as = 'account', paid = false } = options;
  const giveUpMs = Date.now() + TIMEOUT_MS;
  for (;;) {
    const response = await sendOnce(path, options);
    noteLoading(response.headers);
    if (as === 'account') noteBalance(response.headers);
    if (response.ok) return response;
    const error = await errorOf(response);
    if (response.status === 401) dropRefusedKey(as);
    // The page was reloaded before its question was answered, so the answer is there soon.
    const isRunning = paid && error.code === 'conflict' && Date.now() < giveUpMs;
    if (!isRunning) throw error;
    await new Promise((resolve) => setTimeout(resolve, STILL_RUNNING_MS));
  }
}

async function sendOnce(path: string, options: CallOptions): Promise<Response> {
  const { method = 'GET', body, as = 'account', paid = false, accept, signal } = options;
  const key = keyOf(as);
  const headers = new Headers();
  if (key !== null) headers.set('x-api-key', key);
  if (body) headers.set('content-type', 'application/json');
  if (accept) headers.set('accept', accept);
  if (paid) headers.set('idempotency-key', keyOfQuestion(questionOf(path, body)));
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
    throw unreachable();
  }
}

/** Makes the next call of this question a new one, which is charged. */
export function askAnew(path: string, body?: object): void {
  const kept = keptQuestions();
  kept.delete(questionOf(path, body));
  keepQuestions(kept);
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

function questionOf(path: string, body: object | undefined): string {
  return `${path} ${body ? JSON.stringify(body) : ''}`;
}

function keyOfQuestion(question: string): string {
  const kept = keptQuestions();
  const known = kept.get(question);
  if (known !== undefined) return known;
  const made = randomId();
  kept.set(question, made);
  keepQuestions(kept);
  return made;
}

function keptQuestions(): Map<string, string> {
  return new Map(JSON.parse(sessionStorage.getItem(KEPT) ?? '[]'));
}

function keepQuestions(kept: Map<string, string>): void {
  sessionStorage.setItem(KEPT, JSON.stringify([...kept].slice(-MAX_KEPT_QUESTIONS)));
}

/** Replaces `crypto.randomUUID`, which pages over plain HTTP from another host do not have. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
