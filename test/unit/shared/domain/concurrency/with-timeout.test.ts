/** Timeouts: a result that arrived while the process was blocked is not late. Starts `sleep`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { withTimeout } from '../../../../../shared/domain/concurrency/with-timeout.js';

it('withTimeout settles as the work does if that is in time', async () => {
  await expect(withTimeout(1_000, Promise.resolve('done'))).resolves.toBe('done');
  await expect(withTimeout(1_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

it('withTimeout resolves to late if the work does not settle in time', async () => {
  await expect(withTimeout(10, new Promise(() => undefined))).resolves.toBe('late');
});

it('withTimeout accepts a result that arrived while the process was blocked', async () => {
  const child = spawn('sleep', ['0.2']);
  const answer = withTimeout(300, once(child, 'exit'));
  // The process blocks after it has read sockets and before its timers run.
  await new Promise((resolve) => setImmediate(resolve));
  spawnSync('sleep', ['1']);
  await expect(answer).resolves.toEqual([0, null]);
});
