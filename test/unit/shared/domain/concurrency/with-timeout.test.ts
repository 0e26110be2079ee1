/** Late is what has not come, not what the process was too busy to look at. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { withTimeout } from '../../../../../shared/domain/concurrency/with-timeout.js';

it('gives what came in time, and its failure', async () => {
  await expect(withTimeout(1_000, Promise.resolve('done'))).resolves.toBe('done');
  await expect(withTimeout(1_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

it('gives up on what does not come', async () => {
  await expect(withTimeout(10, new Promise(() => undefined))).resolves.toBe('late');
});

it('takes what came while the process stood still', async () => {
  const child = spawn('sleep', ['0.2']);
  const answer = withTimeout(300, once(child, 'exit'));
  // After sockets and before timers.
  await new Promise((resolve) => setImmediate(resolve));
  spawnSync('sleep', ['1']);
  await expect(answer).resolves.toEqual([0, null]);
});
