/** Short pieces of longer words, which meet only the same word of a question. */
import { expect, it } from 'vitest';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { lateInteraction } from '../../../../../../api/signals/ranking/relevance/late-interaction.js';
import { loadRankingTables } from '../../../../../../api/signals/ranking/relevance/tables.js';
import { createFragments } from '../../../../../../api/signals/ranking/words/fragments.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, spell, unknown } = wordPieces;
const fragments = createFragments(wordPieces);
const tables = loadRankingTables();

it.each([
  ['Gossamer', 'go ssa mer'],
  ['Yonder', 'yo'],
  ['go to market', ''],
  ['CEOs', 's'],
  ['fintech', 'fin'],
  ['$350m', 'm'],
])('of "%s" are found: "%s"', (text, expected) => {
  const tokens = pieces(text);
  const found = tokens.filter((_, at) => fragments.wordOf(tokens, at) !== undefined);
  expect(found.map((piece) => spell([piece]).trim()).join(' ')).toBe(expected);
});

/** Returns how well the words of a text meet a question whose words have no meaning. */
function wordScore(question: string, text: string): number {
  const asked = pieces(question);
  const states = asked.map(() => new Float32Array(384));
  const options = { parts: [], stopWordPositions: new Set<number>(), unknownPiece: unknown };
  const words = { pieces: asked, states };
  return lateInteraction(words, tables, { ...RANKING, ...options, fragments }).wordScore(
    pieces(text),
  );
}

it.each([
  ['go', 'Gossamer'],
  ['yoy', 'Yonder'],
])('"%s" is not met by a piece of "%s"', (question, text) => {
  expect(wordScore(question, text)).toBe(0);
});

it.each([
  ['yonder', "Yonder's"],
  ['gossamer', 'Gossamers'],
  ['CEO', 'CEOs'],
  ['IPO', 'IPOs'],
  ['fintech', 'fintechs'],
])('"%s" is met by "%s"', (question, text) => {
  expect(wordScore(question, text)).toBeGreaterThan(0.3);
});
