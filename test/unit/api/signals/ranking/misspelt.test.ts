/** Misspelt words of questions, by the words of the project and the pieces of the bundled model. */
import { describe, expect, it } from 'vitest';
import { createSpelling } from '../../../../../api/signals/ranking/misspelt.js';
import { loadEnglishTexts } from '../../../../../api/signals/ranking/wording.js';
import { bundledModel } from '../../../../../shared/domain/package-root.js';
import { loadWordPieces } from '../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const correct = createSpelling(wordPieces, loadEnglishTexts);

async function corrected(question: string, names: string[] = []): Promise<string> {
  return correct(
    question,
    async (phrases) => new Set(phrases.filter((each) => names.includes(each))),
  );
}

describe('misspelt words', () => {
  it.each([
    ['raisd seris b', 'raised series b'],
    ['hirng machine lerning enginers', 'hiring machine learning engineers'],
    ['Aquisitions in germny', 'acquisitions in germany'],
    ['new cheif finacial offcer', 'new chief financial officer'],
    ['layofs, fundng & partnreship!', 'layoffs, funding & partnership!'],
    ['insolvancy', 'insolvency'],
  ])('are corrected: "%s"', async (question, meant) => {
    expect(await corrected(question)).toBe(meant);
  });

  it.each([
    'raised series B',
    'hiring machine learning engineers',
    // A capital begins a name.
    'layoffs at Fundng',
    // As names are made.
    'hirely layoffs',
    // Nothing is like it, or too little is left of it.
    'xkqzwv 12345 seris2 tx',
    'sede',
    '',
  ])('are not found in "%s"', async (question) => {
    expect(await corrected(question)).toBe(question);
  });

  it('stay where the name of a company begins with them', async () => {
    expect(await corrected('biontech layofs')).toBe('biotech layoffs');
    expect(await corrected('biontech layofs', ['biontech'])).toBe('biontech layoffs');
    expect(await corrected('deals of ihs markit', ['ihs markit'])).toBe('deals of ihs markit');
  });

  it('are at most eight of a question', async () => {
    const question = Array.from({ length: 16 }, () => 'layofs').join(' ');
    expect((await corrected(question)).match(/layoffs/g)).toHaveLength(8);
  });
});
