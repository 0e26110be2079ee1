/** Runs checks at the same time, each with a time limit, so that none holds up the others. */

import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { reasonOf } from '../../shared/domain/errors.js';
import { ConfigError } from '../../shared/platform/process/config.js';
import { type Check, type Finding, problem, type Report } from './finding.js';

const TIMEOUT_MS = 10_000;

export async function runChecks(checks: readonly Check[]): Promise<Report> {
  const findings = (await Promise.all(checks.map(runCheck))).flat();
  return { status: worstOf(findings), checks: findings };
}

async function runCheck({ name, run, timeoutMs = TIMEOUT_MS }: Check): Promise<readonly Finding[]> {
  try {
    const found = await withTimeout(timeoutMs, run());
    if (found !== 'late') return found;
    const message = `no answer within ${timeoutMs / 1_000} s. Check that it runs and can be reached.`;
    return [problem(name, message)];
  } catch (error) {
    const reason = error instanceof ConfigError ? error.faults.join('; ') : reasonOf(error);
    return [problem(name, reason)];
  }
}

function worstOf(found: readonly Finding[]): Finding['status'] {
  if (found.some(({ status }) => status === 'problem')) return 'problem';
  return found.some(({ status }) => status === 'warning') ? 'warning' : 'ok';
}
