/**
 * Decides what a process does about tables that have lost rows because their files are damaged: it
 * neither bills nor lets anyone in by incomplete tables, and reports all others.
 */
import { AppError } from '../../shared/domain/errors.js';
import type { Logger } from '../../shared/domain/ports/logger.js';
import type { DamagedPart } from '../../shared/platform/clickhouse/schema/damaged-parts.js';

/** Tables that decide who may call and what a call costs. */
const ACCOUNTING: ReadonlySet<string> = new Set([
  ...['accounts', 'api_keys', 'idempotency_keys'],
  ...['credit_ledger', 'credit_sources', 'billing_statements'],
]);

const REMEDY =
  'Restore a backup (deploy/README.md, "Damaged files"). Or, if you accept the loss, remove the folder and start again.';

/** Describes the damage of a part, and what to do. */
export function damageText({ table, path }: DamagedPart): string {
  return `The table ${table} is incomplete: ClickHouse found damaged files and moved them to ${path}. ${REMEDY}`;
}

/** Throws if a table is incomplete on which charges or access depend. */
export function requireAccounting(damaged: readonly DamagedPart[]): void {
  const faults = damaged.filter(({ table }) => ACCOUNTING.has(table)).map(damageText);
  if (faults.length > 0) throw new AppError('internal_error', faults.join('\n'));
}

/** Logs each damaged part. */
export function logDamage(damaged: readonly DamagedPart[], logger: Logger): void {
  for (const part of damaged) {
    logger.error({ ...part, remedy: damageText(part) }, 'table_incomplete');
  }
}
