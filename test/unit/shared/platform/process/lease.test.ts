/** Leases of processes whose clocks differ, or whose host names and process ids are equal. */
import { hostname } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Lease, LeaseStore } from '../../../../../shared/domain/ports/lease-store.js';
import { holdLease, LeaseTakenError } from '../../../../../shared/platform/process/lease.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';

const HOUR_MS = 3_600_000;
const WATCH_MS = 50;

describe('holdLease', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  let stored: Lease;
  const take = (lease: Lease, renew: (lease: Lease) => Lease, aheadMs = 0) => {
    stored = lease;
    const store: LeaseStore = {
      lease: async () => stored,
      async putLease(next) {
        stored = next;
      },
    };
    setTimeout(() => store.putLease(renew(stored)), WATCH_MS / 2);
    return holdLease(store, 'credits', 'api', {
      clock: { now: () => Date.now() + aheadMs },
      logger: createLogger('silent'),
      settleMs: 2 * WATCH_MS,
      watchMs: WATCH_MS,
    });
  };
  const lease: Lease = {
    name: 'credits',
    holder: 'other',
    host: 'another-host',
    pid: 1,
    command: 'serve',
    expiresAtMs: Date.now() + 15_000,
  };
  const renewed = (each: Lease) => ({ ...each, expiresAtMs: each.expiresAtMs + 5_000 });

  it.each([60_000, 2 * HOUR_MS, -2 * HOUR_MS])(
    'leaves a lease to the process that renews it, if the clock is %i ms ahead of that of the process',
    async (aheadMs) => {
      await expect(take(lease, renewed, aheadMs)).rejects.toBeInstanceOf(LeaseTakenError);
    },
  );

  it('takes an expired lease that nobody renews', async () => {
    const held = await take({ ...lease, expiresAtMs: Date.now() - 1 }, (each) => each);
    await held.release();
  });

  it('takes a lease that was given up meanwhile', async () => {
    const givenUp = (each: Lease) => ({ ...each, expiresAtMs: 0 });
    const held = await take({ ...lease, expiresAtMs: Date.now() - 1 }, givenUp);
    await held.release();
  });

  describe('of a process in another container with the same host name and process id', () => {
    const twin = { ...lease, host: `${hostname()} a-boot pid:[1]`, pid: process.pid };

    it('is left to it while it renews the lease', async () => {
      await expect(take(twin, renewed)).rejects.toThrow(
        `signals serve on ${hostname()} (process ${process.pid}) holds the credits lease`,
      );
    });

    it('is taken if nobody renews the lease, because the container was restarted', async () => {
      const held = await take(twin, (each) => each);
      await held.release();
    });

    it('ends this one that loses the lease to it', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const held = await take({ ...lease, expiresAtMs: 0 }, (each) => each);
      const lost = vi.fn();
      held.onLost(lost);
      stored = { ...twin, expiresAtMs: Date.now() + 15_000 };
      await vi.advanceTimersByTimeAsync(5_000);
      expect(lost).toHaveBeenCalledExactlyOnceWith(stored);
    });
  });
});
