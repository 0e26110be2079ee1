import { foldCase } from './fold-case.js';

type Counts = Iterable<readonly [type: string, count: number]>;

/**
 * Adds counts by type, in the order in which types appear. Case is ignored; of several spellings
 * the alphabetically first is kept. A type may have any name, such as `constructor`.
 */
export function sumCounts(...counts: readonly Counts[]): Map<string, number> {
  const sums = new Map<string, [type: string, count: number]>();
  for (const [type, count] of counts.flatMap((each) => [...each])) {
    const key = foldCase(type);
    const [other = type, sum = 0] = sums.get(key) ?? [];
    const [spelling = type] = [other, type].sort();
    sums.set(key, [spelling, sum + count]);
  }
  return new Map(sums.values());
}
