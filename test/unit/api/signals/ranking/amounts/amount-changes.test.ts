/** Changes of amounts in signals, and how they meet questions, with the words of the bundled model. */
import { describe, expect, it } from 'vitest';
import {
  changeIn,
  createChangeReader,
} from '../../../../../../api/signals/ranking/amounts/amount-changes.js';
import { placedWords } from '../../../../../../api/signals/ranking/words/phrases.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { createAmountReader } from '../../../../../../shared/domain/amount-reader.js';
import { amountsIn } from '../../../../../../shared/domain/amounts.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { wordsIn } from '../../../../../../shared/domain/word-pieces.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, words } = wordPieces;
const readAmounts = createAmountReader(wordPieces);
const readChanges = createChangeReader(loadWording().changes, wordPieces, readAmounts, 0.65);

describe('changeIn', () => {
  const changeOf = (text: string) => {
    const split = wordsIn(text);
    const change = changeIn(split, amountsIn(split));
    return change && [change.isRise ? 'up' : 'down', Number(change.amount.said.toPrecision(9))];
  };

  it.each([
    ['net income of $8.2 million, compared with $19.6 million a year ago', ['down', 8.2e6]],
    ['net income was $41.7 million versus $29 million in the prior period', ['up', 41.7e6]],
    ['aims for a margin of 9 per cent instead of 7.5', ['up', 9]],
    ['bookings of £140m-£150m, formerly £175m', ['down', 150e6]],
    ['a payout of 3p from 7p', ['down', 3]],
    ['4.20 dollars a share for the quarter, up from 3.10 dollars', ['up', 4.2]],
    ['openings went from 140 to three', ['down', 3]],
    ['beans go from 19 to 22 euros a kilo', ['up', 22]],
    ['growth will be two percent, not six', ['down', 2]],
    ['a seat costs $19 a month; it was $29 until yesterday', ['down', 19]],
    ['sales of $4.1 billion, compared with 4.6 a year earlier', ['down', 4.1e9]],
    ['a forecast of 41 billion; the dividend goes from 80 to 95 yen', ['up', 95]],
    ['sales went from 12 to 9 million euros', ['down', 9e6]],
    ['an order book of £140m, compared with 175m', ['down', 140e6]],
    ['9,800 tonnes, compared with 12,400 tonnes', ['down', 9800]],
  ])('reads %j', (text, expected) => {
    expect(changeOf(text)).toEqual(expected);
  });

  it.each([
    ['a net loss of $3 million, compared with a net loss of $5 million', 'up'],
    ['a net loss of $3 million, compared with a profit of $2 million', 'down'],
    ['net income of $2 million, compared with a loss of $3 million', 'up'],
    ['an operating loss of 90 million kroner against a gain of 210 million', 'down'],
    ['from a loss of $3 million to a profit of $2 million', 'up'],
    ['net income of $5 million, compared with an $8 million loss', 'up'],
    ['an $8 million loss, compared with $5 million', 'down'],
    ['weight loss drug sales of $30 million, compared with $20 million', 'up'],
  ])('counts losses as less than nothing: %j', (text, expected) => {
    expect(changeOf(text)?.[0]).toBe(expected);
  });

  it.each([
    'raised $5 million from 20 investors',
    'raised $64.5 million in 2026, against all odds',
    'from 2024 to 2026',
    'backs firms with sales from $10 million to $100 million',
    'the shop opens from 9 to 5.',
    'takes $1.1 billion from sovereign funds at a $14 billion valuation',
    'earnings of $1.20 a share versus the $1.35 that analysts expected',
    'closes an $8 million round instead of the planned $12 million',
    'sold $5 million against a target of $4 million',
    'cut 100 jobs in Lyon and 50 jobs in Nantes',
    'margin unchanged at 9 percent, compared with 9 percent',
    'ten years in Paris, compared with 3 million people',
    '',
  ])('finds no change in %j', (text) => {
    expect(changeOf(text)).toBeUndefined();
  });
});

describe('Words of a question for more and less', () => {
  const matchOf = (question: string, summary: string) =>
    readChanges(placedWords(question, words(question)))[0]?.match(pieces(summary), undefined);
  const ROSE = 'Net income was $41 million, compared with $29 million a year ago.';

  it('are met by amounts that changed in the same direction, and opposed by the others', () => {
    expect(matchOf('profit growth', ROSE)).toMatchObject({ likeness: 0.65 });
    expect(matchOf('profits falling', ROSE)).toEqual({ likeness: 0, isOpposite: true });
  });

  it('do not judge signals that state a direction in words, or negated questions', () => {
    expect(matchOf('profits falling', `Profit rose. ${ROSE}`)).toBeUndefined();
    expect(matchOf('profits falling', 'Net income was $41 million.')).toBeUndefined();
    expect(matchOf('profits that are not falling', ROSE)).toBeUndefined();
    expect(matchOf('profits', ROSE)).toBeUndefined();
  });

  it('ask for a change of something that is measured', () => {
    const layoffs = 'Globex lays off 300 people, up from 120 in March.';
    expect(matchOf('companies cutting jobs', layoffs)).toBeUndefined();
    const round = 'X gets $30 million; the valuation is $200 million versus $450 million.';
    expect(matchOf('companies that raised a Series B', round)).toBeUndefined();
    const loss = 'Net loss was $5 million, compared with $3 million a year ago.';
    expect(matchOf('companies with growing net losses and costs', loss)).toBeUndefined();
    expect(matchOf('profits falling', loss)).toMatchObject({ likeness: 0.65 });
  });

  it('show the present amount as what meets them', () => {
    const [part] = readChanges(placedWords('sales growth', words('sales growth')));
    const span = part?.locate?.(pieces(ROSE));
    expect(wordPieces.spell(pieces(ROSE).slice(span?.at, span?.end)).trim()).toMatch(/^\$ ?41/);
  });
});
