import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/errors.js';
import { type Stop, untilStopped } from '../../../shared/lifecycle.js';
import { createLogger } from '../../../shared/logger.js';

const logger = createLogger('silent');

describe('untilStopped', () => {
  // What would end this process waits for a clock that stands.
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
    process.exitCode = undefined;
  });

  it('runs the phases, last one first, each within its bound, whatever one of them does', async () => {
    const ran: string[] = [];
    const ended = untilStopped(logger, async ({ defer }) => {
      defer({ name: 'first', timeoutMs: 1_000, run: async () => void ran.push('first') });
      defer({ name: 'fails', timeoutMs: 1_000, run: () => Promise.reject(new Error('no')) });
      defer({ name: 'hangs', timeoutMs: 1_000, run: () => new Promise(() => ran.push('hangs')) });
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ran).toEqual([]);
    process.emit('SIGTERM', 'SIGTERM');
    await vi.advanceTimersByTimeAsync(999);
    expect(ran).toEqual(['hangs']);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(ran).toEqual(['hangs', 'first']);
    expect(process.exitCode).toBe(1);
  });

  it('ends what is open after a start that failed, having told it to stop', async () => {
    const ran: boolean[] = [];
    const ended = untilStopped(logger, async ({ defer, signal }) => {
      defer({ name: 'api', timeoutMs: 1_000, run: async () => void ran.push(signal.aborted) });
      throw new Error('no port');
    });
    await expect(ended).rejects.toThrow('no port');
    expect(ran).toEqual([true]);
  });

  it('does not forget a stop that comes while it starts', async () => {
    const ran: string[] = [];
    await untilStopped(logger, async ({ defer, stop }) => {
      stop();
      await Promise.resolve();
      defer({ name: 'api', timeoutMs: 1_000, run: async () => void ran.push('api') });
    });
    expect(ran).toEqual(['api']);
  });

  const givesUp = async ({ signal, stop }: Stop): Promise<void> => {
    stop();
    signal.throwIfAborted();
  };
  const cannotWait = async ({ stop }: Stop): Promise<void> => {
    stop();
    throw new AppError('unavailable', 'no answer');
  };
  const isWrong = async ({ stop }: Stop): Promise<void> => {
    stop();
    throw new AppError('conflict', 'another process counts credits');
  };
  const neverStarts = async (): Promise<void> => {
    throw new AppError('unavailable', 'no answer');
  };
  it('takes a wait given up for no failure, and everything else for one', async () => {
    await untilStopped(logger, givesUp);
    await untilStopped(logger, cannotWait);
    await expect(untilStopped(logger, isWrong)).rejects.toThrow('another process');
    await expect(untilStopped(logger, neverStarts)).rejects.toThrow('no answer');
  });
});
