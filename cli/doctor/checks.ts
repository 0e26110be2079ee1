/** What the checks of `signals doctor` are and find, and how they run. */
import { withTimeout } from '../../shared/domain/concurrency/with-timeout.js';
import { reasonOf } from '../../shared/domain/errors.js';
import { type Release, releaseText } from '../../shared/domain/release.js';
import { ConfigError } from '../../shared/platform/process/config.js';

export interface Finding {
  /** What was checked, for example `disk`. */
  name: string;
  /** `warning`: it works, but is worth knowing; `problem`: somebody must do something. */
  status: 'ok' | 'warning' | 'problem';
  /** What was found, or what is wrong and what to do. */
  message: string;
}

/** A check. It has several findings if it is about several things. */
export interface Check {
  name: string;
  /** Runs the check, which changes nothing. If it rejects, the error is reported as a problem. */
  run: () => Promise<readonly Finding[]>;
  timeoutMs?: number;
}

export interface Report {
  status: Finding['status'];
  checks: readonly Finding[];
}

const finding =
  (status: Finding['status']) =>
  (name: string, message: string): Finding => ({ name, status, message });

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
