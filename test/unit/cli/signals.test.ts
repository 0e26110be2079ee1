import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { loadCommand } from '../../../cli/signals.js';
import { packageRoot } from '../../../shared/domain/package-root.js';

it.each(['--version', '-V'])('tells the version of the package for %s', async (option) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const before = process.exitCode;
  try {
    await (await loadCommand([option]))();
    const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    expect(write.mock.calls.map(([text]) => text)).toEqual([`${version}\n`]);
    expect(process.exitCode).toBe(0);
  } finally {
    write.mockRestore();
    process.exitCode = before;
  }
});
