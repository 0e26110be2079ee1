import { defineConfig } from 'vitest/config';
import { LongestFirst } from './.ci/order-tests.js';
import { createReporter } from './.ci/report-tests.js';
import { putFoldersInMemory } from './test/helpers/folders-in-memory.js';

// As for the service (bin/signals.cjs): every session of the embedded ClickHouse needs a thread of its own.
process.env.UV_THREADPOOL_SIZE ??= '16';

putFoldersInMemory();

const { TEST_REPORT } = process.env;

const WITH_TEMPLATE = { globalSetup: ['test/helpers/template-folder.ts'] };
const SHARED = { ...WITH_TEMPLATE, isolate: false };

/** Limits are against hanging alone: a slow machine takes five times as long. */
const project = (name: string, testTimeout: number, more: object = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    setupFiles: ['test/helpers/repeatable.ts'],
    testTimeout,
    hookTimeout: 300_000,
    ...more,
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    // The runs of `.ci/run` use what an earlier one transformed. Keys are the contents of the files.
    experimental: { fsModuleCache: true },
    // For two cores: many tests wait for sessions, timeouts and processes of their own.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: TEST_REPORT ? ['default', createReporter(TEST_REPORT)] : ['default'],
    projects: [
      // Pure parts share a process: they leave nothing behind.
      project('unit', 20_000, { isolate: false }),
      project('hostile', 120_000),
      project('contract', 120_000, WITH_TEMPLATE),
      // Files share processes, too: to load the service takes a second of the processor.
      project('integration', 600_000, SHARED),
      project('kafka', 600_000, SHARED),
      project('e2e', 600_000, SHARED),
      project('browser', 240_000, {
        globalSetup: ['test/browser/service.ts'],
        expect: { poll: { timeout: 20_000 } },
      }),
    ],
  },
});
