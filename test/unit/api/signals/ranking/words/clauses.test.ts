/** How signals are split into clauses, with the pieces of the bundled model. */
import { expect, it } from 'vitest';
import { createClauseFinder } from '../../../../../../api/signals/ranking/words/clauses.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, spell } = wordPieces;
const findClauses = createClauseFinder(wordPieces);
const clausesOf = (text: string) => findClauses(pieces(text)).map((each) => spell(each).trim());

it('ends clauses at commas, semicolons, colons, dashes and full stops', () => {
  expect(
    clausesOf(
      'the chief executive resigned early on monday – the board of directors is looking for another one; shares fell by a tenth on that day.',
    ),
  ).toEqual([
    'the chief executive resigned early on monday',
    'the board of directors is looking for another one',
    'shares fell by a tenth on that day',
  ]);
});

it('joins a short clause and the next one', () => {
  expect(
    clausesOf(
      'however, the company cut 1,400 jobs in its old plant, and it will open a new one in spain',
    ),
  ).toEqual([
    'however , the company cut 1 , 400 jobs in its old plant',
    'and it will open a new one in spain',
  ]);
});

it('leaves out a short last clause', () => {
  const text =
    'the company cut half of its jobs in spain, its shares fell by a tenth that day, and rose';
  expect(clausesOf(text)).toEqual([
    'the company cut half of its jobs in spain',
    'its shares fell by a tenth that day',
  ]);
});

it('ends a clause within a number', () => {
  expect(
    clausesOf('the company will cut a tenth of its 14,000 jobs in its old plant in spain'),
  ).toEqual(['the company will cut a tenth of its 14', '000 jobs in its old plant in spain']);
});

it('returns nothing for a text of one clause', () => {
  expect(clausesOf('the company cut half of the jobs in its old plant.')).toEqual([]);
  expect(findClauses([])).toEqual([]);
});
