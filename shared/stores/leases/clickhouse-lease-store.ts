/** Reads and writes leases in ClickHouse. */
import type { Lease, LeaseStore } from '../../domain/ports/lease-store.js';
import { isoOf } from '../../domain/time.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { laterVersion } from '../../platform/clickhouse/client/later-version.js';

export function createClickHouseLeaseStore(clickhouse: ClickHouse): LeaseStore {
  return {
    async lease(name) {
      const [row] = await clickhouse.rows<Lease>(
        `SELECT lease AS name, toString(holder) AS holder, host, pid, command,
           toUnixTimestamp64Milli(expires_at) AS expiresAtMs
         FROM leases FINAL WHERE lease = {name:String}`,
        { name },
      );
      return row ?? null;
    },
    async putLease({ name, holder, host, pid, command, expiresAtMs }) {
      const version = await laterVersion(clickhouse, 'leases', 'lease', name);
      const expires_at = isoOf(expiresAtMs);
      const row = { lease: name, holder, host, pid, command, expires_at, version };
      // The lane is not that of the writers: a renewal must not wait for a load, and must not count
      // as a write that ends kept answers (`ClickHouse.writes`).
      await clickhouse.insert('leases', [row], 'usage');
    },
  };
}
