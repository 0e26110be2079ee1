/** Which company sizes questions ask for, as typed and as ranking reads them. */
import { describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { expandAbbreviations } from '../../../../../../api/signals/ranking/words/abbreviations.js';
import { bareQuestion } from '../../../../../../api/signals/ranking/words/bare-question.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const partsOf = (question: string) => parseQuestion(question, 0).parts;
const asRead = (question: string): string => bareQuestion(expandAbbreviations(question));

const sizesOf = (question: string): string[] =>
  partsOf(question).flatMap(({ storeCondition }) =>
    storeCondition?.employees
      ? [`${storeCondition.employees.least}-${storeCondition.employees.most}`]
      : [],
  );

/** Returns the conditions other than sizes, places and industries. */
const others = (question: string) =>
  partsOf(question).filter(
    ({ isCondition, storeCondition }) =>
      isCondition &&
      !storeCondition?.employees &&
      !storeCondition?.countries &&
      !storeCondition?.industries,
  );

describe('Company size in a question', () => {
  it.each([
    ['companies with more than 5,000 employees that closed a factory', '5001-Infinity'],
    ['firms with fewer than 200 employees buying another company', '0-199'],
    ['companies with at least 100 people', '100-Infinity'],
    ['companies with up to 50 staff', '0-50'],
    ['companies of 50 to 200 people that raised money', '50-200'],
    ['companies between 100 and 500 employees', '100-500'],
    ['companies with between 100 and 500 employees', '100-500'],
    ['companies with 10-50 staff', '10-50'],
    ['companies with 10–50 staff', '10-50'],
    ['European companies, 1,000 to 5,000 employees, with new debt', '1000-5000'],
    ['startups (10-50 employees) that raised money', '10-50'],
    ['companies that employ over 10,000 people', '10001-Infinity'],
    ['companies which have fewer than 20 employees', '0-19'],
    ['companies that do not have more than 200 employees', '0-200'],
    ['companies that do not have 500 or more employees', '0-499'],
    ['companies with > 500 employees', '501-Infinity'],
    ['companies with <= 50 employees', '0-50'],
    ['companies with not over 500 employees', '0-500'],
    ['companies with close to 500 employees', '400-625'],
    ['companies with exactly 500 employees', '500-500'],
    ['companies with 50–200 employees', '50-200'],
    ['employers with 10,000+ staff', '10000-Infinity'],
    ['10,000+ employee companies', '10000-Infinity'],
    ['companies with 500 or more employees', '500-Infinity'],
    ['companies with 50 employees or fewer', '0-50'],
    ['a company of more than 500 people', '501-Infinity'],
    ['startups under 50 employees', '0-49'],
    ['which companies over 500 people are hiring', '501-Infinity'],
    ['companies larger than 1,000 employees', '1001-Infinity'],
    ['companies in Germany with more than 500 employees', '501-Infinity'],
    ['software companies in the US with fewer than 200 employees', '0-199'],
    ['banks with more than 1,000 employees', '1001-Infinity'],
    ['start-ups with fewer than 20 people', '0-19'],
    ['companies with a workforce of more than 5,000', '5001-Infinity'],
    ['companies with a headcount between 50 and 200', '50-200'],
    ['companies with about 100 employees', '80-125'],
    ['a 50-person startup that raised money', '40-63'],
    ['companies with more than five hundred employees', '501-Infinity'],
    ['companies with no more than 200 employees', '0-200'],
    ['SaaS Germany 51-200 employees', '51-200'],
    ['51-200 employees fintech', '51-200'],
    ['healthcare, 201 to 500 employees', '201-500'],
    ['companies with more than 50 and fewer than 200 employees', '51-199'],
    ['companies with more than a hundred but fewer than a thousand employees', '101-999'],
    ['companies with 100 to 200 or more employees', '100-Infinity'],
    ['companies with 100 to 200 employees or more', '100-Infinity'],
    ['companies with 100 to 200 or fewer employees', '0-200'],
    ['companies with 100 to 200 employees', '100-200'],
    ['companies with at least 50 but no more than 200 people', '50-200'],
    ['under-50-person startups', '0-49'],
    ['over-200-person companies', '201-Infinity'],
    ['sub-50 employee companies', '0-49'],
    ['startups with sub 50 employees', '0-49'],
    ['mid-sized European companies', '101-1000'],
    ['large German manufacturers', '1001-Infinity'],
    ['small US software companies', '0-200'],
    ['large privately held companies', '1001-Infinity'],
    ['big banks cutting jobs', '1001-Infinity'],
    ['big employers', '1001-Infinity'],
    ['larger companies', '1001-Infinity'],
    ['a small company', '0-200'],
    ['SMEs that took a loan', '0-500'],
    ['SMBs raising money', '0-500'],
    ['small and medium-sized businesses', '0-500'],
    ['small businesses that closed', '0-200'],
    ['multinationals closing plants', '1001-Infinity'],
    ['multinational companies', '1001-Infinity'],
    ['tiny startups', '0-50'],
    ['small UK-based fintech startups', '0-200'],
    ['mid to large companies', '101-Infinity'],
    ['medium or large firms', '101-Infinity'],
    ['smaller companies', '0-200'],
    ['small law firms', '0-200'],
    ['companies sized 50 to 200 employees', '50-200'],
    ['company size 51-200', '51-200'],
    ['firms in Fjordby with over 1000 employees', '1001-Infinity'],
    ['firms in the healthcare sector with 100 to 500 employees', '100-500'],
    ['companies that have 200 to 500 employees', '200-500'],
    ['who has more than 1000 employees', '1001-Infinity'],
    ['companies employing more than 1,000', '1001-Infinity'],
    ['companies with at least 1k employees', '1000-Infinity'],
    ['layoffs at mid-market software firms', '101-1000'],
  ])('is recognised in "%s"', (question, range) => {
    expect(sizesOf(question)).toEqual([range]);
    expect(sizesOf(asRead(question))).toEqual([range]);
    expect(others(question)).toEqual([]);
  });

  it('is distinguished from a number of the event in the same question', () => {
    const question = 'companies with under 100 employees that laid off over 20 people';
    expect(sizesOf(question)).toEqual(['0-99']);
    expect(others(question)).toHaveLength(1);
    const other = 'layoffs of over 500 employees at companies with more than 10000 employees';
    expect(sizesOf(other)).toEqual(['10001-Infinity']);
    expect(others(other)).toHaveLength(1);
  });

  it('has both ranges if the question describes it twice', () => {
    expect(sizesOf('small companies with fewer than 100 employees').sort()).toEqual([
      '0-200',
      '0-99',
    ]);
  });

  it.each([
    'companies laying off more than 500 employees',
    'companies that cut 1,000 to 2,000 jobs',
    'firms hiring 200 people',
    'closing a plant with 300 workers',
    'companies closing a plant with more than 300 workers',
    'a layoff of 50 to 100 people',
    'layoffs of more than 50 and fewer than 200 people',
    'more than a hundred but fewer than a thousand employees laid off',
    'layoffs in Germany 50-100 employees',
    '50-100 employees laid off',
    'moving 50 to 100 employees',
    'layoffs of 50 to 100 people at companies in Spain',
    'companies with more than 100 openings',
    'companies with over 500 employees laid off',
    'firms, over 200 people let go',
    'at companies more than 500 employees were laid off',
    'companies with layoffs of more than 500 employees',
    'a group of more than 50 people resigned',
    'companies that hired over 100 people',
    'big data companies',
    'large language model makers',
    'large-cap companies',
    'small business lenders',
    'loans to small businesses',
    'software for small companies',
    'contracts with large banks',
    'big layoffs at companies',
    'large software contracts of companies',
    'companies buying small startups',
    'loans to companies with fewer than 50 employees',
    'companies in talks with over 500 workers',
    'Companies Closing Plants With More Than 500 Workers',
    'sites employing more than 200 people',
    'companies with over 100 employees on strike',
    'companies with more than 50 new hires',
    'companies with over 100 employees who were let go',
    'a 200-person layoff',
    'a 300-employee plant',
    'small and large companies',
    'small-cap companies',
    'big customers',
    'headcount cut to under 100',
    'bought by a bigger firm',
    'bank swallowed by larger bank',
    'taken over by a large bank',
    'large factories closing',
    'big news about companies',
    'large customers leaving a company',
    'SME lending',
    'software for SMEs',
  ])('is not recognised in "%s"', (question) => {
    expect(sizesOf(question)).toEqual([]);
    expect(sizesOf(asRead(question))).toEqual([]);
  });

  it.each([
    ['companies laying off more than 500 employees', 1],
    ['a layoff of 50 to 100 people', 1],
    ['companies that cut 1,000 to 2,000 jobs', 1],
    ['companies with more than 100 openings', 1],
    ['companies with over 500 employees laid off', 1],
  ])('leaves the numbers of an event to other conditions: "%s"', (question, count) => {
    expect(others(question)).toHaveLength(count);
  });

  it('is met by overlapping ranges, and "larger" adds no second condition', () => {
    const fits = (question: string, low: number | null, high: number | null) =>
      partsOf(question)
        .filter(({ storeCondition }) => storeCondition?.employees)
        .map(
          (part) =>
            part.match([], { industries: [], country: '', employees: { low, high } })?.likeness,
        );
    expect(fits('companies with more than 5,000 employees', 1_001, 5_000)).toEqual([0]);
    expect(fits('companies with more than 5,000 employees', 5_001, 10_000)).toEqual([1]);
    expect(fits('companies with more than 5,000 employees', 10_001, null)).toEqual([1]);
    expect(fits('companies with more than 5,000 employees', null, null)).toEqual([0]);
    expect(fits('companies of 50 to 200 people', 11, 50)).toEqual([1]);
    expect(fits('companies of 50 to 200 people', 201, 500)).toEqual([0]);
    const larger = partsOf('larger companies');
    expect(larger.filter(({ overridesWords }) => overridesWords)).toHaveLength(1);
  });

  it.each(['layoffs except at large companies', 'layoffs, but not at large companies'])(
    'can be excluded: "%s"',
    (question) => {
      const sizes = partsOf(question).filter((part) => part.isCondition);
      const meets = (low: number, high: number | null) =>
        sizes.map(
          (part) =>
            part.match([], { industries: [], country: '', employees: { low, high } })?.likeness,
        );
      expect(meets(11, 50)).toEqual([1]);
      expect(meets(10_001, null)).toEqual([0]);
      expect(sizesOf(question)).toEqual([]);
    },
  );
});
