/** Leases in ClickHouse. */

import type { LeaseStore } from '../../domain/ports/lease-store.js';
import { isoOf } from '../../domain/time.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';
import { laterVersion } from '../../platform/clickhouse/client/later-version.js';

interface LeaseRow {
  holder: string;
  host: string;
  pid: number;
  command: string;
  expires_ms: number;
}

export function createClickHouseLeaseStore(clickhouse: ClickHouse): LeaseStore {
  return {
    async lease(name) {
      const [row] = await clickhouse.rows<LeaseRow>(
        `SELECT toString(holder) AS holder, host, pid, command,
           toUnixTimestamp64Milli(expires_at) AS expires_ms
         FROM leases FINAL WHERE lease = {name:String}`,
        { name },
      );
      return row ? { name, ...row, expiresAtMs: row.expires_ms } : null;
    },
    async putLease({ name, holder, host, pid, command, expiresAtMs }) {
      const version = await laterVersion(clickhouse, 'leases', 'lease', name);
      const expires_at = isoOf(expiresAtMs);
      const row = { lease: name, holder, host, pid, command, expires_at, version };
      // Not among the writers: a renewal must not wait for a load, nor end what `writes` lets others keep.
      await clickhouse.insert('leases', [row], 'usage');
    },
  };
}
