/**
 * Makes sure that credits are counted in one way at a time: by one process with its journal, or by any
 * number through one Redis, which they all name alike.
 */
import { version as uuidVersion, v5 as uuidv5 } from 'uuid';
import { AppError } from '../../shared/domain/errors.js';
import { systemClock } from '../../shared/domain/ports/clock.js';
import { type HeldLease, holdLease, LeaseTakenError } from '../../shared/platform/process/lease.js';
import type { Stop } from '../../shared/platform/process/lifecycle.js';
import { redisAddress } from '../../shared/platform/redis/redis.js';
import { createClickHouseLeaseStore } from '../../shared/stores/leases/clickhouse-lease-store.js';
import type { Base } from './open-parts.js';

/** Namespace of the lease holders of processes that count through Redis, one for each address. */
const REDIS_NAMESPACE = '72656469-7300-4000-8000-000000000000';

/**
 * Takes the lease on counting credits. Throws `conflict` if another process holds it; if another
 * one takes it later, stops this process with exit code 1.
 */
export async function holdCredits(
  { config, clickhouse, logger }: Base,
  command: string,
  stop: Stop,
): Promise<HeldLease> {
  const { redisUrl } = config;
  try {
    const lease = await holdLease(createClickHouseLeaseStore(clickhouse), 'credits', command, {
      clock: systemClock,
      logger,
      ...(redisUrl && { sharedBy: uuidv5(redisAddress(redisUrl), REDIS_NAMESPACE) }),
    });
    lease.onLost((holder) => {
      logger.error({ err: new LeaseTakenError(holder) }, 'credits_lease_lost');
      process.exitCode = 1;
      stop.stop();
    });
    return lease;
  } catch (error) {
    if (!(error instanceof LeaseTakenError)) throw error;
    // A process that counts by itself has a random id, of version 4.
    const way = uuidVersion(error.holder.holder) === 5 ? 'through another Redis' : 'by itself';
    // Only this command has the option.
    const option =
      command === 'api'
        ? ' With --unsafe-local-credits, this process can serve only unlimited accounts.'
        : '';
    throw new AppError(
      'conflict',
      `${error.message} and counts credits ${way}. Stop it, or set the same REDIS_URL for all API processes.${option}`,
    );
  }
}
