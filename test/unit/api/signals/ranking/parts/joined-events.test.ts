/** Ways to divide a question into two events. Whether there are two is decided by their kinds. */
import { describe, expect, it } from 'vitest';
import { joinedEvents } from '../../../../../../api/signals/ranking/parts/joined-events.js';
import { placedWords } from '../../../../../../api/signals/ranking/words/phrases.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());

function divide(question: string) {
  return joinedEvents(question, placedWords(question, wordPieces?.words(question) ?? []));
}

describe('A question', () => {
  it.each([
    ['raised money and then cut jobs', 'raised money', 'cut jobs'],
    ['a new boss, followed by a restructuring', 'a new boss', 'a restructuring'],
    ['closing one plant while opening another', 'closing one plant', 'opening another'],
    ['earnings down but dividend unchanged', 'earnings down', 'dividend unchanged'],
    ['Who was hacked and later sued?', 'Who was hacked', 'sued?'],
  ])('is divided: %s', (question, ...clauses) => {
    expect(divide(question)).toMatchObject([{ clauses, isSubordinate: false }]);
  });

  it.each([
    ['a lawsuit after a data breach', 'a lawsuit', 'a data breach'],
    ['borrowed to pay for an acquisition', 'borrowed', 'an acquisition'],
  ])('may describe an event by another: %s', (question, ...clauses) => {
    expect(divide(question)).toMatchObject([{ clauses, isSubordinate: true }]);
  });

  it.each(['layoffs at banks', 'Andersson brands', ''])('is not divided: %s', (question) => {
    expect(divide(question)).toEqual([]);
  });

  it('has the positions of the words between the events, and of all words', () => {
    const [division] = divide('cut jobs and then hired');
    expect(division).toMatchObject({ jointPositions: [2, 3], positions: [0, 1, 2, 3, 4] });
  });

  it('is divided at three places at most, and not at all if it is long', () => {
    expect(divide('sold this and bought that and hired and fired and closed')).toHaveLength(3);
    expect(divide('sold this and bought that '.repeat(20))).toEqual([]);
  });
});
