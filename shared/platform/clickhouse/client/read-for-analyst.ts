/**
 * Runs analysts' statements on a data folder. If the holder ends before it has answered, the next
 * holder is asked, for a bounded time: a statement only reads. Other failures are thrown unchanged.
 */
import type { Readable } from 'node:stream';
import { backOff } from '../../../domain/concurrency/retry.js';
import { codeOf } from '../../../domain/errors.js';
import type { AnalystConnection } from './connection.js';
import type { Failure } from './failures.js';

const WAITS = { firstMs: 100, lastMs: 500 };
/** Of many commands that run at once, each may hold the folder for a while. */
const MAX_REPEAT_MS = 60_000;
/** Code of the error ABORTED: the holder is ending. */
const ABORTED = '236';

interface AnalystBackend {
  analyst(): AnalystConnection;
  /** Resolves with true if another holder, or this process, answers now. */
  renew(failed: AnalystConnection): Promise<boolean>;
  failureOf(error: unknown): Failure;
}

export async function readForAnalyst(
  backend: AnalystBackend,
  sql: string,
  format: string,
): Promise<Readable> {
  const started = performance.now();
  for (let tried = 1; ; tried += 1) {
    const connection = backend.analyst();
    try {
      return await connection.read(sql, format);
    } catch (error) {
      const hasHolderEnded = codeOf(error) === ABORTED || backend.failureOf(error) === 'lost';
      if (!hasHolderEnded || performance.now() - started > MAX_REPEAT_MS) throw error;
      await backOff(tried, WAITS);
      if (!(await backend.renew(connection))) throw error;
    }
  }
}
