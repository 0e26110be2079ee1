/**
 * Runs the statements of analysts on a data folder, one at a time, in a process of their own. If
 * the client no longer waits for a statement, or the statement exceeds its time limit, the process
 * is killed; the next statement starts a new one. An idle process is ended after a while.
 */
import { rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createSerialQueue } from '../../../domain/concurrency/serial-queue.js';
import { withSignals } from '../../../domain/concurrency/with-signals.js';
import type { EngineQuery } from '../engine/engine.js';
import {
  type AnalystProcess,
  analystsFolder,
  processEndedError,
  startAnalystProcess,
} from './analyst-process.js';
import { engineError, requireBounded } from './bound-statement.js';
import type { AnalystTables, AnswerSize, StoredAnswer } from './messages.js';

/** Statements that wait while one runs. */
const MAX_WAITING_STATEMENTS = 16;
/** Answers being sent at which the next statement must wait. */
const MAX_ANSWERS_IN_DELIVERY = 4;
/**
 * Milliseconds that a statement may run beyond its limit in seconds, which the engine checks while
 * rows flow, but not while it plans.
 */
const OVERTIME_MS = 2_000;
/** Milliseconds after which an idle process is ended, because it uses hundreds of megabytes. */
const IDLE_MS = 60_000;

export interface AnalystAnswer {
  format: string;
  text: Readable;
  bytes: number;
  size?: AnswerSize;
}

interface AnalystCall {
  signal?: AbortSignal | undefined;
  /** Sends the answer. No statement starts while `MAX_ANSWERS_IN_DELIVERY` are being sent. */
  deliver(answer: AnalystAnswer): Promise<void>;
}

export type AnalystLane = ReturnType<typeof createAnalystLane>;

interface AnalystLaneOptions extends AnalystTables {
  /** Replaces `startAnalystProcess` in tests. */
  start?: () => AnalystProcess;
  idleMs?: number;
}

export function createAnalystLane(options: AnalystLaneOptions) {
  const { source, database, limits, idleMs = IDLE_MS } = options;
  const start = options.start ?? (() => startAnalystProcess({ source, database, limits }));
  rmSync(analystsFolder(source), { recursive: true, force: true });
  const closing = new AbortController();
  let current: AnalystProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const line = createSerialQueue();
  const deliveries = new Set<Promise<void>>();

  async function run(query: EngineQuery, signal: AbortSignal): Promise<StoredAnswer> {
    signal.throwIfAborted();
    clearTimeout(idleTimer);
    const worker = await usableProcess();
    const overtime = AbortSignal.timeout(limits.seconds * 1_000 + OVERTIME_MS);
    const ended = AbortSignal.any([signal, overtime]);
    const kill = () => void worker.kill();
    ended.addEventListener('abort', kill, { once: true });
    try {
      // The call may have been aborted while an earlier process was ending.
      ended.throwIfAborted();
      const answer = await worker.run(query);
      if (answer) return answer;
      await worker.kill();
    } catch (error) {
      if (!overtime.aborted) throw error;
      const text = 'the statement took longer than one may take';
      throw engineError(159, text, 'TIMEOUT_EXCEEDED');
    } finally {
      ended.removeEventListener('abort', kill);
      idleTimer = setTimeout(() => void worker.kill(), idleMs).unref();
    }
    return run(query, signal);
  }

  async function usableProcess(): Promise<AnalystProcess> {
    if (current?.isUsable) return current;
    await current?.kill();
    current = start();
    return current;
  }

  /** Resolves when the next statement may run; `delivery` resolves once the answer is sent. */
  async function takeTurn(
    query: EngineQuery,
    call: AnalystCall,
  ): Promise<{ delivery: Promise<void> }> {
    const ending = [closing.signal, ...(call.signal ? [call.signal] : [])];
    const running = withSignals(ending, (ended) => run(query, ended));
    const stored = await running.catch((error: unknown) => {
      if (closing.signal.aborted) throw stoppedError();
      throw error;
    });
    const delivery = send(stored, call).finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
    if (deliveries.size >= MAX_ANSWERS_IN_DELIVERY) {
      await Promise.race(deliveries).catch(() => undefined);
    }
    return { delivery };
  }

  async function send(
    { path, format, size }: StoredAnswer,
    { deliver }: AnalystCall,
  ): Promise<void> {
    const file = await open(path).catch(() => {
      throw processEndedError();
    });
    try {
      await rm(path);
      const { size: bytes } = await file.stat();
      await deliver({ format, text: file.createReadStream(), bytes, size });
    } finally {
      await file.close();
    }
  }

  return {
    async query(query: EngineQuery, call: AnalystCall): Promise<void> {
      if (closing.signal.aborted) throw stoppedError();
      if (line.length >= MAX_WAITING_STATEMENTS) throw busyError();
      requireBounded(query);
      const turn = line.run(() => takeTurn(query, call), call.signal);
      const { delivery } = await turn.catch((error: unknown) => {
        if (closing.signal.aborted || !call.signal?.aborted) throw error;
        throw engineError(394, 'Query was cancelled', 'QUERY_WAS_CANCELLED');
      });
      await delivery;
    },
    /** Ends the running statement and rejects the waiting ones. */
    async close(): Promise<void> {
      closing.abort();
      clearTimeout(idleTimer);
      await line.run(async () => undefined);
      await Promise.allSettled(deliveries);
      await current?.kill();
      await rm(analystsFolder(source), { recursive: true, force: true });
    },
  };
}

/** The error is retriable, because the next process that serves the folder can answer. */
function stoppedError(): Error {
  return engineError(236, 'the server is being stopped', 'ABORTED');
}

function busyError(): Error {
  return engineError(
    202,
    'Too many analyst statements are waiting: try again later',
    'TOO_MANY_SIMULTANEOUS_QUERIES',
  );
}
