import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../.ci/check-boundaries.js';

const file = (path: string, text: string) => findFaults([{ path, text: `${text}\n` }]);

describe('boundaries', () => {
  it('let through what flows one way', () => {
    expect(file('ingest/x.ts', "import { a } from '../shared/a.js';")).toEqual([]);
    expect(file('cli/x.ts', "import { a } from '../shared/stores/a.js';")).toEqual([]);
    expect(file('shared/ports/x.ts', "import type { A } from '../a.js';")).toEqual([]);
  });

  it.each([
    ['ingest/x.ts', "import { a } from '../api/a.js';"],
    ['api/x.ts', "import type {\n  A,\n} from '../ingest/a.js';"],
    ['shared/x.ts', "import '../cli/a.js';"],
    ['api/routes/x.ts', "export { a } from '../../shared/stores/a.js';"],
    ['shared/ports/x.ts', "import { a } from '../a.js';"],
    ['api/x.ts', "import { a } from '../test/a.js';"],
    ['api/x.ts', 'export default 1;'],
    ['api/x.ts', '\n'.repeat(301)],
  ])('refuse %s: %j', (path, text) => {
    expect(file(path, text)).not.toEqual([]);
  });
});
