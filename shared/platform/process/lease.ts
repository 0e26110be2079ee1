/**
 * Holds a lease for as long as the process lives: it is taken if it is free or its holder is gone,
 * renewed periodically, and released at the end. A process that finds another holder ends the work
 * that the lease guards.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../domain/errors.js';
import type { Clock } from '../../domain/ports/clock.js';
import type { Lease, LeaseStore } from '../../domain/ports/lease-store.js';
import type { Logger } from '../../domain/ports/logger.js';
import { HOUR_MS } from '../../domain/time.js';
import { isAlive } from './process-ids.js';

export type HeldLease = Awaited<ReturnType<typeof holdLease>>;

export class LeaseTakenError extends AppError {
  readonly holder: Lease;

  constructor(holder: Lease) {
    const { command, host, pid } = holder;
    const text = `signals ${command} on ${host} (process ${pid}) holds the ${holder.name} lease`;
    super('conflict', text);
    this.holder = holder;
  }
}

const LIFE_MS = 15_000;
const RENEW_MS = 5_000;
const WATCH_MS = RENEW_MS + 1_000;
/**
 * Milliseconds after which two processes that start at once see the same lease. Both write it, and
 * the later write wins.
 */
const SETTLE_MS = 300;

interface LeaseOptions {
  clock: Clock;
  logger: Logger;
  /** Processes that give the same name hold the lease together. */
  sharedBy?: string;
  /** Milliseconds in which two processes that start at once see each other; 300 by default. */
  settleMs?: number;
  /** Milliseconds after which a lease that is not renewed expires; 15,000 by default. */
  lifeMs?: number;
  /** Milliseconds in which the holder of a lease that seems to have expired renews it. */
  watchMs?: number;
}

/** Throws `LeaseTakenError` if another living process holds the lease. */
export async function holdLease(
  store: LeaseStore,
  name: string,
  command: string,
  {
    clock,
    logger,
    sharedBy,
    settleMs = SETTLE_MS,
    lifeMs = LIFE_MS,
    watchMs = WATCH_MS,
  }: LeaseOptions,
) {
  const holder = sharedBy ?? randomUUID();
  const lease = { name, holder, host: hostname(), pid: process.pid, command };
  const isOthers = (stored: Lease) => stored.holder !== holder;
  const write = (expiresAtMs: number) => store.putLease({ ...lease, expiresAtMs });
  const present = await store.lease(name);
  if (present && isOthers(present)) {
    const isTaken = isHeld(present, clock.now()) || (await isRenewed(store, present, watchMs));
    if (isTaken) throw new LeaseTakenError(present);
  }
  await write(clock.now() + lifeMs);
  await sleep(settleMs);
  const settled = await store.lease(name);
  if (settled && isOthers(settled)) throw new LeaseTakenError(settled);
  let handleLoss: (holder: Lease) => void = () => undefined;
  let hasEnded = false;
  const renew = async (): Promise<void> => {
    const current = await store.lease(name);
    if (hasEnded) return;
    if (current && isOthers(current) && isHeld(current, clock.now())) {
      hasEnded = true;
      clearInterval(timer);
      handleLoss(current);
      return;
    }
    await write(clock.now() + lifeMs);
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      logger.warn({ err: error, lease: name }, 'lease_not_renewed'),
    );
  }, RENEW_MS);
  return {
    /** Registers a function that is called at most once, when another process holds the lease. */
    onLost(handle: (holder: Lease) => void): void {
      handleLoss = handle;
    },
    async release(): Promise<void> {
      if (hasEnded) return;
      hasEnded = true;
      clearInterval(timer);
      // A shared lease is not released, because others may hold it; it expires after the last one.
      if (sharedBy === undefined) await write(RELEASED);
    },
  };
}

/** Time at which a lease expires that was given up. */
const RELEASED = 0;
/** A lease that ends later was not made by the service. The clocks of hosts may differ. */
const LONGEST_MS = HOUR_MS;

function isHeld(lease: Lease, nowMs: number): boolean {
  if (lease.expiresAtMs <= nowMs || lease.expiresAtMs > nowMs + LONGEST_MS) return false;
  return !isGone(lease);
}

/** A process of this host that is gone holds nothing, even if its lease has not expired. */
function isGone({ host, pid }: Lease): boolean {
  return host === hostname() && (pid === process.pid || !isAlive(pid));
}

/**
 * Returns true if the holder renews its lease, although the lease has expired by the clock of this
 * process: then one of the two clocks is wrong.
 */
async function isRenewed(store: LeaseStore, lease: Lease, watchMs: number): Promise<boolean> {
  const { name, expiresAtMs } = lease;
  if (expiresAtMs === RELEASED || isGone(lease)) return false;
  await sleep(watchMs);
  const latest = await store.lease(name);
  return latest !== null && ![expiresAtMs, RELEASED].includes(latest.expiresAtMs);
}
