/** Opens the account store for a command; errors of its rules become usage errors. */
import type { AccountDeps } from '../../api/accounts/change-accounts.js';
import { AppError, type ErrorCode } from '../../shared/domain/errors.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import { createClickHouseAccountStore } from '../../shared/stores/accounts/clickhouse-account-store.js';
import { UsageError } from '../terminal/output.js';
import { withRuntime } from './with-runtime.js';

const REFUSALS: readonly ErrorCode[] = ['not_found', 'conflict'];

export async function withAccounts(
  command: string,
  work: (deps: AccountDeps) => Promise<void>,
): Promise<void> {
  await withRuntime(command, async ({ clickhouse }) => {
    try {
      await work({ accounts: createClickHouseAccountStore(clickhouse), clock: systemClock });
    } catch (error) {
      const isRefused = error instanceof AppError && REFUSALS.includes(error.code);
      throw isRefused ? new UsageError(error.message) : error;
    }
  });
}
