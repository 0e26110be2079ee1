/** Converts statements, and reports about closed periods, to JSON documents. */
import { messageOf } from '../../shared/domain/errors.js';
import type {
  BillingStatement,
  ClosedPeriods,
} from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';
import type { ClosingReport } from './close-periods.js';
import type { FoundStatement } from './statements.js';

export function statementDocument({ statement, isOpen }: FoundStatement): BillingStatement {
  const { adjustments, creditsUsed, unlimited } = statement;
  return {
    statement_id: isOpen ? null : statement.statementId,
    account_id: statement.accountId,
    period_start: isoOf(statement.startMs),
    period_end: isoOf(statement.endMs),
    open: isOpen,
    closed_at: isOpen ? null : isoOf(statement.closedAtMs),
    unlimited,
    monthly_limit: unlimited ? 0 : statement.monthlyLimit,
    credits_used: creditsUsed,
    carry_over: 0,
    routes: statement.routes.map(({ route, calls, credits }) => ({ route, calls, credits })),
    adjustments: adjustments.map(({ periodStartMs, credits }) => ({
      period_start: isoOf(periodStartMs),
      credits,
    })),
    // What the statement bills: the credits of its period plus its adjustments.
    credits_total: adjustments.reduce((sum, { credits }) => sum + credits, creditsUsed),
  };
}

export function closingDocument({ closed, waiting, failed }: ClosingReport): ClosedPeriods {
  return {
    closed: closed.map((statement) => statementDocument({ statement, isOpen: false })),
    waiting: waiting.map(({ accountId, startMs, endMs, waitsFor }) => ({
      account_id: accountId,
      period_start: isoOf(startMs),
      period_end: isoOf(endMs),
      waits_for: waitsFor.map((source) => ({
        source_id: source.sourceId,
        kind: source.kind,
        description: source.description,
        drained_to: isoOf(source.drainedToMs),
      })),
    })),
    failed: failed.map(({ accountId, error }) => ({
      account_id: accountId,
      error: messageOf(error),
    })),
  };
}
