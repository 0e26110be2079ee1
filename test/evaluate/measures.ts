/** Measures how good ranked answers are by judgments, and how certain a difference is. Pure. */

/** Grades by signal id: 2 for exactly what was asked, 1 for nearly that; others are wrong. */
export type Grades = ReadonlyMap<string, number>;

export interface Quality {
  /** Normalized discounted cumulative gain of the first ten answers. */
  ndcg: number;
  /** Share of exact answers (grade 2) among the first five, of as many as could be there. */
  precision: number;
}

const TOP = 10;
const FIRST = 5;
/** The grade of a signal that says exactly what was asked. */
export const RIGHT = 2;
const RESAMPLES = 10_000;

export function qualityOf(ids: readonly string[], grades: Grades): Quality {
  const gain = (list: readonly number[]) =>
    list.slice(0, TOP).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
  const ideal = gain([...grades.values()].sort((a, b) => b - a));
  const right = [...grades.values()].filter((grade) => grade === RIGHT).length;
  const first = ids.slice(0, FIRST).filter((id) => grades.get(id) === RIGHT).length;
  return {
    ndcg: gain(ids.map((id) => grades.get(id) ?? 0)) / ideal,
    precision: first / Math.min(FIRST, right),
  };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the mean difference and its 95 % interval by a bootstrap, the same at every run. */
export function pairedInterval(
  a: readonly number[],
  b: readonly number[],
): { mean: number; low: number; high: number } {
  const differences = a.map((value, at) => value - (b[at] ?? 0));
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let at = 0; at < differences.length; at += 1) {
      sum += differences[next(differences.length)] ?? 0;
    }
    return sum / differences.length;
  }).sort((x, y) => x - y);
  return {
    mean: meanOf(differences),
    low: means[Math.floor(0.025 * RESAMPLES)] ?? 0,
    high: means[Math.floor(0.975 * RESAMPLES)] ?? 0,
  };
}
