/** Brings the schema up to date, one process at a time; those that start meanwhile wait. */
import { join } from 'node:path';
import { retry } from '../../shared/domain/concurrency/retry.js';
import { AppError } from '../../shared/domain/errors.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import {
  createLeases,
  migrate,
  pendingFiles,
} from '../../shared/platform/clickhouse/schema/migrate.js';
import { type HeldLease, holdLease, LeaseTakenError } from '../../shared/platform/process/lease.js';
import { createClickHouseLeaseStore } from '../../shared/stores/leases/clickhouse-lease-store.js';

interface UpgradeOptions {
  clickhouse: ClickHouse;
  logger: Logger;
  /** The command of this process, which is shown to processes that wait for it. */
  command: string;
  /** Ends the wait when it aborts. */
  signal?: AbortSignal | undefined;
}

const FOLDER = join(packageRoot(), 'deploy/clickhouse');
/** Time for two processes to see each other's lease: many may start at once on busy stores. */
const SETTLE_MS = 1_000;
/** Lifetime of the lease. Renewals may have to wait for the statements of a migration. */
const LIFE_MS = 120_000;
const WAITS = { firstMs: 500, lastMs: 500 };
const WAIT_MS = 600_000;

/** Applies the missing files and returns the names of those that this process applied. */
export async function upgradeSchema(options: UpgradeOptions): Promise<string[]> {
  const { clickhouse, logger, command, signal } = options;
  const upgrade = async (): Promise<string[]> => {
    if ((await pendingFiles(clickhouse, FOLDER)).length === 0) return [];
    await createLeases(clickhouse, FOLDER);
    const leases = createClickHouseLeaseStore(clickhouse);
    const lease = await holdLease(leases, 'schema', command, {
      clock: systemClock,
      logger,
      settleMs: SETTLE_MS,
      lifeMs: LIFE_MS,
    });
    return migrateAlone(options, lease);
  };
  let hasLoggedWait = false;
  try {
    return await retry(upgrade, {
      ...WAITS,
      withinMs: WAIT_MS,
      isTransient: (error) => error instanceof LeaseTakenError,
      mayContinue: () => !signal?.aborted,
      onWait(error) {
        if (hasLoggedWait || !(error instanceof LeaseTakenError)) return;
        logger.info({ holder: error.message }, 'schema_waits_for_lease');
        hasLoggedWait = true;
      },
    });
  } catch (error) {
    throw error instanceof LeaseTakenError ? new AppError('unavailable', error.message) : error;
  }
}

async function migrateAlone(options: UpgradeOptions, lease: HeldLease): Promise<string[]> {
  const { clickhouse, logger, signal } = options;
  let taken: LeaseTakenError | undefined;
  lease.onLost((holder) => {
    taken = new LeaseTakenError(holder);
  });
  try {
    return await migrate(clickhouse, FOLDER, () => {
      signal?.throwIfAborted();
      if (taken) throw new AppError('conflict', `${taken.message}. Start this command again.`);
    });
  } finally {
    await lease.release().catch((error: unknown) => {
      logger.warn({ err: error }, 'schema_lease_not_released');
    });
  }
}
