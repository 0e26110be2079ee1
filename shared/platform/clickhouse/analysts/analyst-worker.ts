/**
 * The process that runs the statements of analysts, one at a time. It reads the tables and cannot write to
 * them, has none of the service's secrets in its environment, and holds nothing: whatever a statement does
 * to it, the service goes on and starts another. It ends itself when it takes too much memory.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../domain/errors.js';
import { lowerPriority } from '../../process/lower-priority.js';
import { CHECK_MEMORY_MS, MEMORY_SHARE } from './limits.js';
import type { WorkerMessage, WorkerRequest, WorkerSettings } from './messages.js';
import { openReadOnlyTables } from './read-only-tables.js';
import { readFunctions, runStatement } from './run-statement.js';

async function main(): Promise<void> {
  // A terminal or a service manager signals all processes: the service decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('disconnect', end);
  // The service may have ended while the engine was loaded.
  if (!process.connected) end();
  lowerPriority();
  process.umask(0o077);
  const settings: WorkerSettings = JSON.parse(process.argv[2] ?? '');
  const { folder, database, limits } = settings;
  const tables = await openReadOnlyTables({ ...settings, folder: join(folder, 'engine') });
  const functions = await readFunctions(tables.control);
  const most = process.memoryUsage.rss() + limits.memoryMb * 1_000_000 * MEMORY_SHARE;
  const answer = async (request: WorkerRequest): Promise<void> => {
    const watch = setInterval(() => endIfAbove(most), CHECK_MEMORY_MS);
    try {
      const { result, format } = await runStatement(
        { tables, functions, database, limits },
        request,
      );
      const path = join(folder, `answer-${randomUUID()}`);
      await writeFile(path, result.bytes());
      const { rowsRead, bytesRead, elapsed } = result;
      const stored = { path, format, rowsRead, bytesRead, elapsedSeconds: elapsed };
      await send({ kind: 'answered', answer: stored });
    } catch (error) {
      await send({ kind: 'failed', message: messageOf(error) });
    } finally {
      clearInterval(watch);
    }
    // The allocator keeps what a statement has freed for seconds: the next one would be added to it.
    await tables.control.queryAsync('SYSTEM JEMALLOC PURGE').catch(() => undefined);
  };
  let last = Promise.resolve();
  process.on('message', (request: WorkerRequest) => {
    last = last.then(() => answer(request));
  });
}

/** The engine counts most of what a statement takes, but not all: the copies of its text, its plan. */
function endIfAbove(most: number): void {
  if (process.memoryUsage.rss() > most) void send({ kind: 'too_large' }).then(end);
}

/** The engine would wait for what it runs. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}

main().catch((error: unknown) => {
  // Whoever asks is told why it did not start.
  process.on('message', () => {
    void send({ kind: 'failed', message: String(error) }).then(end);
  });
});
