/**
 * Prints the results of all test runs of `.ci/run` from the file that `report-tests.ts` writes: the
 * slowest test files, what failed, then `N passed, N failed, N skipped`. Fails if a test failed, a
 * run is missing, or no test passed.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { TestReport } from './report-tests.js';

const SHOWN = 20;

const [path = '', runs] = process.argv.slice(2);
const reports: TestReport[] = existsSync(path)
  ? readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
const sum = (count: (report: TestReport) => number): number =>
  reports.reduce((total, report) => total + count(report), 0);
const slowest = reports
  .flatMap(({ files }) => files)
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, SHOWN);
console.log('slowest test files:');
for (const { path: file, seconds } of slowest) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
for (const failure of reports.flatMap(({ failures }) => failures))
  console.log(`failed: ${failure}`);
const failed = sum((report) => report.failed) + Number(reports.length !== Number(runs));
const passed = sum((report) => report.passed);
console.log(`${passed} passed, ${failed} failed, ${sum((report) => report.skipped)} skipped`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
