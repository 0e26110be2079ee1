import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../../../../shared/platform/process/own-process.js';

describe('a process', () => {
  it('is alive while it runs, and not afterwards', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const pid = child.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(pid)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'is not alive once it was killed, although its parent never asks for its end',
    async () => {
      // The shell starts a process, tells its id and becomes one that waits for nobody.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [told] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(told);
      const parentName = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
      await expect.poll(parentName).toBe('sleep');
      expect(isAlive(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
      // It is a zombie from now on: the signal still reaches it.
      await expect.poll(() => isAlive(pid)).toBe(false);
      expect(process.kill(pid, 0)).toBe(true);
      parent.kill('SIGKILL');
    },
  );
});
