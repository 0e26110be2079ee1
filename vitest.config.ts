import { defineConfig } from 'vitest/config';

const project = (name: string, testTimeout: number) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores, and every integration file starts an engine of its own.
    maxWorkers: 2,
    projects: [
      project('unit', 20_000),
      project('contract', 60_000),
      project('integration', 120_000),
      project('kafka', 180_000),
      project('e2e', 240_000),
    ],
  },
});
