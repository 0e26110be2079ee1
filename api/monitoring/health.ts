/** Liveness and readiness: whether the process responds, and whether each of its stores does. */
import type { RequestHandler } from 'express';
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import type { StoreState } from '../../shared/domain/schemas/types.generated.js';

export interface HealthCheck {
  /** Name of the store, for example `clickhouse`. */
  name: string;
  /** Rejects if the store cannot be used. */
  check: () => Promise<void>;
  /** Returns the version of the store's server. Absent if it has none. */
  version?: () => Promise<string | null>;
  /** True if the process can answer without this store, though less well. */
  optional?: boolean;
}

type StoreHealth = Omit<StoreState, 'version'>;

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
    const status = overallStatus(stores);
    response.status(status === 'unavailable' ? 503 : 200).json({
      status,
      stores: Object.fromEntries(stores.map(({ name, optional: _, ...state }) => [name, state])),
      loading: loading(),
    });
  };
}

/** Checks whether the store answers within `STORE_TIMEOUT_MS`. */
export async function checkStore(store: HealthCheck): Promise<StoreHealth> {
  const { name, check, optional = false } = store;
  const startedMs = performance.now();
  const status = await withTimeout(STORE_TIMEOUT_MS, check()).then(
    (answer) => (answer === 'late' ? 'unavailable' : 'ok'),
    () => 'unavailable' as const,
  );
  const latencyMs = Math.round(performance.now() - startedMs);
  return { name, status, latency_ms: latencyMs, optional };
}

/** Returns `degraded` if the unavailable stores are all optional, otherwise `unavailable`. */
export function overallStatus(
  stores: readonly Pick<StoreHealth, 'status' | 'optional'>[],
): 'ok' | 'degraded' | 'unavailable' {
  const failed = stores.filter(({ status }) => status !== 'ok');
  if (failed.length === 0) return 'ok';
  return failed.every(({ optional }) => optional) ? 'degraded' : 'unavailable';
}
