/** What the checks of `signals doctor` are and find, and how they run. */
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { reasonOf } from '../../shared/domain/errors.js';
import { type Release, releaseText } from '../../shared/domain/release.js';
import { ConfigError } from '../../shared/platform/process/config.js';

export interface Finding {
  /** What was checked, if the check is about several things; otherwise its own name. */
  name?: string | undefined;
  /** `warning`: it works, but is worth knowing; `problem`: somebody must do something. */
  status: 'ok' | 'warning' | 'problem';
  /** What was found, or what is wrong and what to do. */
  message: string;
}

export interface Check {
  /** What is checked, for example `disk`. */
  name: string;
  /** Runs the check, which changes nothing. If it rejects, the error is reported as a problem. */
  run: () => Promise<Finding | readonly Finding[]>;
  timeoutMs?: number;
}

export interface Report {
  status: Finding['status'];
  checks: readonly (Finding & { name: string })[];
}

const finding =
  (status: Finding['status']) =>
  (message: string, name?: string): Finding => ({ name, status, message });

export const ok = finding('ok');
export const warning = finding('warning');
export const problem = finding('problem');

/** Returns the message for a version that is too old; `text` names what has that version. */
export function upgradeMessage(text: string, oldest: Release): string {
  return `${text}. Upgrade it to ${releaseText(oldest)} or newer.`;
}

const TIMEOUT_MS = 10_000;

/** Runs checks at the same time, each with a time limit, so that none holds up the others. */
export async function runChecks(checks: readonly Check[]): Promise<Report> {
  const run = async (check: Check) =>
    [await resultOf(check)]
      .flat()
      .map(({ name = check.name, status, message }) => ({ name, status, message }));
  const findings = (await Promise.all(checks.map(run))).flat();
  return { status: worstOf(findings), checks: findings };
}

async function resultOf({ run, timeoutMs = TIMEOUT_MS }: Check) {
  try {
    const found = await withTimeout(timeoutMs, run());
    if (found !== 'late') return found;
    return problem(
      `no answer within ${timeoutMs / 1_000} s. Check that it runs and can be reached.`,
    );
  } catch (error) {
    return problem(error instanceof ConfigError ? error.faults.join('; ') : reasonOf(error));
  }
}

function worstOf(found: readonly Finding[]): Finding['status'] {
  if (found.some(({ status }) => status === 'problem')) return 'problem';
  return found.some(({ status }) => status === 'warning') ? 'warning' : 'ok';
}
