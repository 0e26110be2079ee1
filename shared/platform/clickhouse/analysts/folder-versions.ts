/** When folders of an engine have changed, by the clock of the file system. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Two changes within a tick of the clock show as one. */
const CLOCK_TICK_MS = 50;

/** It changes with each definition of a table. */
export function metadataFolder(engine: string, database: string): string {
  return join(engine, 'metadata', database);
}

/** In nanoseconds; `undefined` if there is no such path. */
export function modifiedAt(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
}

/** The same, or `undefined` while a further change might not show. */
export function settledVersion(path: string): bigint | undefined {
  const version = modifiedAt(path);
  if (version === undefined) return undefined;
  return Date.now() - Number(version / 1_000_000n) > CLOCK_TICK_MS ? version : undefined;
}

/** Waits until a further change would show. Rejects if there is no such path. */
export async function settled(path: string): Promise<void> {
  while (settledVersion(path) === undefined) {
    statSync(path);
    await sleep(CLOCK_TICK_MS);
  }
}
