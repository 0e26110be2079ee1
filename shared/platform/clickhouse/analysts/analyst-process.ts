/** Starts the process that runs analysts' statements, sends it statements and gets its answers. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBuilt } from '../../process/start-built.js';
import type { EngineQuery } from '../engine/engine.js';
import { engineError } from './bound-statement.js';
import { metadataFolder, modifiedAt } from './folder-versions.js';
import type { AnalystTables, StoredAnswer, WorkerMessage, WorkerSettings } from './messages.js';

export type AnalystProcess = ReturnType<typeof startAnalystProcess>;

/** Contains a folder for each process. What an ended process leaves there can be deleted. */
export function analystsFolder(source: string): string {
  return `${source}-analysts`;
}

/** Starts the process. Statements may be sent at once: they wait until the process is ready. */
export function startAnalystProcess(tables: AnalystTables) {
  const folder = join(analystsFolder(tables.source), randomUUID());
  mkdirSync(folder, { recursive: true });
  const settings: WorkerSettings = { ...tables, folder };
  const metadata = metadataFolder(tables.source, tables.database);
  const definitions = modifiedAt(metadata);
  const child = startBuilt('analyst-worker', settings, {
    // The process gets none of the service's secrets. What a library writes or opens by a relative
    // path is in the folder of the process.
    env: { TZ: process.env.TZ, TMPDIR: folder },
    cwd: folder,
    // Libraries print texts from analysts' statements, so the output is discarded.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isTooLarge = false;
  let isRunning = true;
  /** Ends the running statement with the process's answer; `null` if the process failed. */
  let finish: ((message: WorkerMessage | null) => void) | undefined;
  // Messages that the process sent before it ended are handled first.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).catch(
    () => undefined,
  );
  child.on('message', (message: WorkerMessage) => {
    if (message.kind === 'too_large') isTooLarge = true;
    else finish?.(message);
  });
  child.on('error', () => finish?.(null));
  const cleanedUp = ended.then(async () => {
    isRunning = false;
    finish?.(null);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    /** True if the process runs and knows the current definitions of the tables. */
    get isUsable(): boolean {
      return isRunning && modifiedAt(metadata) === definitions;
    },
    /**
     * Resolves with `null` if another process must run the statement. Rejects with an error in the
     * engine's wording, also if the process ends.
     */
    run(request: EngineQuery): Promise<StoredAnswer | null> {
      return new Promise((resolve, reject) => {
        finish = (message) => {
          if (message?.kind === 'answered') resolve(message.answer);
          else if (message?.kind === 'worn') resolve(null);
          else if (message?.kind === 'failed') reject(new Error(message.message));
          else reject(isTooLarge ? tooLargeError() : processEndedError());
        };
        // Errors are ignored here: if the process has just ended, its `exit` event rejects the
        // statement.
        child.send(request, () => undefined);
      });
    },
    /** Ends the process at once, even while a statement runs. */
    async kill(): Promise<void> {
      isRunning = false;
      child.kill('SIGKILL');
      await cleanedUp;
    },
  };
}

function tooLargeError(): Error {
  const remedy = 'ask for fewer columns, rows or groups';
  return engineError(
    241,
    `the statement and its answer need more memory than one may have: ${remedy}`,
    'MEMORY_LIMIT_EXCEEDED',
  );
}

export function processEndedError(): Error {
  return engineError(1002, 'the statement ended the engine that ran it', 'UNKNOWN_EXCEPTION');
}
