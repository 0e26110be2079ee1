/** Which words of a question may name a company, and which signals meet a named one. */
import { describe, expect, it } from 'vitest';
import { namedPart } from '../../../../../../api/signals/ranking/parts/asked-names.js';
import { createReadWords } from '../../../../../../api/signals/ranking/parts/asked-parts.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const readWords = createReadWords(wordPieces, loadWording, RANKING);
const namesOf = (question: string) =>
  readWords(question, Date.parse('2026-11-25')).names.map(({ text }) => text);

describe('names of a question', () => {
  it.each([
    ['Zigzag Health Network', ['Zigzag Health Network']],
    ['problems at carmaker Zigzag Motors', ['Zigzag Motors']],
    ['lawsuits between Quillby & Sons and Zigzag Mobility', ['Quillby & Sons', 'Zigzag Mobility']],
    ['layoffs at Quillby, Zigzag, Flapjack or Gingernut', ['Quillby', 'Zigzag', 'Flapjack']],
    ['IPO of a drug maker with FDA approval', []],
    ['Robots in warehouses', []],
    ['Series B in March', []],
    ['bought a competitor', []],
    ['layoffs in Germany', []],
    ['biotech layoffs in Boston since March', []],
    ['How Quillby Opened A New Office In Lyon And Closed Another', []],
  ])('are words with capitals that ask for nothing else: %s', (question, names) => {
    expect(namesOf(question)).toEqual(names);
  });
});

describe('a named company', () => {
  const part = namedPart({ text: 'Zigzag', pieces: [2] }, ['zigzag.example', 'name:zigzag']);
  const signal = { detectedAtMs: 0, signalType: 'news', subtypeKey: 'layoff' };
  const meets = (companyKey: string) =>
    part.meet([], undefined, { ...signal, companyKey })?.likeness;

  it('is met by its signals whatever they say; of others their words decide', () => {
    expect(['zigzag.example', 'name:zigzag'].map(meets)).toEqual([1, 1]);
    expect(['other.example', ''].map(meets)).toEqual([undefined, undefined]);
  });

  it('is looked for in the stores', () => {
    expect(part.narrows).toEqual({ companies: ['zigzag.example', 'name:zigzag'] });
  });
});
