/** Finds the files of a model. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { WorkerSettings } from './messages.js';

export function workerSettings(model: string): WorkerSettings {
  const isFolder = existsSync(model);
  return {
    localModelPath: isFolder ? `${dirname(model)}/` : null,
    model: isFolder ? basename(model) : model,
  };
}

/** Returns the folder itself, or the one where the library stores what it has loaded from a hub. */
export function modelFolder(model: string): string {
  return existsSync(model) ? model : join(cacheFolder(), model);
}

/** Returns the folder in which the library stores what it loads from a hub: next to its code. */
export function cacheFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@xenova/transformers');
  return join(dirname(entry), '..', '.cache');
}
