/**
 * Reports the result of a test run to `.ci/run`: its counts, and the seconds of each file with all
 * its hooks. It appends them as one line of JSON to the file that `TEST_REPORT` names.
 */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed tests, files that could not be loaded, and messages of other errors. */
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
        // A file or a hook that fails does not count as a failed test, but then the run has failed.
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
