/** Which questions ask for moves of people in everyday words, and which signals meet them. */
import { describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parse = createParseQuestion(wordPieces, loadWording, RANKING);
const read = (question: string) => parse(question, Date.parse('2026-11-25T12:00:00Z'));
/** Returns how well a signal without any words of the question meets its move. */
function metBy(question: string, subtypeKey: string, signalType = 'news') {
  const move = read(question).parts.find(
    ({ metBy: by, storeCondition }) => by === 'type' && !storeCondition,
  );
  return move?.match([], undefined, { subtypeKey, signalType, detectedAtMs: 0 })?.likeness;
}

describe('Move of people in a question', () => {
  it.each([
    'job changes',
    'job change',
    'jobChange',
    'job changes this week',
    'people leaving',
    'people leaving Zigzag Motors',
    'employees leaving Zigzag',
    'anyone leaving Zigzag Motors',
    'who left Zigzag Motors',
    'people who left their job',
    'left their job',
    'people joining new companies',
    'who joined another company last month',
    'left another company to become chief technology officer',
    'quit their job to join as finance chief',
    'executives leaving a competitor',
    'who switched companies to lead sales',
  ])('is met by job changes: %s', (question) => {
    expect(metBy(question, 'jobchange')).toBe(1);
    expect(metBy(question, 'executivechange')).toBe(0.5);
    expect(metBy(question, 'jobposting')).toBe(0);
    expect(metBy(question, 'general', 'network-post-contact')).toBeUndefined();
  });

  it('is no opposite of joining if people leave for another company', () => {
    const { parts } = read('people leaving a rival to become finance chief');
    const tokens = wordPieces.pieces('A joined X as Chief Financial Officer');
    const signal = { subtypeKey: 'jobchange', signalType: 'work-milestones', detectedAtMs: 0 };
    expect(parts.some((part) => part.match(tokens, undefined, signal)?.isOpposite)).toBe(false);
  });

  it.each(['recent hires', 'executive hires', 'latest executive hires', 'recent hires at Zigzag'])(
    'is met by everyone who starts somewhere: %s',
    (question) => {
      for (const subtype of ['jobchange', 'newrole', 'executivechange']) {
        expect(metBy(question, subtype)).toBe(1);
      }
      expect(metBy(question, 'jobposting')).toBe(0);
      expect(read(question).subject).toBe('new hires');
    },
  );

  it.each([
    ...['change at the top', 'people leaving negative reviews', 'employees left the union'],
    ...['leaving Delaware', 'left in 2024', 'leaving the stock exchange', 'customers leaving'],
    ...['hires hundreds', 'freeze on new hires', 'hiring executives', 'joining forces'],
    ...[
      'companies with no money left',
      'customers left another supplier',
      'people joining the protest',
      'changes hands',
    ],
  ])('is not asked for by other words: %s', (question) => {
    expect(metBy(question, 'jobchange')).toBeUndefined();
  });
});
