/** What a check of `signals doctor` found. */
import { type Release, releaseText } from '../../shared/domain/release.js';

export interface Finding {
  /** What was checked, for example `disk`. */
  name: string;
  /** `warning`: it works, but something should be known; `problem`: something must be done. */
  status: 'ok' | 'warning' | 'problem';
  /** What is there, or what is wrong and what to do. */
  message: string;
}

/** Several findings of one name, when a check is about several things. */
export interface Check {
  name: string;
  /** Changes nothing. Whatever it rejects with is a problem. */
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

/** `text` names what is too old. */
export function upgrade(text: string, oldest: Release): string {
  return `${text}. Upgrade it to ${releaseText(oldest)} or newer.`;
}
