/** Repeatable randomness: the same seed gives the same choices. */
export interface Random {
  /** Returns a number from 0 up to 1, exclusive. */
  next(): number;
  /** Returns a whole number from 0 up to `end`, exclusive. */
  below(end: number): number;
  pick<T>(values: readonly [T, ...T[]]): T;
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    pick: (values) => values[below(values.length)] ?? values[0],
    chance: (share) => next() < share,
  };
}
