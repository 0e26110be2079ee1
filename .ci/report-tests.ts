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
  files: { path: string; seconds: number }[];
}

export function createReporter(path: string): Reporter {
  return {
    onTestRunEnd(modules, errors, reason) {
      const states = modules.flatMap((module) =>
        [...module.children.allTests()].map((test) => test.result().state),
      );
      const count = (state: string): number => states.filter((each) => each === state).length;
      const isFailed = reason !== 'passed' || errors.length > 0;
      const report: TestReport = {
        passed: count('passed'),
        // A file that cannot be loaded, or a hook, fails no test.
        failed: Math.max(count('failed'), Number(isFailed)),
        skipped: count('skipped'),
        files: modules.map((module) => ({
          path: relative('test', module.moduleId),
          seconds: secondsOf(module),
        })),
      };
      appendFileSync(path, `${JSON.stringify(report)}\n`);
    },
  };
}

function secondsOf(module: TestModule): number {
  const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return (prepareDuration + setupDuration + collectDuration + duration) / 1_000;
}
