/**
 * The process that runs the statements of analysts, one at a time. It can read the tables but not
 * write to them, has none of the service's secrets in its environment, and holds no state: whatever
 * a statement does to it, the service can start another. It ends itself if it uses too much memory.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../domain/errors.js';
import { lowerPriority } from '../../process/lower-priority.js';
import { requireRoomForAnswer, requireRoomOfEngine } from '../engine/disk-room.js';
import type { EngineQuery } from '../engine/engine.js';
import type { WorkerMessage, WorkerSettings } from './messages.js';
import { nativeBlocks } from './native-blocks.js';
import { openReadOnlyTables } from './read-only-tables.js';
import { readFunctionRules, runStatement } from './run-statement.js';

/** Memory that a statement with its answer may use in all, as a multiple of its own limit. */
const MEMORY_FACTOR = 1.25;
const CHECK_MEMORY_MS = 20;

async function main(): Promise<void> {
  // A terminal or a service manager signals all processes, but the service decides when to stop.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('disconnect', end);
  // The service may have ended while the engine was being loaded.
  if (!process.connected) end();
  lowerPriority();
  process.umask(0o077);
  const settings: WorkerSettings = JSON.parse(process.argv[2] ?? '');
  const { folder, database, limits } = settings;
  requireRoomOfEngine(folder);
  const tables = await openReadOnlyTables({ ...settings, folder: join(folder, 'engine') });
  const functions = await readFunctionRules(tables.control);
  const limitBytes = limits.memoryMb * 1_000_000;
  const maxBytes = process.memoryUsage.rss() + limitBytes * MEMORY_FACTOR;
  let hasRun = false;
  const answer = async (request: EngineQuery): Promise<void> => {
    // The engine keeps some memory for good, such as megabytes for each time zone.
    const isWorn = hasRun && process.memoryUsage.rss() > maxBytes - limitBytes;
    if (isWorn) return send({ kind: 'worn' });
    hasRun = true;
    const watch = setInterval(() => endIfAbove(maxBytes), CHECK_MEMORY_MS);
    try {
      const { result, format } = await runStatement(
        { tables, functions, database, limits },
        request,
      );
      const path = join(folder, `answer-${randomUUID()}`);
      const bytes = result.bytes();
      requireRoomForAnswer(folder, bytes.length);
      const { protocolVersion = 0 } = request;
      const isConverted = protocolVersion > 0 && /^native$/i.test(format);
      await writeFile(path, isConverted ? nativeBlocks(bytes, protocolVersion) : bytes);
      const { rowsRead, bytesRead, elapsed } = result;
      // The engine counts what its client reads: the rows of the answer.
      const size = { rows: rowsRead, valueBytes: bytesRead, seconds: elapsed };
      await send({ kind: 'answered', answer: { path, format, size } });
    } catch (error) {
      await send({ kind: 'failed', message: messageOf(error) });
    } finally {
      clearInterval(watch);
    }
    // The allocator keeps freed memory for seconds. It would be added to that of the next
    // statement.
    await tables.control.queryAsync('SYSTEM JEMALLOC PURGE').catch(() => undefined);
  };
  let last = Promise.resolve();
  process.on('message', (request: EngineQuery) => {
    last = last.then(() => answer(request));
  });
}

/**
 * Ends the process if it uses more than `maxBytes` bytes. The engine counts most of a statement's
 * memory, but not the copies of its text and its plan.
 */
function endIfAbove(maxBytes: number): void {
  if (process.memoryUsage.rss() > maxBytes) void send({ kind: 'too_large' }).then(end);
}

/** Kills this process. A normal exit would wait until the engine has finished its statement. */
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
  // The reason why the process did not start is sent in reply to the first statement.
  process.on('message', () => {
    void send({ kind: 'failed', message: messageOf(error) }).then(end);
  });
});
