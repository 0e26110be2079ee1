/** A real embedded ClickHouse with the tables of ledger and logs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UsageStore } from '../../shared/domain/ports/usage-store.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { createClickHouseUsageStore } from '../../shared/stores/logs/clickhouse-usage-store.js';
import { openDataFolder, SCHEMA_FOLDER } from './clickhouse-adapters.js';

export interface UsageLedger {
  folder: string;
  clickhouse: ClickHouse;
  usage: UsageStore;
  /** Returns credits and charges of all periods, each charge once. */
  charged(accountId: string): Promise<{ credits: number; charges: number }>;
  close(): Promise<void>;
}

export async function openUsageLedger(): Promise<UsageLedger> {
  const folder = mkdtempSync(join(tmpdir(), 'signals-ledger-'));
  const open = await openDataFolder(folder);
  const { clickhouse } = open;
  await migrate(clickhouse, SCHEMA_FOLDER);
  return {
    folder,
    clickhouse,
    usage: createClickHouseUsageStore(clickhouse),
    async charged(accountId) {
      const [row] = await clickhouse.rows<{ credits: number; charges: number }>(
        `SELECT sum(ledger.credits) AS credits, countIf(ledger.credits > 0) AS charges
         FROM credit_ledger AS ledger FINAL WHERE account_id = {accountId:String}`,
        { accountId },
      );
      return row ?? { credits: 0, charges: 0 };
    },
    async close() {
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
