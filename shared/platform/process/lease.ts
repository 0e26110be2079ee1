/**
 * Holds a lease for as long as the process lives: taken when it is free or its holder is gone, renewed
 * periodically, released at the end. A process that finds another holder ends the work that the lease
 * guards.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../domain/ports/clock.js';
import type { Lease, LeaseStore } from '../../domain/ports/lease-store.js';
import type { Logger } from '../../domain/ports/logger.js';
import { isAlive } from './own-process.js';

export interface HeldLease {
  /** Called at most once: another process holds it now. */
  onLost(handle: (holder: Lease) => void): void;
  release(): Promise<void>;
}

export class LeaseTakenError extends Error {
  readonly holder: Lease;

  constructor(holder: Lease) {
    const { command, host, pid } = holder;
    super(`signals ${command} on ${host} (process ${pid}) holds the ${holder.name} lease`);
    this.holder = holder;
  }
}

const LIFE_MS = 15_000;
const RENEW_MS = 5_000;
/** Two that start at once both write; the later write wins, and after this time both see it. */
const SETTLE_MS = 300;

interface LeaseOptions {
  clock: Clock;
  logger: Logger;
  /** Processes that give the same name hold the lease together. */
  sharedBy?: string;
  /** How long two that start at once may take to see each other; 300 unless given. */
  settleMs?: number;
  /** How long it is held by a process of another host that says nothing; 15,000 unless given. */
  lifeMs?: number;
}

/** Throws `LeaseTakenError` when another living process holds it. */
export async function holdLease(
  store: LeaseStore,
  name: string,
  command: string,
  { clock, logger, sharedBy, settleMs = SETTLE_MS, lifeMs = LIFE_MS }: LeaseOptions,
): Promise<HeldLease> {
  const own = {
    name,
    holder: sharedBy ?? randomUUID(),
    host: hostname(),
    pid: process.pid,
    command,
  };
  const write = (expiresAtMs: number) => store.putLease({ ...own, expiresAtMs });
  const present = await store.lease(name);
  const isOthers = present !== null && present.holder !== own.holder;
  if (isOthers && isHeld(present, clock.now())) throw new LeaseTakenError(present);
  await write(clock.now() + lifeMs);
  await sleep(settleMs);
  const settled = await store.lease(name);
  if (settled && settled.holder !== own.holder) throw new LeaseTakenError(settled);
  let lost: (holder: Lease) => void = () => undefined;
  let ended = false;
  const renew = async (): Promise<void> => {
    const current = await store.lease(name);
    if (ended) return;
    if (current && current.holder !== own.holder && isHeld(current, clock.now())) {
      ended = true;
      clearInterval(timer);
      lost(current);
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
    onLost(handle) {
      lost = handle;
    },
    async release() {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      // A shared lease is not released; it expires after its last holder.
      if (sharedBy === undefined) await write(0);
    },
  };
}

/** A process of this host that is gone holds nothing, whatever its lease says. */
function isHeld(lease: Lease, nowMs: number): boolean {
  if (lease.expiresAtMs <= nowMs) return false;
  return lease.host !== hostname() || (lease.pid !== process.pid && isAlive(lease.pid));
}
