/** The check of imports, cycles and files, on small made-up files. */
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

/** Returns the faults of an import of a type from a folder of one layer into one of the other. */
function crossing({ from, to }: { from: Layer; to: Layer }): string[] {
  const path = `${FOLDERS[from]}/a/x.ts`;
  const up = '../'.repeat(path.split('/').length - 1);
  return file(path, `import type {\n  Y,\n} from '${up}${FOLDERS[to]}/b/y.js';`);
}

describe('Boundary check', () => {
  it.each(pairs.filter(({ may }) => may))('allows $from to import $to', (pair) => {
    expect(crossing(pair)).toEqual([]);
  });

  it.each(pairs.filter(({ may }) => !may))('rejects that $from imports $to', (pair) => {
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
  ])('rejects in %s: %j', (path, text) => {
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
  ])('limits what browser code imports from the service: %s %j', (path, text, faults) => {
    expect(file(path, text)).toHaveLength(faults);
  });

  it('lets ports import only types', () => {
    expect(file('shared/domain/ports/x.ts', "import type { A } from '../a.js';")).toEqual([]);
    expect(file('shared/domain/ports/x.ts', "import { a } from '../a.js';")).toHaveLength(1);
    const after = "import type { B } from 'node:b';\nimport { a } from '../a.js';";
    expect(file('shared/domain/ports/x.ts', after)).toHaveLength(1);
  });

  it.each(['ingest', 'api', 'cli'])('lets the root of %s import folders, never back', (root) => {
    expect(file(`${root}/x.ts`, "import { a } from './rooms/a.js';")).toEqual([]);
    expect(file(`${root}/rooms/a.ts`, "import type { X } from '../x.js';")).toEqual([
      expect.stringContaining('does not need its root'),
    ]);
  });
});

describe('Import cycles', () => {
  it('are found between files, also through type imports', () => {
    const faults = house({
      'api/a/x.ts': "import { y } from './y.js';",
      'api/a/y.ts': "import { z } from './z.js';",
      'api/a/z.ts': "import type { X } from './x.js';",
    });
    expect(faults).toEqual([
      'a cycle of files: api/a/x.ts -> api/a/y.ts -> api/a/z.ts -> api/a/x.ts',
    ]);
  });

  it('are found between folders although their files have none', () => {
    const faults = house({
      'ingest/a/x.ts': "import { y } from '../b/y.js';",
      'ingest/b/y.ts': '',
      'ingest/b/z.ts': "import type { W } from '../a/w.js';",
      'ingest/a/w.ts': '',
    });
    expect(faults).toEqual(['a cycle of folders: ingest/a -> ingest/b -> ingest/a']);
  });

  it('are not reported for imports that branch and join', () => {
    const faults = house({
      'api/x.ts': "import { a } from './a/a.js';\nimport { b } from './b/b.js';",
      'api/a/a.ts': "import { c } from '../c/c.js';",
      'api/b/b.ts': "import { c } from '../c/c.js';",
    });
    expect(faults).toEqual([]);
  });
});

describe('Source files', () => {
  it.each(['export default 1;', '\n'.repeat(301)])(
    'are rejected if they have a default export or more than 300 lines: %j',
    (text) => {
      expect(file('api/x.ts', text)).toHaveLength(1);
    },
  );
});
