/** Which signals intent leaves out, because they are not of the time that a question asks for. */
import { expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { lateInteraction } from '../../../../../../api/signals/ranking/relevance/late-interaction.js';
import { loadRankingTables } from '../../../../../../api/signals/ranking/relevance/tables.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const tables = loadRankingTables();
const NOW_MS = Date.parse('2026-11-23T12:00:00Z');

/** Returns the months of 2026 whose tenth day meets what a signal must have. */
function allowedMonths(question: string): number[] {
  const asked = parseQuestion(question, NOW_MS);
  const filters = asked.parts.filter(({ isFilter }) => isFilter);
  const embedded = { pieces: [], states: [] };
  const { meetsRequired } = lateInteraction(embedded, tables, { ...RANKING, ...asked, filters });
  return Array.from({ length: 12 }, (_, at) => at + 1).filter((month) => {
    const detectedAtMs = Date.UTC(2026, month - 1, 10);
    return meetsRequired([], undefined, { detectedAtMs, signalType: 'news', subtypeKey: '' });
  });
}

const without = (...months: number[]): number[] =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter((month) => !months.includes(month));

// The store leaves out what is before the first or after the last time.
it.each([
  ['layoffs in September or November', without(10)],
  ['layoffs in March, May and August 2026', without(4, 6, 7)],
  ['layoffs in September and October', without()],
  ['layoffs in September', without()],
  ['layoffs from September to November', without()],
  ['layoffs since September', without()],
  ['layoffs', without()],
  ['layoffs except in September or November', without(9, 11)],
  ['layoffs not in October', without(10)],
])('Signals between the times of a list are left out: "%s"', (question, months) => {
  expect(allowedMonths(question)).toEqual(months);
});
