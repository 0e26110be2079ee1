/** Reports the state of this process: its stores, and the versions of software and data. */
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { packageVersion } from '../../shared/domain/package-root.js';
import type { StoreState } from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';
import {
  checkStore,
  type HealthCheck,
  overallStatus,
  STORE_TIMEOUT_MS,
} from '../monitoring/health.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import type { Services } from '../services/services.js';

export const STATUS_OPERATIONS: readonly Operation<Services>[] = [
  defineOperation({
    id: 'readStatus',
    route: 'GET /v1/admin/status',
    summary: 'Get the state of the service',
    description:
      'Returns whether the process that answers and each of its stores can be used, and the versions of software and data. Responds 200 also if a store is unavailable.',
    responses: ['api/admin-status.response'],
    async handle({ nowMs }, { clock, health, loading, describeData }) {
      const [stores, data] = await Promise.all([
        Promise.all(health.map(describeStore)),
        valueInTime(describeData),
      ]);
      return {
        status: overallStatus(stores),
        started_at: isoOf(clock.now() - Math.round(process.uptime() * 1_000)),
        checked_at: isoOf(nowMs),
        loading: [...loading()],
        versions: {
          service: packageVersion(),
          node: process.version,
          migrations: data?.migrations ?? null,
          embedding_model: data?.embeddingModel ?? null,
        },
        stores,
        sql: data?.sql ?? null,
      };
    },
  }),
];

async function describeStore(check: HealthCheck): Promise<StoreState> {
  const [state, version] = await Promise.all([
    checkStore(check),
    check.version ? valueInTime(check.version) : null,
  ]);
  return { ...state, version };
}

/** Returns the value, or `null` if reading it fails or takes longer than `STORE_TIMEOUT_MS`. */
async function valueInTime<T>(read: () => Promise<T>): Promise<T | null> {
  const value = await withTimeout(STORE_TIMEOUT_MS, read()).catch(() => null);
  return value === 'late' ? null : value;
}
