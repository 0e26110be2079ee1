/**
 * Draws cases from seeds and looks at each: whether it is answered as it may be, and how long it keeps
 * the process from others. `LONG=1` draws new cases for five minutes, or for `FUZZ_SECONDS`, and asks for
 * 100 ms; `FUZZ_SEED` begins with one that failed.
 */
import { expect } from 'vitest';
import { longestBlock } from './longest-block.js';

/** On a machine with other work to do a block is often the machine's; quadratic ones take ten times this. */
export const MAX_BLOCK_MS = process.env.LONG ? 100 : 1_000;
/** Worth another look: half of what requests may block on a quiet machine. */
const SUSPICIOUS_MS = process.env.LONG ? 25 : MAX_BLOCK_MS;
export const FUZZ_SECONDS = Number(process.env.FUZZ_SECONDS ?? 300);
const TRIES = process.env.LONG ? 10 : 4;
const WORST_SHOWN = 10;
const SHOWN = 300;

/** What blocks does so each time: the shortest of some tries is the case's own. */
export async function blockOf<T>(send: () => Promise<T>): Promise<{ result: T; blockMs: number }> {
  let shortest = await longestBlock(send);
  for (let tried = 1; tried < TRIES && shortest.blockMs > SUSPICIOUS_MS; tried += 1) {
    const again = await longestBlock(send);
    if (again.blockMs < shortest.blockMs) shortest = again;
  }
  return shortest;
}

interface Fuzzed<Case, Answer> {
  /** A seed makes always the same case. */
  draw(seed: number): Case;
  send(drawn: Case): Promise<Answer>;
  check(answer: Answer, said: string): void;
  describe(drawn: Case): string;
  /** How many cases are drawn without `LONG`. */
  cases: number;
}

/** Fails at the first case that is answered wrongly or blocks, naming its seed. */
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
