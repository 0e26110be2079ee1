/** Credits are counted by one API process at a time until counters are shared. */
import { AppError } from '../shared/errors.js';
import { type HeldLease, holdLease, LeaseTakenError } from '../shared/lease.js';
import { systemClock } from '../shared/ports/clock.js';
import { createClickHouseLeaseStore } from '../shared/stores/clickhouse-lease-store.js';
import type { Runtime } from './runtime.js';

/** Ends the process, with code 1, when another one comes to hold the credits. */
export async function holdCredits(
  { clickhouse, logger }: Runtime,
  command: string,
): Promise<HeldLease> {
  try {
    const store = createClickHouseLeaseStore(clickhouse);
    return await holdLease(store, 'credits', command, { clock: systemClock, logger });
  } catch (error) {
    if (!(error instanceof LeaseTakenError)) throw error;
    throw new AppError(
      'conflict',
      `${error.message}: two processes would count them apart; stop it, or start with --unsafe-local-credits to serve unlimited accounts only`,
    );
  }
}
