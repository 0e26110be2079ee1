/** Which words of a question may name a company, and which signals meet the condition of a named company. */
import { describe, expect, it } from 'vitest';
import {
  createOwnNameFinder,
  namePart,
} from '../../../../../../api/signals/ranking/companies/company-names.js';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const namesOf = (question: string) =>
  parseQuestion(question, Date.parse('2026-11-25')).names.map(({ text }) => text);

describe('Company names in a question', () => {
  it.each([
    ['Zigzag Health Network', ['Zigzag Health Network']],
    ['problems at carmaker Zigzag Motors', ['Zigzag Motors']],
    ['lawsuits between Quillby & Sons and Zigzag Mobility', ['Quillby & Sons', 'Zigzag Mobility']],
    // A list counts as one name of three.
    [
      'layoffs at Quillby, Zigzag, Flapjack or Gingernut',
      ['Quillby', 'Zigzag', 'Flapjack', 'Gingernut'],
    ],
    ['Quillby with Zigzag in Flapjack for Gingernut', ['Quillby', 'Zigzag', 'Flapjack']],
    // A known word that begins the question is a name in a list and before a kind of signal.
    ['Google and Meta layoffs', ['Google', 'Meta']],
    ['Google vs Meta layoffs', ['Google', 'Meta']],
    ['Google/Meta layoffs', ['Google', 'Meta']],
    ['Google, Meta, Amazon and Apple layoffs', ['Google', 'Meta', 'Amazon', 'Apple']],
    ['Google layoffs', ['Google']],
    ["Google's layoffs", ["Google's", 'Google']],
    // A form of the SEC is not part of a name.
    ['Apple 8-K', ['Apple']],
    ['Zigzag Data 10-K 2025', ['Zigzag Data']],
    ["Zigzag's 8-k filings", ["Zigzag's", 'Zigzag']],
    ['Recent layoffs', []],
    ['Companies, Startups and Banks', []],
    ['Rail freight firm cuts hundreds of jobs in the north', []],
    ['IPO of a drug maker with FDA approval', []],
    ['Robots in warehouses', []],
    ['Series B in March', []],
    ['who left Zigzag Motors', []],
    ['layoffs except at Zigzag Motors', []],
    ['bought a competitor', []],
    ['layoffs in Germany', []],
    ['biotech layoffs in Boston since March', []],
    ["Zigzag Data's funding", ["Zigzag Data's", 'Zigzag Data']],
    ["layoffs at Zigzag's", ["Zigzag's", 'Zigzag']],
    ['layoffs except at Boston Beer', []],
    ['Is Zigzag Data hiring', ['Is Zigzag Data', 'Zigzag Data']],
    ['Zigzag Data SEC filings', ['Zigzag Data SEC', 'Zigzag Data']],
    // Words with another meaning may still make a name, but not those of one place or round.
    ['layoffs at Boston Beer', ['Boston Beer']],
    ['funding of General Mills', ['General Mills']],
    ['layoffs in New York', []],
    // In lower case, two words without another meaning that are alone or have posts.
    ['posts by quillby zigzag', ['quillby zigzag']],
    ['quillby zigzag posts', ['quillby zigzag']],
    ['quillby zigzag', ['quillby zigzag']],
    ['posts by software engineers', []],
    ['posts about remote work', []],
    ['job changes', []],
    ['recent layoffs', []],
    ['quillby zigzag layoffs', []],
    ['raised a Series A', []],
    ['How Quillby Opened A New Office In Lyon And Closed Another', []],
  ])('are words with capitals that have no other meaning: %s', (question, names) => {
    expect(namesOf(question)).toEqual(names);
  });
});

describe('Condition of a named company', () => {
  const name = { text: 'Zigzag Motors', positions: [2, 3], phrase: [7, 8] };
  const part = namePart(name, ['zigzag.example', 'name:zigzag'], 'company');
  const signal = { detectedAtMs: 0, signalType: 'news', subtypeKey: 'layoff' };
  const meets = (companyKey: string, tokens: readonly number[] = []) =>
    part.match(tokens, undefined, { ...signal, companyKey })?.likeness;

  it('is met by signals of the company, whatever they say', () => {
    expect(meets('zigzag.example')).toBe(1);
    expect(meets('name:zigzag', [7])).toBe(1);
    expect(meets('other.example')).toBe(0);
  });

  it('is met by signals of other companies only if they contain the whole name', () => {
    expect(meets('other.example', [5, 7, 8, 6])).toBe(1);
    expect(part.locate?.([5, 7, 8, 6])).toEqual({ at: 1, end: 3 });
    expect(meets('other.example', [7, 5, 8])).toBe(0);
  });

  it('narrows store queries to the keys of the company', () => {
    expect(part.storeCondition).toEqual({ companies: ['zigzag.example', 'name:zigzag'] });
  });
});

describe("A company's own name in a text", () => {
  it('is every longer word that its key contains, as a whole word', () => {
    const text = 'Zigzag Data opens a data centre in Crinkle';
    const found = createOwnNameFinder(wordPieces)(wordPieces.pieces(text), 'zigzagdata.example');
    const named = wordPieces
      .words(text)
      .flatMap(({ start, end, pieces: own }) => own.map(() => text.slice(start, end)));
    expect(named.filter((_, at) => found.has(at))).toEqual(
      named.filter((word) => /zigzag|data/i.test(word)),
    );
  });
});
