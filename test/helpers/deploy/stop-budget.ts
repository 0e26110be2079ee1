/** How long a command may take to stop: the sum of its phases, as its source says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../shared/package-root.js';

export function stopBudgetSeconds(command: string): number {
  const source = readFileSync(join(packageRoot(), 'cli/commands', `${command}.ts`), 'utf8');
  const longest = numberOf(/const STOP_MS = ([\d_]+);/.exec(source)?.[1]);
  const phases = [...source.matchAll(/timeoutMs: (STOP_MS|[\d_]+)/g)].map(([, bound]) =>
    bound === 'STOP_MS' ? longest : numberOf(bound),
  );
  if (phases.length === 0) throw new Error(`${command} has no stop phases`);
  return phases.reduce((sum, ms) => sum + ms, 0) / 1_000;
}

function numberOf(text: string | undefined): number {
  return Number(text?.replaceAll('_', ''));
}
