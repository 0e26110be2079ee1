/** The largest amounts of a text, read from the text and from the word pieces of the bundled model. */
import { describe, expect, it } from 'vitest';
import { amountsIn, largestAmounts } from '../../../../shared/domain/amounts.js';
import { bundledModel } from '../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, spell } = wordPieces;

describe('largestAmounts', () => {
  it.each([
    ['X raised $64.5 million, after $2 million in 2019', 64.5e6, 0],
    ['X lays off 1,200 of 9,000 employees', 0, 9_000],
    ['X pays €20 and cuts two hundred jobs', 20, 200],
    ['X acquired Y for $1.2 billion; 40 people join', 1.2e9, 40],
    ['X raised half a million dollars', 5e5, 0],
    ['ZÜRICH AG SAMMELT 3 MILLION DOLLARS', 3e6, 0],
    ['X grew by 16 percent since 2019', 0, 0],
    ['', 0, 0],
  ])('finds in "%s" %d of money and %d people, as the word pieces do', (text, money, people) => {
    expect(largestAmounts(text)).toEqual({ money, people });
    const told = amountsIn(spell(pieces(text)).split(' '));
    const most = (of: string) =>
      Math.max(0, ...told.filter(({ unit }) => unit === of).map(({ value }) => value));
    expect([most('money'), most('people')]).toEqual([money, people]);
  });
});
