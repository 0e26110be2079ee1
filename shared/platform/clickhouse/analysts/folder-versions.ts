/** Reads when an engine's folders were last modified, according to the file system's clock. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Two changes within a tick of the file system's clock get the same time of modification. */
const CLOCK_TICK_MS = 50;

/** Returns the folder of the tables' definitions, which every change of a definition modifies. */
export function metadataFolder(engine: string, database: string): string {
  return join(engine, 'metadata', database);
}

/** Returns the time of modification in nanoseconds; `undefined` if the path does not exist. */
export function modifiedAt(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
}

/** Returns the time of modification; `undefined` while a further change might get the same time. */
export function settledVersion(path: string): bigint | undefined {
  const version = modifiedAt(path);
  if (version === undefined) return undefined;
  return Date.now() - Number(version / 1_000_000n) > CLOCK_TICK_MS ? version : undefined;
}

/** Waits until a further change would get another time. Rejects if the path does not exist. */
export async function waitUntilSettled(path: string): Promise<void> {
  while (settledVersion(path) === undefined) {
    statSync(path);
    await sleep(CLOCK_TICK_MS);
  }
}
