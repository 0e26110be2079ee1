/**
 * Times in milliseconds, their quantiles, and bootstrap intervals of 95 % for medians and ratios.
 */
import { Random } from '../../seeds/demo/generate/random.js';

const RESAMPLES = 400;

export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** Returns the milliseconds of the work, or those that it measured itself and resolves to. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const measured = await work();
  return typeof measured === 'number' ? measured : performance.now() - started;
}

export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function median(times: readonly number[]): Interval {
  return interval(times, (sample) => quantile(sample(times), 0.5));
}

/** Returns the ratio of the median of `times` to that of `reference`, taken in the same blocks. */
export function ratio(times: readonly number[], reference: readonly number[]): Interval {
  return interval(
    times,
    (sample) => quantile(sample(times), 0.5) / quantile(sample(reference), 0.5),
  );
}

type Sample = (from: readonly number[]) => readonly number[];

function interval(times: readonly number[], of: (sample: Sample) => number): Interval {
  const random = new Random(times.length);
  const drawn: Sample = (from) => from.map(() => from[random.integer(0, from.length - 1)] ?? 0);
  const values = Array.from({ length: RESAMPLES }, () => of(drawn)).sort((a, b) => a - b);
  const at = (share: number): number => values[Math.floor(share * (RESAMPLES - 1))] ?? 0;
  return { value: of((from) => from), low: at(0.025), high: at(0.975) };
}

/**
 * Runs all cases in blocks, each in another order, so that a drift of the machine affects all
 * alike.
 */
export async function inBlocks(
  cases: ReadonlyMap<string, (at: number) => Promise<unknown>>,
  { blocks, calls }: { blocks: number; calls: number },
): Promise<Map<string, number[]>> {
  const random = new Random(blocks);
  const times = new Map([...cases.keys()].map((name) => [name, [] as number[]]));
  for (const work of cases.values()) await work(0);
  for (let block = 0; block < blocks; block += 1) {
    for (const [name, work] of random.some([...cases], cases.size)) {
      for (let call = 0; call < calls; call += 1) {
        times.get(name)?.push(await timed(() => work(1 + block * calls + call)));
      }
    }
  }
  return times;
}
