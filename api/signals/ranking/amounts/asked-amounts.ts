/** Reads the amounts of a question. Unlike a summary, it tells where spaces are. Pure. */
import { type Amount, amountsIn } from '../../../../shared/domain/amounts.js';
import { dollarsFor } from '../../../../shared/domain/currencies.js';
import type { AskedQuestion } from '../words/asked-question.js';
import { boundBefore, boundOf } from './amount-bounds.js';

/** Matches a bound of what is counted: "fewer than a thousand" are not dollars. */
const COUNTED = /(?:^| )fewer than$/;

export function askedAmounts({ words, spelt }: Pick<AskedQuestion, 'words' | 'spelt'>): Amount[] {
  // "$5, 20 million" are two amounts, "$5,20 million" is one.
  const divided = spelt.map((word, at) => {
    const isApart = (words[at + 1]?.start ?? 0) > (words[at]?.end ?? 0);
    return word === ',' && isApart ? ';' : word;
  });
  return amountsIn(divided).map((amount) =>
    mayBeCounted(amount, spelt) ? { ...amount, unit: 'other' } : amount,
  );
}

/** True if only a thousand makes it money: "layoffs of more than a thousand" are not dollars. */
function mayBeCounted(amount: Amount, spelt: readonly string[]): boolean {
  const { unit, start, end } = amount;
  if (unit !== 'money' || dollarsFor(spelt, start, end) !== undefined) return false;
  if (COUNTED.test(boundBefore(spelt, start))) return true;
  return spelt[end - 1] === 'thousand' && boundOf(amount, spelt) !== undefined;
}
