import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../.ci/check-boundaries.js';

const file = (path: string, text: string) => findFaults([{ path, text: `${text}\n` }]);
const house = (files: Readonly<Record<string, string>>) =>
  findFaults(Object.entries(files).map(([path, text]) => ({ path, text: `${text}\n` })));

const FOLDERS = {
  domain: 'shared/domain',
  platform: 'shared/platform',
  stores: 'shared/stores',
  ingest: 'ingest',
  api: 'api',
  cli: 'cli',
};
type Layer = keyof typeof FOLDERS;
const LAYERS = ['domain', 'platform', 'stores', 'ingest', 'api', 'cli'] as const;
const MAY: Readonly<Record<Layer, readonly Layer[]>> = {
  domain: [],
  platform: ['domain'],
  stores: ['domain', 'platform'],
  ingest: ['domain'],
  api: ['domain'],
  cli: ['domain', 'platform', 'stores', 'ingest', 'api'],
};
const pairs = LAYERS.flatMap((from) =>
  LAYERS.filter((to) => to !== from).map((to) => ({ from, to, may: MAY[from].includes(to) })),
);

/** An import of a type, from a folder of one layer into a folder of the other. */
function crossing({ from, to }: { from: Layer; to: Layer }): string[] {
  const path = `${FOLDERS[from]}/a/x.ts`;
  const up = '../'.repeat(path.split('/').length - 1);
  return file(path, `import type {\n  Y,\n} from '${up}${FOLDERS[to]}/b/y.js';`);
}

describe('directions', () => {
  it.each(pairs.filter(({ may }) => may))('let $from import $to', (pair) => {
    expect(crossing(pair)).toEqual([]);
  });

  it.each(pairs.filter(({ may }) => !may))('refuse that $from imports $to', (pair) => {
    expect(crossing(pair)).toEqual([expect.stringContaining(`${FOLDERS[pair.from]} may import`)]);
  });

  it.each([
    ['api/a/x.ts', "export { a } from '../../shared/stores/b/a.js';"],
    ['ingest/x.ts', "import '../api/a.js';"],
    ['shared/domain/x.ts', "export const a = () => import('../platform/a.js');"],
    ['api/x.ts', "import { a } from '../test/a.js';"],
    ['api/x.ts', "import { a } from '../seeds/demo/generate/a.js';"],
    ['api/x.ts', "import '../ingest/a.js';\nimport { b } from './b.js';"],
    ['api/x.ts', "import { a } from 'node:fs'; import { b } from '../ingest/b.js';"],
    ['api/x.ts', '/* One. */ import { a } from "../ingest/a.js";'],
    ['api/x.ts', 'export const a = () => import(`../ingest/a.js`);'],
    ['shared/x.ts', 'export const a = 1;'],
  ])('refuse %s: %j', (path, text) => {
    expect(file(path, text)).toHaveLength(1);
  });

  it.each([
    ['api/console/app/a/x.tsx', "import { a } from '../b/a.js';", 0],
    ['api/console/app/x.ts', "import { a } from '../client-paths.js';", 0],
    [
      'api/console/app/x.ts',
      "export type { A } from '../../../shared/domain/schemas/types.generated.js';",
      0,
    ],
    ['api/console/app/x.ts', "import { a } from '../../../shared/domain/time.js';", 1],
    ['api/console/app/x.ts', "import { a } from '../../http/a.js';", 1],
    ['api/console/x.ts', "import { a } from './app/a.js';", 1],
  ])('let code for browsers share types with the service: %s %j', (path, text, faults) => {
    expect(file(path, text)).toHaveLength(faults);
  });

  it('let ports import types, and nothing else', () => {
    expect(file('shared/domain/ports/x.ts', "import type { A } from '../a.js';")).toEqual([]);
    expect(file('shared/domain/ports/x.ts', "import { a } from '../a.js';")).toHaveLength(1);
    const after = "import type { B } from 'node:b';\nimport { a } from '../a.js';";
    expect(file('shared/domain/ports/x.ts', after)).toHaveLength(1);
  });

  it.each(['ingest', 'api', 'cli'])('let the root of %s import its folders, not back', (root) => {
    expect(file(`${root}/x.ts`, "import { a } from './rooms/a.js';")).toEqual([]);
    expect(file(`${root}/rooms/a.ts`, "import type { X } from '../x.js';")).toEqual([
      expect.stringContaining('does not need its root'),
    ]);
  });
});

describe('cycles', () => {
  it('are found between files, through types', () => {
    const faults = house({
      'api/a/x.ts': "import { y } from './y.js';",
      'api/a/y.ts': "import { z } from './z.js';",
      'api/a/z.ts': "import type { X } from './x.js';",
    });
    expect(faults).toEqual([
      'a cycle of files: api/a/x.ts -> api/a/y.ts -> api/a/z.ts -> api/a/x.ts',
    ]);
  });

  it('are found between folders whose files have none', () => {
    const faults = house({
      'ingest/a/x.ts': "import { y } from '../b/y.js';",
      'ingest/b/y.ts': '',
      'ingest/b/z.ts': "import type { W } from '../a/w.js';",
      'ingest/a/w.ts': '',
    });
    expect(faults).toEqual(['a cycle of folders: ingest/a -> ingest/b -> ingest/a']);
  });

  it('are no way that branches and joins', () => {
    const faults = house({
      'api/x.ts': "import { a } from './a/a.js';\nimport { b } from './b/b.js';",
      'api/a/a.ts': "import { c } from '../c/c.js';",
      'api/b/b.ts': "import { c } from '../c/c.js';",
    });
    expect(faults).toEqual([]);
  });
});

describe('files', () => {
  it.each(['export default 1;', '\n'.repeat(301)])(
    'are refused with a default export or too many lines: %j',
    (text) => {
      expect(file('api/x.ts', text)).toHaveLength(1);
    },
  );
});
