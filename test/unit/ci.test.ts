/** `.ci/run` runs every project of the tests, and lists them, because some run beside others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../shared/domain/package-root.js';

const read = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8');

it('CI runs every project of the tests', () => {
  const projects = [...read('vitest.config.ts').matchAll(/^ +project\('(\w+)'/gm)];
  const run = [...read('.ci/run').matchAll(/--project (\w+)/g)];
  const named = new Set(run.map(([, name]) => name));
  // The unit tests are part of `npm run check`.
  const expected = projects.map(([, name]) => name).filter((name) => name !== 'unit');
  expect(expected.length).toBeGreaterThan(5);
  expect([...named].sort()).toEqual(expected.sort());
});
