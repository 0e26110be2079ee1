/** Which amounts a question asks a store for, with the real wording and the bundled model. */
import { expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const { pieces } = wordPieces;

/** Returns each bound with what may be counted: "money 10-20". */
function amountsOf(question: string): string[] {
  return parseQuestion(question, 0).parts.flatMap(({ storeCondition }) => {
    const amounts = storeCondition?.amounts ?? [];
    const units = amounts.map(({ of }) => of).join(' or ');
    return amounts.slice(0, 1).map(({ from, to }) => `${units} ${from}-${to ?? ''}`);
  });
}

it.each([
  // Both ends count the same.
  ['more than a hundred but fewer than a thousand laid off', ['people 100-', 'people 1-1000']],
  ['layoffs of more than 50 and fewer than 200 people', ['people 50-', 'people 1-200']],
  ['raised more than 5 but less than 10 million', ['money 5000000-', 'money 1-10000000']],
  [
    'layoffs of more than a hundred but fewer than a thousand',
    ['money or people 100-', 'money or people 1-1000'],
  ],
  ['raised more than 1,000 but less than 5 million', ['money 1000-', 'money 1-5000000']],
  ['raised more than a thousand but less than 5 million', ['money 1000-', 'money 1-5000000']],
  ['raised more than $5 million but cut fewer than 20 jobs', ['money 5000000-', 'people 1-20']],
  // "Thousand" alone is not money.
  ['layoffs of more than a thousand', ['money or people 1000-']],
  ['raised more than five thousand dollars', ['money 5000-']],
  ['raised more than 5 million', ['money 5000000-']],
  ['raised more than 500k', ['money 500000-']],
  // A bound behind the second end is that of both.
  ['100 to 200 or more people laid off', ['people 100-']],
  ['100 to 200 people laid off', ['people 100-200']],
  ['raised 10 to 20 million or less', ['money 1-20000000']],
  ['raised between 10 and 20 million', ['money 10000000-20000000']],
  ['200 or more people laid off', ['people 200-']],
  // A space behind a comma parts two amounts.
  ['raised more than $5, 20 million in debt', ['money 5-']],
  ['raised more than $5,20 million', ['money 5200000-']],
  ['raised more than 1,200 million', ['money 1200000000-']],
  // Millions of a currency.
  ['raised more than 10MM USD', ['money 10000000-']],
  ['raised more than 10 MM USD', ['money 10000000-']],
  ['raised more than USD 10MM', ['money 10000000-']],
  ['pipes of more than 10mm', []],
  // A number that is one word with its bound counts only what has a unit.
  ['under-30 founders', []],
  ['sub-10-minute delivery', []],
  ['sub 10 minute delivery', []],
  ['under-30 people laid off', ['people 1-30']],
  ['under-$5m rounds', ['money 1-5000000']],
  ['sub-100 employee layoffs', ['people 1-100']],
  ['layoffs under 30', ['money or people 1-30']],
])('Bounds of "%s" are looked for as %j', (question, amounts) => {
  expect(amountsOf(question)).toEqual(amounts);
});

it.each([
  ['raised $5, 20 million', ['X raised $5', 'X raised $20 million'], 'X raised $5.2 million'],
  ['raised $5,20 million', ['X raised $5.2 million'], 'X raised $20 million'],
])('"%s" names amounts as in %j', (question, right, wrong) => {
  const { parts } = parseQuestion(question, 0);
  const says = (text: string): boolean =>
    parts.some(
      ({ locate, match }) => locate !== undefined && match(pieces(text), undefined)?.likeness === 1,
    );
  expect([...right.map(says), says(wrong)]).toEqual([...right.map(() => true), false]);
});

it('A prefixed number of what has no unit is no condition', () => {
  for (const question of ['under-30 founders', 'sub-10-minute delivery', 'over-50s']) {
    const { parts } = parseQuestion(question, 0);
    expect(parts.filter(({ isCondition }) => isCondition)).toEqual([]);
  }
});
