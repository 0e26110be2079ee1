/** Liveness and readiness: whether the process responds, and whether each of its stores does. */
import type { RequestHandler } from 'express';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';

export interface HealthCheck {
  /** Name of the store, for example `clickhouse`. */
  name: string;
  /** Rejects when the store cannot be used. */
  check: () => Promise<void>;
  /** The process answers without it, if less well. */
  optional?: true;
}

const TIMEOUT_MS = 3_000;

export function live(): RequestHandler {
  return (_request, response) => {
    response.json({ status: 'ok' });
  };
}

/** `loading` names data that is not whole yet, which makes a process no less ready. */
export function ready(
  checks: readonly HealthCheck[],
  loading: () => readonly string[] = () => [],
): RequestHandler {
  return async (_request, response) => {
    const stores = await Promise.all(checks.map(runCheck));
    const away = checks.filter((_, index) => stores[index]?.status !== 'ok');
    const canServe = away.every(({ optional }) => optional);
    response.status(canServe ? 200 : 503).json({
      status: away.length === 0 ? 'ok' : canServe ? 'degraded' : 'unavailable',
      stores: Object.fromEntries(stores.map(({ name, ...state }) => [name, state])),
      loading: loading(),
    });
  };
}

async function runCheck({ name, check }: HealthCheck) {
  const started = performance.now();
  const status = await withTimeout(TIMEOUT_MS, check()).then(
    (answer) => (answer === 'late' ? 'unavailable' : 'ok'),
    () => 'unavailable',
  );
  return { name, status, latency_ms: Math.round(performance.now() - started) };
}
