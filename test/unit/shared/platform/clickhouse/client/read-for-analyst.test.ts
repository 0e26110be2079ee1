/** Which statements of analysts are repeated when the owner of the data folder changes. */
import { parseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import type { AnalystConnection } from '../../../../../../shared/platform/clickhouse/client/connection.js';
import { failureOf } from '../../../../../../shared/platform/clickhouse/client/failures.js';
import { readForAnalyst } from '../../../../../../shared/platform/clickhouse/client/read-for-analyst.js';

const exception = (code: number, type: string) =>
  parseError(`Code: ${code}. DB::Exception: x. (${type})`);

/** Returns a folder whose statements fail in turn with these errors, then succeed. */
function failing(errors: Error[], isRenewed = true) {
  const seen = { statements: 0, renewals: 0 };
  const read = async () => {
    seen.statements += 1;
    const error = errors.shift();
    if (error) throw error;
    return 'answer';
  };
  const folder = {
    analyst: () => ({ read }) as unknown as AnalystConnection,
    failureOf,
    async renew() {
      seen.renewals += 1;
      return isRenewed;
    },
  };
  return { seen, ask: () => readForAnalyst(folder, 'SELECT 1', 'CSV') };
}

describe('readForAnalyst', () => {
  it('repeats a statement at the next owner of the data folder', async () => {
    const { ask, seen } = failing([
      exception(236, 'ABORTED'),
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    ]);
    expect(await ask()).toBe('answer');
    expect(seen).toEqual({ statements: 3, renewals: 2 });
  });

  it('does not repeat a statement that has a syntax error or timed out', async () => {
    const errors = [exception(62, 'SYNTAX_ERROR'), exception(159, 'TIMEOUT_EXCEEDED')];
    for (const error of errors) {
      const { ask, seen } = failing([error]);
      await expect(ask()).rejects.toBe(error);
      expect(seen).toEqual({ statements: 1, renewals: 0 });
    }
  });

  it('fails with the original error when there is no other owner', async () => {
    const error = exception(236, 'ABORTED');
    await expect(failing([error], false).ask()).rejects.toBe(error);
  });
});
