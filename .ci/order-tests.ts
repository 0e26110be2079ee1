/**
 * Orders test files: those that take longest run first, so that no core waits for a long one at the
 * end. `slowest-tests.json` is the list that `.ci/run` prints, maintained by hand: in it, files
 * that mostly wait alternate with files that compute. The remaining files follow project by
 * project, because one process can run the files of a project.
 */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const slowest: string[] = JSON.parse(
  readFileSync(new URL('slowest-tests.json', import.meta.url), 'utf8'),
);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => rankOf(a) - rankOf(b) || a.project.name.localeCompare(b.project.name),
    );
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = slowest.findIndex((path) => moduleId.endsWith(`/test/${path}`));
  return rank === -1 ? slowest.length : rank;
}
