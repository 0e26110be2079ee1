/**
 * Statements of analysts on a data folder. A statement whose holder ends before it has answered is asked
 * again of the next one, for a bounded time: it only reads. Every other failure is told as it is.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { backOff } from '../../../domain/concurrency/retry.js';
import type { ClickHouseBackend } from './clickhouse.js';

export type AnalystClient = Pick<ClickHouseClient, 'query' | 'exec'>;

const WAITS = { firstMs: 100, lastMs: 500 };
/** No attempt begins later than that after the first one. Of many commands at once each may hold the folder. */
const MAX_REPEAT_MS = 60_000;
/** The holder ends. */
const ABORTED = '236';

type Folder = Required<Pick<ClickHouseBackend, 'client' | 'renew' | 'failureOf'>>;

export function createAnalystClient(folder: Folder): AnalystClient {
  return {
    query: (params) => repeated(folder, (client) => client.query(params)),
    exec: (params) => repeated(folder, (client) => client.exec(params)),
  };
}

async function repeated<T>(
  folder: Folder,
  work: (client: ClickHouseClient) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  for (let tried = 1; ; tried += 1) {
    const client = folder.client('analyst');
    try {
      return await work(client);
    } catch (error) {
      const isOfChange = isAborted(error) || folder.failureOf(error) === 'lost';
      if (!isOfChange || performance.now() - started > MAX_REPEAT_MS) throw error;
      await backOff(tried, WAITS);
      if (!(await folder.renew(client, tried))) throw error;
    }
  }
}

function isAborted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ABORTED;
}
