/** What does not open a data folder does without the embedded engine, which costs 150 MB of memory. */
import { expect, it } from 'vitest';
import { createDataFolder, runSignals } from '../helpers/cli.js';

const TELL = `import { readFileSync } from 'node:fs';
process.on('exit', () => {
  const isLoaded = readFileSync('/proc/self/maps', 'utf8').includes('libchdb');
  console.error(isLoaded ? 'engine loaded' : 'engine not loaded');
});`;

it('signals loads the engine to open a folder, and for no other reason', async () => {
  const folder = createDataFolder();
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(TELL)}`;
  const told = { ...folder, env: { ...folder.env, NODE_OPTIONS } };
  try {
    // The help of all commands loads the code of all commands.
    expect((await runSignals(told, '--help')).stderr).toBe('engine not loaded\n');
    expect((await runSignals(told, 'accounts', 'list')).stderr).toContain('engine loaded\n');
  } finally {
    folder.remove();
  }
});
