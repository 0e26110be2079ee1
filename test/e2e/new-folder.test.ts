/** A command that needs existing data says so if there is no data folder, instead of only finding nothing. */
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDataFolder, runSignals } from '../helpers/cli.js';

const folder = createDataFolder({ isNew: true });
afterAll(() => folder.remove());

it('closing periods warns once if the data folder is new', async () => {
  const path = join(folder.path, 'mistyped');
  folder.env.SIGNALS_DATA_DIR = path;
  const close = () => runSignals(folder, 'credits', 'close-periods');
  const warning = `warning: ${path} did not exist, and is created empty. Check SIGNALS_DATA_DIR.\n`;
  const result = { code: 0, stdout: 'No periods to close.\n' };
  expect(await close()).toEqual({ ...result, stderr: warning });
  expect(await close()).toEqual({ ...result, stderr: '' });
});

it('a first migration does not warn', async () => {
  folder.env.SIGNALS_DATA_DIR = join(folder.path, 'new');
  const { code, stderr } = await runSignals(folder, 'migrate');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
