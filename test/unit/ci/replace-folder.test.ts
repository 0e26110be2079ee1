/** Commands that are started at once after an update build at once, and replace the same folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { packageRoot } from '../../../shared/domain/package-root.js';

const folder = mkdtempSync(join(tmpdir(), 'signals-replace-'));
afterAll(() => rmSync(folder, { recursive: true }));

const helper = pathToFileURL(join(packageRoot(), 'bin/replace-folder.mjs')).href;
const script = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { replaceFolder } from '${helper}';
  for (let round = 0; round < 200; round += 1) {
    const draft = 'built.' + process.pid;
    mkdirSync(draft + '/assets', { recursive: true });
    for (const name of ['a', 'b', 'assets/c', 'assets/d']) writeFileSync(draft + '/' + name, '');
    replaceFolder(draft, 'built');
  }`;

it('processes that replace a folder at once leave one whole folder', async () => {
  const ends = Array.from({ length: 4 }, async () => {
    const args = ['--input-type=module', '--eval', script];
    const [code] = await once(spawn(process.execPath, args, { cwd: folder }), 'exit');
    return code;
  });
  expect(await Promise.all(ends)).toEqual([0, 0, 0, 0]);
  expect(readdirSync(folder)).toEqual(['built']);
  const files = readdirSync(join(folder, 'built'), { recursive: true });
  expect(files.sort()).toEqual(['a', 'assets', 'assets/c', 'assets/d', 'b']);
});
