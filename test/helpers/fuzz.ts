/**
 * Draws cases from seeds and checks of each that its answer is allowed and that it does not block
 * the process for long. `LONG=1` draws new cases for five minutes, or for `FUZZ_SECONDS`, and
 * demands 100 ms; `FUZZ_SEED` starts with one that failed.
 */
import { expect } from 'vitest';
import { longestBlock } from './longest-block.js';

/**
 * A busy machine causes blocks itself, so the gate allows more; quadratic work takes ten times
 * this.
 */
export const MAX_BLOCK_MS = process.env.LONG ? 100 : 1_000;
/** Longer blocks are measured again: half of what requests may block on a quiet machine. */
const SUSPICIOUS_MS = process.env.LONG ? 25 : MAX_BLOCK_MS;
export const FUZZ_SECONDS = Number(process.env.FUZZ_SECONDS ?? 300);
const TRIES = process.env.LONG ? 10 : 4;
const WORST_SHOWN = 10;
const SHOWN = 300;

/** Returns the shortest block of some tries, because a case that blocks does so each time. */
export async function blockOf<T>(send: () => Promise<T>): Promise<{ result: T; blockMs: number }> {
  let shortest = await longestBlock(send);
  for (let tried = 1; tried < TRIES && shortest.blockMs > SUSPICIOUS_MS; tried += 1) {
    const again = await longestBlock(send);
    if (again.blockMs < shortest.blockMs) shortest = again;
  }
  return shortest;
}

interface Fuzzed<Case, Answer> {
  /** Returns the case of a seed, always the same. */
  draw(seed: number): Case;
  send(drawn: Case): Promise<Answer>;
  check(answer: Answer, said: string): void;
  describe(drawn: Case): string;
  /** Number of cases without `LONG`. */
  cases: number;
}

/** Fails at the first case with a wrong answer or a long block, and prints its seed. */
export async function fuzz<Case, Answer>(fuzzed: Fuzzed<Case, Answer>): Promise<void> {
  const first = firstSeed();
  const endsMs = performance.now() + FUZZ_SECONDS * 1_000;
  const worst: { blockMs: number; said: string }[] = [];
  const mayContinue = (sent: number) =>
    process.env.LONG ? performance.now() < endsMs : sent < fuzzed.cases;
  let sent = 0;
  for (; mayContinue(sent); sent += 1) {
    const drawn = fuzzed.draw(first + sent);
    const { result, blockMs } = await blockOf(() => fuzzed.send(drawn));
    const said = `FUZZ_SEED=${first + sent} ${fuzzed.describe(drawn)}`;
    fuzzed.check(result, said);
    expect(blockMs, said).toBeLessThan(MAX_BLOCK_MS);
    worst.push({ blockMs, said });
    worst.sort((a, b) => b.blockMs - a.blockMs).splice(WORST_SHOWN);
  }
  const lines = worst.map(
    ({ blockMs, said }) => `${blockMs.toFixed(0)} ms ${said.slice(0, SHOWN)}`,
  );
  if (process.env.LONG) console.log([`${sent} sent, the worst:`, ...lines].join('\n'));
}

function firstSeed(): number {
  const given = process.env.FUZZ_SEED;
  if (given !== undefined) return Number(given);
  return process.env.LONG ? Math.floor(Math.random() * 1e9) : 1;
}
