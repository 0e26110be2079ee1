/** The process that runs the statements of analysts, as its starter sees it. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startBuilt } from '../../process/start-built.js';
import { refused } from './bound-statement.js';
import { metadataFolder, modifiedAt } from './folder-versions.js';
import type {
  AnalystTables,
  StoredAnswer,
  WorkerMessage,
  WorkerRequest,
  WorkerSettings,
} from './messages.js';

export interface AnalystProcess {
  /** Rejects with an error worded as the engine words them, also when the process ends. */
  run(request: WorkerRequest): Promise<StoredAnswer>;
  /** It runs, and knows the tables as they are defined now. */
  readonly isUsable: boolean;
  /** Ends it at once, whatever it does. */
  kill(): Promise<void>;
}

/** Where processes of analysts keep their folders; whatever is left there by one that ended is of no use. */
export function analystsFolder(source: string): string {
  return `${source}-analysts`;
}

/** Statements may be sent at once: they wait until the process is ready. */
export function startAnalystProcess(tables: AnalystTables): AnalystProcess {
  const folder = join(analystsFolder(tables.source), randomUUID());
  mkdirSync(folder, { recursive: true });
  const settings: WorkerSettings = { ...tables, folder };
  const metadata = metadataFolder(tables.source, tables.database);
  const definitions = modifiedAt(metadata);
  const child = startBuilt('analyst-worker', settings, {
    // None of the service's secrets; what a library writes or opens by a short name is here.
    env: { TZ: process.env.TZ, TMPDIR: folder },
    cwd: folder,
    // Libraries write what analysts name.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isTooLarge = false;
  let isRunning = true;
  let finish: ((message: WorkerMessage | null) => void) | undefined;
  // What it has said is heard before its end.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).catch(
    () => undefined,
  );
  child.on('message', (message: WorkerMessage) => {
    if (message.kind === 'too_large') isTooLarge = true;
    else finish?.(message);
  });
  child.on('error', () => finish?.(null));
  const gone = ended.then(async () => {
    isRunning = false;
    finish?.(null);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get isUsable() {
      return isRunning && modifiedAt(metadata) === definitions;
    },
    run(request) {
      return new Promise((resolve, reject) => {
        finish = (message) => {
          if (message?.kind === 'answered') resolve(message.answer);
          else if (message?.kind === 'failed') reject(new Error(message.message));
          else reject(isTooLarge ? tooLarge() : lost());
        };
        // One that has just ended is told by its `exit`.
        child.send(request, () => undefined);
      });
    },
    async kill() {
      isRunning = false;
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function tooLarge(): Error {
  const remedy = 'ask for fewer columns, rows or groups';
  return refused(
    241,
    `the statement and its answer need more memory than one may have: ${remedy}`,
    'MEMORY_LIMIT_EXCEEDED',
  );
}

/** The process ended without a word. */
export function lost(): Error {
  return refused(1002, 'the statement ended the engine that ran it', 'UNKNOWN_EXCEPTION');
}
