/**
 * What a run of tests came to, for `.ci/run`: its counts and the seconds of each file with all its hooks,
 * as one line of JSON behind those in the file that `TEST_REPORT` names.
 */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of tests, and of files that could not be loaded. */
  failures: string[];
  files: { path: string; seconds: number }[];
}

export function createReporter(path: string): Reporter {
  return {
    onTestRunEnd(modules, errors, reason) {
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      const inState = (state: string) => tests.filter((test) => test.result().state === state);
      const count = (state: string): number => inState(state).length;
      const isFailed = reason !== 'passed' || errors.length > 0;
      const report: TestReport = {
        passed: count('passed'),
        // A file that cannot be loaded, or a hook, fails no test.
        failed: Math.max(count('failed'), Number(isFailed)),
        skipped: count('skipped'),
        failures: [
          ...inState('failed').map((test) => `${pathOf(test.module)} > ${test.fullName}`),
          ...modules.filter((module) => module.errors().length > 0).map(pathOf),
          ...errors.map(({ message }) => message),
        ],
        files: modules.map((module) => ({
          path: pathOf(module),
          seconds: secondsOf(module),
        })),
      };
      appendFileSync(path, `${JSON.stringify(report)}\n`);
    },
  };
}

function pathOf(module: TestModule): string {
  return relative('test', module.moduleId);
}

function secondsOf(module: TestModule): number {
  const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return (prepareDuration + setupDuration + collectDuration + duration) / 1_000;
}
