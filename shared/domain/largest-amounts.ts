/** Finds the largest amounts in a text, which stores keep beside its signal. Pure. */
import type { Unit } from './amount-units.js';
import { amountsIn } from './amounts.js';
import { wordsIn } from './word-pieces.js';

/** The largest amounts in a text, 0 if there are none. Stores keep and compare them. */
export interface LargestAmounts {
  money: number;
  people: number;
}

/** Returns the largest amounts of money and of people in a text. */
export function largestAmounts(text: string): LargestAmounts {
  const amounts = amountsIn(wordsIn(text));
  const largest = (of: Unit): number =>
    amounts.reduce((most, { value, unit }) => (unit === of ? Math.max(most, value) : most), 0);
  return { money: largest('money'), people: largest('people') };
}
