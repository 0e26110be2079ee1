/** A real embedded ClickHouse for ledger and logs, and payers to charge. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account, ApiKey } from '../../shared/domain/ports/account-store.js';
import type { Charge, Payer } from '../../shared/domain/ports/credit-meter.js';
import type { UsageStore } from '../../shared/domain/ports/usage-store.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { migrate } from '../../shared/platform/clickhouse/schema/migrate.js';
import { createClickHouseUsageStore } from '../../shared/stores/logs/clickhouse-usage-store.js';
import { openDataFolder, SCHEMA_FOLDER } from './clickhouse-adapters.js';

export interface UsageLedger {
  folder: string;
  clickhouse: ClickHouse;
  usage: UsageStore;
  /** Credits of all periods, each charge once. */
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

export function payer(
  accountId: string,
  { limit = 1_000, cap = null, key = 'a', ...account }: PayerOptions = {},
): Payer {
  const createdAt = '2026-01-01T00:00:00.000Z';
  return {
    account: {
      accountId,
      name: accountId,
      monthlyLimit: limit,
      unlimited: false,
      rateLimit: 600,
      earlyAccess: false,
      billingAnchorDay: 1,
      createdAt,
      deletedAt: null,
      ...account,
    },
    key: keyOf(accountId, key, cap, createdAt),
  };
}

export interface PayerOptions extends Partial<Account> {
  limit?: number;
  cap?: number | null;
  key?: string;
}

export function chargeOf(who: Payer, credits: number, more: Partial<Charge> = {}): Charge {
  return {
    ...who,
    requestId: 'request',
    route: 'POST /v1/signals/search',
    credits,
    units: 1,
    settlement: null,
    ...more,
  };
}

function keyOf(accountId: string, name: string, cap: number | null, createdAt: string): ApiKey {
  return {
    keyId: `${accountId}-${name}`,
    accountId,
    name,
    prefix: 'sig_live_abc',
    hash: '',
    createdAt,
    expiresAt: null,
    revokedAt: null,
    monthlyCreditCap: cap,
    lastUsedAt: null,
  };
}
