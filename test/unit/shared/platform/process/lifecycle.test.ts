/** Start and orderly stop of a process, with a fake clock and signals that are only emitted. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../../shared/domain/errors.js';
import {
  START_MS,
  type Stop,
  untilStopped,
} from '../../../../../shared/platform/process/lifecycle.js';
import { createLogger } from '../../../../../shared/platform/process/logger.js';

const logger = createLogger('silent');

describe('untilStopped', () => {
  // The timer that would end this process never fires on a fake clock.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });

  afterEach(() => {
    vi.useRealTimers();
    process.exitCode = undefined;
  });

  it('runs the phases in reverse order, each within its timeout, although one fails or hangs', async () => {
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

  it('aborts its signal and runs the phases after a failed start', async () => {
    const ran: boolean[] = [];
    const ended = untilStopped(logger, async ({ defer, signal }) => {
      defer({ name: 'api', timeoutMs: 1_000, run: async () => void ran.push(signal.aborted) });
      throw new Error('no port');
    });
    await expect(ended).rejects.toThrow('no port');
    expect(ran).toEqual([true]);
  });

  it('stops after the start if a stop was requested during the start', async () => {
    const ran: string[] = [];
    await untilStopped(logger, async ({ defer, stop }) => {
      stop();
      await Promise.resolve();
      defer({ name: 'api', timeoutMs: 1_000, run: async () => void ran.push('api') });
    });
    expect(ran).toEqual(['api']);
  });

  it('runs the phases after a timeout if the start ignores a stop', async () => {
    const ran: string[] = [];
    const ended = untilStopped(logger, async ({ defer, stop }) => {
      defer({ name: 'api', timeoutMs: 1_000, run: async () => void ran.push('api') });
      stop();
      await new Promise(() => undefined);
    });
    await vi.advanceTimersByTimeAsync(START_MS - 1);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(ran).toEqual(['api']);
  });

  it('exits at the second signal, but not at the first one after a stop of its own', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const ended = untilStopped(logger, async ({ defer, stop }) => {
      defer({ name: 'hangs', timeoutMs: 1_000, run: () => new Promise(() => undefined) });
      stop();
    });
    await vi.advanceTimersByTimeAsync(1);
    process.emit('SIGTERM', 'SIGTERM');
    expect(exit).not.toHaveBeenCalled();
    process.emit('SIGINT', 'SIGINT');
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await ended;
    exit.mockRestore();
  });

  it('counts signals within a second as one, because a terminal and npm may both send it', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const ended = untilStopped(logger, async ({ defer }) => {
      defer({ name: 'hangs', timeoutMs: 2_000, run: () => new Promise(() => undefined) });
    });
    await vi.advanceTimersByTimeAsync(1);
    process.emit('SIGINT', 'SIGINT');
    process.emit('SIGINT', 'SIGINT');
    await vi.advanceTimersByTimeAsync(900);
    process.emit('SIGINT', 'SIGINT');
    expect(exit).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    process.emit('SIGINT', 'SIGINT');
    expect(exit).toHaveBeenCalledExactlyOnceWith(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await ended;
    exit.mockRestore();
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
  it('resolves if the start gives up waiting after a stop, and rejects on other failures', async () => {
    await untilStopped(logger, givesUp);
    await untilStopped(logger, cannotWait);
    await expect(untilStopped(logger, isWrong)).rejects.toThrow('another process');
    await expect(untilStopped(logger, neverStarts)).rejects.toThrow('no answer');
  });
});
