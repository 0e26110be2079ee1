/** A process that crashes ends by itself, so that its supervisor starts it again. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDataFolder, type DataFolder, startService } from '../helpers/cli.js';

/** Takes memory without end when the process receives SIGUSR2. */
const TAKE_MEMORY = `process.on('SIGUSR2', () => {
  const taken = [];
  for (;;) taken.push(new Array(10_000).fill(taken.length + 0.5));
})`;

let folder: DataFolder;

beforeEach(() => {
  folder = createDataFolder();
});

afterEach(() => folder.remove());

it.each([
  ['lacks memory', 'SIGUSR2', 'SIGABRT', 'JavaScript heap out of memory'],
  ['is aborted', 'SIGABRT', 'SIGABRT', ''],
  ['accesses invalid memory', 'SIGSEGV', 'SIGSEGV', ''],
] as const)(
  'a service that %s ends by itself, and starts again',
  async (_, signal, expected, text) => {
    const preload = `--import=data:text/javascript,${encodeURIComponent(TAKE_MEMORY)}`;
    const NODE_OPTIONS = `--max-old-space-size=300 ${preload}`;
    const first = await startService(
      { ...folder, env: { ...folder.env, NODE_OPTIONS } },
      '--no-demo',
    );
    const closed = once(first.child, 'close');
    first.child.kill(signal);
    expect(await closed).toEqual([null, expected]);
    expect(first.output()).toContain(text);
    const next = await startService(folder, '--no-demo');
    expect(await next.stop()).toBe(0);
  },
);
