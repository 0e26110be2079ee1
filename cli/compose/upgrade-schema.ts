/** The schema is brought up to date by one process at a time; whoever starts meanwhile waits for it. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

export interface UpgradeOptions {
  clickhouse: ClickHouse;
  logger: Logger;
  /** Shown to those who wait. */
  command: string;
  /** Ends the wait. */
  signal?: AbortSignal;
}

const FOLDER = join(packageRoot(), 'deploy/clickhouse');
/** Many processes start at once, on stores that are busy with all of them. */
const SETTLE_MS = 1_000;
/** Renewals wait behind the statements of a migration. */
const LIFE_MS = 120_000;
const POLL_MS = 500;
const WAIT_MS = 600_000;

/** Returns the names of the files applied by this process. */
export async function upgradeSchema(options: UpgradeOptions): Promise<string[]> {
  const { clickhouse, signal } = options;
  const deadline = Date.now() + WAIT_MS;
  let told = false;
  for (;;) {
    if ((await pendingFiles(clickhouse, FOLDER)).length === 0) return [];
    const lease = await takeLease(options);
    if (!(lease instanceof LeaseTakenError)) return migrateAlone(options, lease);
    if (Date.now() > deadline) throw new AppError('unavailable', lease.message);
    if (!told) options.logger.info({ holder: lease.message }, 'schema_waits');
    told = true;
    await sleep(POLL_MS, undefined, signal ? { signal } : {});
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
      if (taken) throw new AppError('conflict', `${taken.message}: start again`);
    });
  } finally {
    await lease.release().catch((error: unknown) => {
      logger.warn({ err: error }, 'schema_lease_not_released');
    });
  }
}

async function takeLease(options: UpgradeOptions): Promise<HeldLease | LeaseTakenError> {
  const { clickhouse, command, logger } = options;
  await createLeases(clickhouse, FOLDER);
  const store = createClickHouseLeaseStore(clickhouse);
  return holdLease(store, 'schema', command, {
    clock: systemClock,
    logger,
    settleMs: SETTLE_MS,
    lifeMs: LIFE_MS,
  }).catch((error: unknown) => {
    if (error instanceof LeaseTakenError) return error;
    throw error;
  });
}
