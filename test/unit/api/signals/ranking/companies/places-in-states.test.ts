/** Places in texts that are read with the state of the US behind them. */
import { describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces } = wordPieces;
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);

/** Returns how well a text of a company without a record meets the conditions of a question. */
const likenessOf = (question: string, text: string): number =>
  Math.max(
    0,
    ...parseQuestion(question, 0)
      .parts.filter(({ isCondition }) => isCondition)
      .map(({ match }) => match(pieces(text), undefined)?.likeness ?? 0),
  );

describe('A place in a text', () => {
  it.each([
    ['layoffs in California', 'X is laying off 9 employees in Oakland, California.'],
    ['layoffs in California', 'X cuts jobs in Oakland'],
    ['layoffs in California', 'X closes sites in California, Texas and Ohio'],
    ['layoffs in New Jersey', 'X is laying off 9 employees in Oakland, New Jersey.'],
    ['layoffs in Washington state', 'X is laying off 9 employees in Spokane, Washington.'],
    ['companies from Maryland', 'X raised money. X: software, Germantown, MD (Washington area)'],
    ['layoffs in Boston', 'X is laying off 9 employees in Boston, MA.'],
    ['layoffs in Boston', 'X is laying off 9 employees in Boston.'],
    ['layoffs in Paris', 'X is laying off 9 employees in Paris.'],
  ])('meets "%s" in its own state: "%s"', (question, text) => {
    expect(likenessOf(question, text)).toBeGreaterThan(0.5);
  });

  it.each([
    ['layoffs in California', 'X is laying off 9 employees in Oakland, New Jersey.'],
    ['layoffs in California', 'X is laying off 9 employees in Pasadena, Texas.'],
    ['acquisitions by Canadian companies', 'X acquired Y. X: biotech, New Brunswick, NJ.'],
    ['layoffs in Boston', 'X is laying off 9 employees in New Boston, Texas.'],
    ['layoffs in Paris', 'X is laying off 9 employees in Paris, Texas.'],
    ['funding in Germany', 'X raised money. X: software, Germantown, MD (Washington area).'],
    ['banks cutting jobs', 'X is laying off 9 employees in Red Bank, NJ.'],
    ['banks that raised money', 'X raised money. X: Red Bank, NJ, United States.'],
  ])('does not meet "%s" in another state: "%s"', (question, text) => {
    expect(likenessOf(question, text)).toBeLessThan(0.5);
  });
});
