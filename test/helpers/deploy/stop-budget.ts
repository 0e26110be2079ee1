/**
 * How long a command may take to stop: the sum of its stop phases, read from its source, and of
 * what follows them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSE_MS } from '../../../cli/compose/with-runtime.js';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { LINGER_MS, PHASE_MS } from '../../../shared/platform/process/lifecycle.js';

/** Files in which each command opens what a phase closes. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  api: ['commands/api.ts', 'compose/open-parts.ts', 'compose/compose-api.ts'],
  ingest: ['commands/ingest.ts', 'compose/open-parts.ts'],
};

export function stopBudgetSeconds(command: string): number {
  const phases = (FILES[command] ?? []).flatMap(phasesOf);
  if (phases.length === 0) throw new Error(`${command} has no stop phases`);
  return phases.reduce((sum, ms) => sum + ms, CLOSE_MS + LINGER_MS) / 1_000;
}

function phasesOf(file: string): number[] {
  const source = readFileSync(join(packageRoot(), 'cli', file), 'utf8');
  const longest = numberOf(/const STOP_MS = ([\d_]+);/.exec(source)?.[1]);
  return [...source.matchAll(/\.defer\(\{[^}]*?run:/g)].map(([head]) => {
    const bound = /timeoutMs: (STOP_MS|[\d_]+)/.exec(head)?.[1];
    if (bound === undefined) return PHASE_MS;
    return bound === 'STOP_MS' ? longest : numberOf(bound);
  });
}

function numberOf(text: string | undefined): number {
  return Number(text?.replaceAll('_', ''));
}
