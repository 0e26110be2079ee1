/** The amounts of a text, read from the text and from the word pieces of the bundled model. */
import { describe, expect, it } from 'vitest';
import { amountsIn } from '../../../../shared/domain/amounts.js';
import { largestAmounts } from '../../../../shared/domain/largest-amounts.js';
import { bundledModel } from '../../../../shared/domain/package-root.js';
import { wordsIn } from '../../../../shared/domain/word-pieces.js';
import { loadBertWordPieces } from '../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, spell } = wordPieces;

describe('amountsIn', () => {
  it.each([
    ['Jo marks the 20th anniversary', 20],
    ["Jo's fifteenth work anniversary", 15],
    ['our twenty-fifth anniversary', 25],
    ['in her 12th year at X', 12],
    ['a quarter of a century with X', 25],
    ['half a century of pumps', 50],
    ['a quarter-century of pumps', 25],
    ['two and a half years late', 2.5],
    ['two decades, and no end', 20],
  ])('finds in "%s" %d years, as the word pieces do', (text, years) => {
    for (const words of [wordsIn(text), spell(pieces(text)).split(' ')]) {
      expect(amountsIn(words)).toMatchObject([{ value: years, unit: 'years' }]);
    }
  });

  it.each(['the 3rd plant', 'a third plant in the second year', 'the first quarter'])(
    'finds no years in "%s"',
    (text) => {
      expect(amountsIn(wordsIn(text)).filter(({ unit }) => unit === 'years')).toEqual([]);
    },
  );
});

describe('largestAmounts', () => {
  it.each([
    ['X raised $64.5 million, after $2 million in 2019', 64.5e6, 0],
    ['X lays off 1,200 of 9,000 employees', 0, 9_000],
    ['X raised one hundred and twenty million dollars', 120e6, 0],
    ['X hires two hundred fifty thousand people', 0, 250_000],
    ['X cuts one hundred and one jobs', 0, 101],
    ['X raised $10,5 million', 10.5e6, 0],
    ['X raised $10.5MM for a 40mm lens', 10.5e6, 0],
    ['X raised €20 MM', 22e6, 0],
    ['X raised 10MM USD', 10e6, 0],
    ['X raised 10 MM USD for a 40 mm lens', 10e6, 0],
    ['X raised USD 10MM', 10e6, 0],
    ['X raised 20mm euros', 22e6, 0],
    ['X makes 10mm pipes for 5 USD', 5, 0],
    ['X raised $100+ million and cut 10pc of its staff', 100e6, 0],
    ['X raised $10,5m of $1,200,000', 10.5e6, 0],
    ['In 2010, 5 million people came', 0, 5e6],
    ['On May 5, 20 million people came', 0, 20e6],
    ['between one hundred and two hundred jobs', 0, 200],
    ['one hundred and two hundred thousand people', 0, 200_000],
    ['X halves its 300-strong team', 0, 300],
    ['After 40 strong quarters X cuts 5 jobs', 0, 5],
    ['X pays €20 and cuts two hundred jobs', 22, 200],
    ['X buys Y for ¥19bn', 127.3e6, 0],
    ['X raised C$48 million, a $5 million loan included', 35.04e6, 0],
    ['X pockets AED 88 million', 23.76e6, 0],
    ['X adds DKK 20m', 3e6, 0],
    ['X pays 31 rupees a share, RS 4 before', 0.372, 0],
    ['X gets 500 crore rupees', 60e6, 0],
    ['X nets RM 64 mil', 14.72e6, 0],
    ['X borrows 60 million Swiss francs', 69e6, 0],
    ['X borrows 60 million Canadian dollars', 43.8e6, 0],
    ['X spends 200 million kronor on a plan to hire 40 people', 19e6, 40],
    ['X acquired Y for $1.2 billion; 40 people join', 1.2e9, 40],
    ['Some 900 branch and call-centre jobs are to go', 0, 900],
    ['X reduces its headcount by roughly 1,150 worldwide', 0, 1_150],
    ['X eliminates 310 non-clinical positions', 0, 310],
    ['X lets 200 full-time warehouse workers go', 0, 200],
    ['X furloughs 90 of its pilots', 0, 90],
    ['X has 40 sites losing jobs', 0, 0],
    ['X raised half a million dollars', 5e5, 0],
    ['X raised a quarter of a million dollars', 25e4, 0],
    ['X raised a half-million, half of it in loans', 5e5, 0],
    ['X raised three quarters of a billion euros', 8.25e8, 0],
    ['X raised two and a half million, one and a half billion before', 1.5e9, 0],
    ['X cuts half a dozen jobs in a third hundred-bed clinic', 0, 6],
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
