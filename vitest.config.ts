import { defineConfig } from 'vitest/config';

// As for the service (bin/signals.cjs): every session of the embedded ClickHouse needs a thread of its own.
process.env.UV_THREADPOOL_SIZE ??= '16';

/** Limits are against hanging alone: a slow machine takes five times as long. */
const project = (name: string, testTimeout: number) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    setupFiles: ['test/helpers/repeatable.ts'],
    testTimeout,
    hookTimeout: 300_000,
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores, and every integration file starts an engine of its own.
    maxWorkers: 2,
    projects: [
      project('unit', 20_000),
      project('contract', 120_000),
      project('integration', 600_000),
      project('kafka', 600_000),
      project('e2e', 600_000),
    ],
  },
});
