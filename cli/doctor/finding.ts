/** Types of the checks of `signals doctor`, and of what they find. */
import { type Release, releaseText } from '../../shared/domain/release.js';

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

export function ok(name: string, message: string): Finding {
  return { name, status: 'ok', message };
}

export function warning(name: string, message: string): Finding {
  return { name, status: 'warning', message };
}

export function problem(name: string, message: string): Finding {
  return { name, status: 'problem', message };
}

/** Returns the message for a version that is too old; `text` names what has that version. */
export function upgradeMessage(text: string, oldest: Release): string {
  return `${text}. Upgrade it to ${releaseText(oldest)} or newer.`;
}
