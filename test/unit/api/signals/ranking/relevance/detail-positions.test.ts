/** Which words of a question narrow down the kind of signal that it asks for. */
import { expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { detailPositionsOf } from '../../../../../../api/signals/ranking/relevance/detail-positions.js';
import { loadRankingTables } from '../../../../../../api/signals/ranking/relevance/tables.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const tables = loadRankingTables();
const NOW_MS = Date.parse('2026-11-23T12:00:00Z');

function detailsOf(question: string, subtype: string): string[] {
  const words = wordPieces?.words(question) ?? [];
  const pieces = words.flatMap((word) => word.pieces);
  const chances = tables.topics.subtypes.map((each) => (each === subtype ? 0.1 : 0));
  const kinds = { boosts: new Map([[subtype.toLowerCase(), 0.4]]), chances };
  const asked = parseQuestion(question, NOW_MS);
  const positions = detailPositionsOf({ pieces }, asked, kinds, tables);
  return words
    .filter((_, at) => asked.wordPositions[at]?.some((position) => positions.includes(position)))
    .map(({ start, end }) => question.slice(start, end));
}

it.each([
  ['latest layoffs', 'layoff', []],
  ['latest executive changes', 'executiveChange', []],
  ['largest loans', 'newDebt', []],
  ['latest product launches', 'productLaunch', []],
  ['layoffs with the most employees', 'layoff', []],
  ['biggest percentage cuts of workforce', 'layoff', ['percentage']],
  ['a big government contract', 'contractWin', ['government']],
  ['biggest layoffs because of AI', 'layoff', ['AI']],
  ['who cut the most jobs', 'layoff', []],
  ['latest hiring of engineers', 'jobPosting', ['engineers']],
  ['biggest AI budgets in dollars', 'aiInvestment', []],
  ['biggest takeovers by value', 'acquisition', []],
])('The words of "%s" that not every signal of the kind meets', (question, subtype, details) => {
  expect(detailsOf(question, subtype)).toEqual(details);
});
