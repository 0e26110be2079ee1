/** Which amounts of a signal count for questions about rounds, with the real wording and model. */
import { describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const { pieces } = wordPieces;

/** Returns how well a signal meets the bound of a question, from 0 to 1. */
function likeness(question: string, summary: string): number {
  const bound = parseQuestion(question, 0).parts.find(({ storeCondition }) => storeCondition);
  if (!bound) throw new Error(`no bound in: ${question}`);
  return bound.match(pieces(summary), undefined)?.likeness ?? 0;
}

describe('a question for rounds above an amount', () => {
  const question = 'funding rounds above $50 million';
  it.each([
    'Example Pay secured $14 million, and the cheque values it at $90 million.',
    'Example Pay raised $14 million, valuing the wallet start-up at about $90 million.',
    'Example Pay raised $14 million at a valuation of $90 million.',
    'Example Pay raised $14 million at a $90 million valuation.',
    'Example Pay raised $14 million at a $90 million pre-money valuation.',
    'Example Pay raised $14 million, which brings its total funding to $90 million.',
    'Example Pay raised $14 million and has raised $90 million to date.',
  ])('is not met by: %s', (summary) => {
    expect(likeness(question, summary)).toBeLessThan(0.5);
  });
  it.each([
    'Example Pay raised $90 million at a valuation of $1 billion.',
    'Example Pay secured $90 million, and the cheque values it at $1 billion.',
    'Example Pay wins a round valued at $90 million.',
  ])('is met by: %s', (summary) => {
    expect(likeness(question, summary)).toBe(1);
  });
});

it.each([
  [
    'rounds at a valuation above $50 million',
    'Example Pay raised $14 million at a $90 million valuation.',
  ],
  ['raised more than $50 million in total', 'Example Pay has raised $90 million to date.'],
  ['takeovers above $50 million', 'Example Foods buys Example Pay, valuing it at $90 million.'],
])('"%s" is met by: %s', (question, summary) => {
  expect(likeness(question, summary)).toBe(1);
});
