/** Whether another process is alive, with real child processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../../../../../shared/platform/process/process-ids.js';

describe('isAlive', () => {
  it('returns true while a process runs, and false after its end', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const pid = child.pid ?? 0;
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(pid)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'returns false for a zombie: killed, but not reaped by its parent',
    async () => {
      // The shell starts a process, prints its id and becomes `sleep`, which reaps no children.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [told] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(told);
      const parentName = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim();
      await expect.poll(parentName).toBe('sleep');
      expect(isAlive(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
      // From now on it is a zombie, which signals still reach.
      await expect.poll(() => isAlive(pid)).toBe(false);
      expect(process.kill(pid, 0)).toBe(true);
      parent.kill('SIGKILL');
    },
  );
});
