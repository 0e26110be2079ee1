/**
 * Keeps billing statements in ClickHouse. Each is a separate insert with a deduplication token made
 * of account and period, which the table checks and remembers in one step: the first insert wins,
 * later ones are dropped. After the table has forgotten a token, the greatest `precedence` wins;
 * the server assigns it, and it shrinks with time.
 */
import { hash } from 'node:crypto';
import type { BillingStore, LedgerTotal, Statement } from '../../domain/ports/billing-store.js';
import { isoOf } from '../../domain/time.js';
import type { ClickHouse } from '../../platform/clickhouse/client/clickhouse.js';

const COLUMNS = `statement_id AS statementId, account_id AS accountId,
  toUnixTimestamp64Milli(period_start) AS startMs, toUnixTimestamp64Milli(period_end) AS endMs,
  credits_used AS creditsUsed, monthly_limit AS monthlyLimit, toBool(unlimited) AS unlimited, routes,
  adjustments, toUnixTimestamp64Milli(closed_at) AS closedAtMs`;

interface StatementRow extends Omit<Statement, 'adjustments'> {
  adjustments: { period_start: string; credits: number }[];
}

export function createClickHouseBillingStore(clickhouse: ClickHouse): BillingStore {
  const statements = async (accountId: string): Promise<Statement[]> => {
    const rows = await clickhouse.rows<StatementRow>(
      `SELECT ${COLUMNS} FROM billing_statements FINAL
       WHERE account_id = {accountId:String} ORDER BY period_start`,
      { accountId },
    );
    return rows.map(statementOf);
  };
  return {
    async lastPeriodEnds() {
      const rows = await clickhouse.rows<{ account_id: string; end_ms: number }>(
        `SELECT account_id, toUnixTimestamp64Milli(max(period_end)) AS end_ms
         FROM billing_statements FINAL GROUP BY account_id`,
      );
      return new Map(rows.map((row) => [row.account_id, row.end_ms]));
    },
    statements,
    async putStatement(statement) {
      const { accountId, startMs } = statement;
      await clickhouse.insert('billing_statements', [rowOf(statement)], 'usage', {
        async_insert: 0,
        insert_deduplicate: 1,
        insert_deduplication_token: hash('sha256', `${accountId}|${startMs}`),
      });
      const valid = (await statements(accountId)).find((each) => each.startMs === startMs);
      if (valid) return valid;
      throw new Error(`the statement of ${accountId} from ${isoOf(startMs)} was not stored`);
    },
    async ledgerTotals(accountId, beforeMs) {
      return clickhouse.rows<LedgerTotal>(
        `SELECT toUnixTimestamp64Milli(period_start) AS periodStartMs, route,
           countIf(voided = 0) AS calls,
           sum(credits) AS credits
         FROM credit_ledger FINAL
         WHERE account_id = {accountId:String}
           AND period_start < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
         GROUP BY periodStartMs, route HAVING calls > 0 ORDER BY periodStartMs, route`,
        { accountId, beforeMs },
      );
    },
  };
}

function rowOf(statement: Statement): object {
  return {
    statement_id: statement.statementId,
    account_id: statement.accountId,
    period_start: isoOf(statement.startMs),
    period_end: isoOf(statement.endMs),
    credits_used: statement.creditsUsed,
    monthly_limit: statement.monthlyLimit,
    unlimited: Number(statement.unlimited),
    routes: statement.routes,
    adjustments: statement.adjustments.map(({ periodStartMs, credits }) => ({
      period_start: isoOf(periodStartMs),
      credits,
    })),
    closed_at: isoOf(statement.closedAtMs),
  };
}

function statementOf({ adjustments, ...statement }: StatementRow): Statement {
  return {
    ...statement,
    adjustments: adjustments.map(({ period_start, credits }) => ({
      periodStartMs: Date.parse(period_start),
      credits,
    })),
  };
}
