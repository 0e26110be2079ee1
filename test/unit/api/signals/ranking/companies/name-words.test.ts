/** Which words of names in a text say nothing of what a question asks for. */
import { describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { lateInteraction } from '../../../../../../api/signals/ranking/relevance/late-interaction.js';
import { loadRankingTables } from '../../../../../../api/signals/ranking/relevance/tables.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, spell } = wordPieces;
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const tables = loadRankingTables();
const FACTS =
  'Quill: software, Boston, MA, United States. Peer39: web, New York, NY, United States.';

/** Returns the words of names in a text that do not count for a question. */
function nameWords(question: string, text: string, companyKey: string): string {
  const tokens = pieces(text);
  const found = parseQuestion(question, 0).findNameWords(tokens, companyKey);
  return spell(tokens.filter((_, at) => found.has(at))).trim();
}

describe('Words of names', () => {
  it.each([
    ['open jobs', 'Jobster raised $7 million.', 'name:jobster', 'jobster'],
    [
      'plant closing',
      'Aluminum Mills is closing its site',
      'name:aluminum mills',
      'aluminum mills',
    ],
    ['closing a store', 'Ames Stores is closing', 'name:ames stores', 'ames'],
    ['jobster funding', 'Jobster raised $7 million.', 'jobster.example', ''],
    ['bank layoffs', 'Bank of Crinkle is laying off 20', 'bankofcrinkle.example', 'of crinkle'],
    ['data breach', 'Zigzag Data lost data of customers', 'zigzagdata.example', 'zigzag'],
    ['bought a competitor', `Quill acquired Peer39. ${FACTS}`, 'name:quill', 'quill peer39'],
  ])('for "%s" do not count in "%s", but words of the question do', (question, ...told) => {
    const [text, companyKey, expected] = told;
    const found = new Set(nameWords(question, text, companyKey).split(' '));
    for (const word of expected.split(' ')) expect(found).toContain(word);
    const asked = question.split(' ').filter((word) => word !== '');
    for (const word of asked) expect(found).not.toContain(word);
  });

  it.each([
    ['bank layoffs', 'Quill is laying off 5 employees in Red Bank, NJ.', 'red bank , nj'],
    ['new plants', 'Quill opens a site in Oakland, New Jersey', 'oakland , new jersey'],
    ['layoffs in Crinkle', 'Quill is laying off 5 employees in Crinkle, Ohio.', ', ohio'],
    ['layoffs', 'Quill is laying off 5 employees, others too', ''],
  ])('for "%s" do not count in places: "%s"', (question, text, expected) => {
    expect(nameWords(question, text, 'name:unknown')).toBe(expected);
  });

  it('do not meet synonyms either', () => {
    const asked = parseQuestion('closing a shop', 0);
    const words = pieces('closing a shop');
    const states = words.map(() => new Float32Array(384));
    const { wordScore } = lateInteraction({ pieces: words, states }, tables, {
      ...RANKING,
      ...asked,
    });
    const scoreOf = (companyKey: string) =>
      wordScore(pieces('Staffing Boutique is closing its site'), undefined, {
        ...{ detectedAtMs: 0, signalType: 'news', subtypeKey: 'plantclosure', companyKey },
      });
    expect(scoreOf('name:staffing boutique')).toBeLessThan(scoreOf('name:other'));
  });
});
