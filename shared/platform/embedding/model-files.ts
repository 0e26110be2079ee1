/** Where the files of a model lie. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { WorkerSettings } from './messages.js';

/** `model`: a folder, or an id on a hub. */
export function workerSettings(model: string): WorkerSettings {
  const isFolder = existsSync(model);
  return {
    localModelPath: isFolder ? `${dirname(model)}/` : null,
    model: isFolder ? basename(model) : model,
  };
}

/** The folder itself, or where the library keeps what it has loaded from a hub. */
export function modelFolder(model: string): string {
  return existsSync(model) ? model : join(cacheFolder(), model);
}

/** As the library has it: beside its own code. */
function cacheFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@xenova/transformers');
  return join(dirname(entry), '..', '.cache');
}
