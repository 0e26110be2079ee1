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
import { isAlive, processIdNamespace } from './process-ids.js';

export type HeldLease = Awaited<ReturnType<typeof holdLease>>;

export class LeaseTakenError extends AppError {
  readonly holder: Lease;

  constructor(holder: Lease) {
    const { command, pid } = holder;
    const text = `signals ${command} on ${hostOf(holder)} (process ${pid}) holds the ${holder.name} lease`;
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
  const lease = { name, holder, host: processIdNamespace(), pid: process.pid, command };
  const isOthers = (stored: Lease) => stored.holder !== holder;
  const write = (expiresAtMs: number) => store.putLease({ ...lease, expiresAtMs });
  const present = await store.lease(name);
  if (present && isOthers(present)) {
    const isTaken =
      (isHeld(present, clock.now()) && !mayBeGone(present)) ||
      (await isRenewed(store, present, watchMs));
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
  return host === processIdNamespace() && isFreeId(pid);
}

/**
 * Returns true if the holder was in another container, or before a restart of the machine, under
 * this host name, and its process id is free here: it is gone, or several containers share the name.
 */
function mayBeGone(lease: Lease): boolean {
  return hostOf(lease) === hostname() && isFreeId(lease.pid);
}

function isFreeId(pid: number): boolean {
  return pid === process.pid || !isAlive(pid);
}

/** The name of the host, with which the namespace of its process ids begins. */
function hostOf({ host }: Lease): string {
  return host.split(' ', 1)[0] ?? host;
}

/**
 * Returns true if the holder renews its lease, although the lease has expired by the clock of this
 * process, so that one of the two clocks is wrong, or although the holder may be gone.
 */
async function isRenewed(store: LeaseStore, lease: Lease, watchMs: number): Promise<boolean> {
  const { name, expiresAtMs } = lease;
  if (expiresAtMs === RELEASED || isGone(lease)) return false;
  await sleep(watchMs);
  const latest = await store.lease(name);
  return latest !== null && ![expiresAtMs, RELEASED].includes(latest.expiresAtMs);
}
