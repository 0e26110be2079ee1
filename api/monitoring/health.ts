/** Liveness and readiness: whether the process responds, and whether each of its stores does. */
import type { RequestHandler } from 'express';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';

export interface HealthCheck {
  /** Name of the store, for example `clickhouse`. */
  name: string;
  /** Rejects if the store cannot be used. */
  check: () => Promise<void>;
  /** Returns the version of the store's server. Absent if it has none. */
  version?: () => Promise<string | null>;
  /** True if the process can answer without this store, though less well. */
  optional?: true;
}

interface StoreHealth {
  name: string;
  status: 'ok' | 'unavailable';
  latency_ms: number;
}

export const STORE_TIMEOUT_MS = 3_000;

export const serveLiveness: RequestHandler = (_request, response) => {
  response.json({ status: 'ok' });
};

/**
 * Responds 503 if a store that is not optional is unavailable. `loading` returns the names of data
 * that is still being loaded, which does not make a process unready.
 */
export function serveReadiness(
  checks: readonly HealthCheck[],
  loading: () => readonly string[] = () => [],
): RequestHandler {
  return async (_request, response) => {
    const stores = await Promise.all(checks.map(checkStore));
    const status = overallStatus(
      stores.map((state, at) => ({ ...state, optional: checks[at]?.optional ?? false })),
    );
    response.status(status === 'unavailable' ? 503 : 200).json({
      status,
      stores: Object.fromEntries(stores.map(({ name, ...state }) => [name, state])),
      loading: loading(),
    });
  };
}

/** Checks whether the store answers within `STORE_TIMEOUT_MS`. */
export async function checkStore({ name, check }: HealthCheck): Promise<StoreHealth> {
  const startedMs = performance.now();
  const status = await withTimeout(STORE_TIMEOUT_MS, check()).then(
    (answer) => (answer === 'late' ? 'unavailable' : 'ok'),
    () => 'unavailable' as const,
  );
  return { name, status, latency_ms: Math.round(performance.now() - startedMs) };
}

/** Returns `degraded` if the unavailable stores are all optional, otherwise `unavailable`. */
export function overallStatus(
  stores: readonly { status: StoreHealth['status']; optional: boolean }[],
): 'ok' | 'degraded' | 'unavailable' {
  const failed = stores.filter(({ status }) => status !== 'ok');
  if (failed.length === 0) return 'ok';
  return failed.every(({ optional }) => optional) ? 'degraded' : 'unavailable';
}
