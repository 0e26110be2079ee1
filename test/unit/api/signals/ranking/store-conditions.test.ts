/** Which conditions of a question narrow the queries to the stores, and how they combine with given filters. */
import { describe, expect, it } from 'vitest';
import { findCandidates } from '../../../../../api/signals/ranking/find-candidates.js';
import { createParseQuestion } from '../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../api/signals/ranking/relevance/constants.js';
import {
  attemptsOf,
  type Conditions,
  conditionsOf,
  filterByFacts,
  filterByPhrases,
  readCompanyKeys,
  withMissingDetails,
} from '../../../../../api/signals/ranking/store-conditions.js';
import { loadWording } from '../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../shared/domain/package-root.js';
import type { SignalFilter } from '../../../../../shared/domain/ports/signal-reader.js';
import type { VectorFilter } from '../../../../../shared/domain/ports/vector-index.js';
import { loadBertWordPieces } from '../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const conditions = (question: string) => conditionsOf(parseQuestion(question, NOW_MS).parts);

describe('Narrowing of a question', () => {
  it('uses places, industries and times', () => {
    expect(conditions('layoffs in Spain or Portugal')?.traits?.countries).toEqual(['ES', 'PT']);
    expect(conditions('banks and insurers laying off staff')?.traits?.industries).toEqual(
      expect.arrayContaining(['bank', 'insur']),
    );
    expect(conditions('layoffs in 2025')).toEqual({
      companies: [],
      contacts: [],
      traits: null,
      detected: [Date.UTC(2025, 0), Date.UTC(2026, 0)],
      employees: null,
      amounts: [],
      types: [],
      phrases: [],
      tiers: [],
      details: [],
    });
  });

  it.each<[string, NonNullable<VectorFilter['amounts']>]>([
    ['raised more than $500 million', [[{ of: 'money', from: 500e6 }]]],
    ['mega rounds, half a billion or more', [[{ of: 'money', from: 500e6 }]]],
    ['raised between 10 and 20 million', [[{ of: 'money', from: 10e6, to: 20e6 }]]],
    ['rounds of about 5 million', [[{ of: 'money', from: 4e6, to: 6.25e6 }]]],
    ['fewer than 50 employees laid off', [[{ of: 'people', from: 1, to: 50 }]]],
    ['more than 100 laid off', [[{ of: 'people', from: 100 }]]],
    [
      'over 200 people laid off after losing more than 5 million dollars',
      [[{ of: 'people', from: 200 }], [{ of: 'money', from: 5e6 }]],
    ],
  ])('uses amounts: "%s"', (question, amounts) => {
    expect(conditions(question)?.amounts).toEqual(amounts);
  });

  it('tries the highest values of a superlative first, then all signals that meet the rest', () => {
    const attempts = (question: string) => {
      const asked = conditions(question);
      return asked ? attemptsOf(asked) : [];
    };
    const amounts = attempts('the largest layoffs in Spain').map((each) => each.amounts);
    const least = amounts.map(([tier]) => tier?.find(({ of }) => of === 'people')?.from);
    expect(least).toEqual([5_000, 1_000, 300, 100, 30, undefined]);
    expect(amounts.at(-1)).toEqual([]);
    const times = attempts('newest layoffs in Spain').map(({ detected }) => detected?.[0]);
    expect(times).toEqual([...times].sort((one = 0, other = 0) => other - one));
    expect(times.at(-1)).toBeUndefined();
    const traits = attempts('newest layoffs in Spain').map((each) => each.traits?.countries);
    expect(traits.every((countries) => countries?.includes('ES'))).toBe(true);
    // No signal of a past year is from this week.
    expect(attempts('newest layoffs of 2015')).toHaveLength(1);
    expect(attempts('oldest layoffs of 2015').map(({ detected }) => detected)).toEqual([
      [Date.UTC(2015, 0), Date.UTC(2016, 0)],
      [Date.UTC(2015, 0), Date.UTC(2016, 0)],
    ]);
  });

  it('uses synonyms of a phrase, but not of a word, if the question has no condition', () => {
    const said = wordPieces.phrases('large customer left');
    const lost = conditions('who lost a major client');
    expect(lost).toMatchObject({ phrases: [], details: [expect.arrayContaining(said)] });
    expect(conditions('who lost a major client in Boston')).toEqual(conditions('in Boston'));
    for (const question of ['who laid people off', 'new CFO', 'client']) {
      expect(conditions(question), question).toBeNull();
    }
  });

  it('looks for each detail that few of the heaviest signals contain, in any order of words', () => {
    const asked = conditions('who lost a major client, data scientists');
    const missing = (...texts: string[]) => {
      const signals = texts.map((text) => ({ tokens: wordPieces.pieces(text) }));
      return asked && withMissingDetails(asked, signals, 2);
    };
    const none = missing('layoffs');
    expect(none?.details).toEqual(asked?.details);
    expect(none?.details.length).toBeGreaterThan(1);
    const [phrases = []] = none?.phrases ?? [];
    for (const detail of none?.details ?? []) {
      expect(detail.some((phrase) => phrases.includes(phrase))).toBe(true);
    }
    const left = missing('Layoffs since a large customer left', 'left by a large customer');
    expect(left?.details).toHaveLength((asked?.details.length ?? 0) - 1);
    expect(missing('a large customer left')?.details).toHaveLength(asked?.details.length ?? 0);
  });

  it('uses the overlap of several times, or the whole span if they do not overlap', () => {
    const detected = (question: string) => conditions(question)?.detected;
    expect(detected('layoffs since March 2026 before June 2026')).toEqual([
      Date.UTC(2026, 2),
      Date.UTC(2026, 5),
    ]);
    const years = [Date.UTC(2022, 0), Date.UTC(2025, 0)];
    expect(detected('bank layoffs in 2022 or in 2024')).toEqual(years);
  });

  it('uses the overlap of several company sizes, or the whole span without one', () => {
    const employees = (question: string) => conditions(question)?.employees;
    expect(employees('large companies cutting jobs')).toEqual({ least: 1_001, most: Infinity });
    expect(employees('small companies with fewer than 50 employees')).toEqual({
      least: 0,
      most: 49,
    });
    expect(employees('small firms with debt and companies with over 999 employees')).toEqual({
      least: 0,
      most: Infinity,
    });
    expect(employees('layoffs of more than 500 people')).toBeNull();
  });

  it.each([
    'letting people go',
    'recent layoffs',
    'layoffs outside Spain',
    'raised 5 million',
    'margins of more than 20 percent',
  ])('does not use what no store can filter: "%s"', (question) => {
    expect(conditions(question)).toBeNull();
  });
});

describe('Filter narrowed by a question', () => {
  const none = {
    traits: null,
    detected: null,
    companies: [],
    contacts: [],
    employees: null,
    amounts: [],
    types: [],
  };
  const spain = { ...none, traits: { countries: ['ES'], industries: [] } };
  const year = { ...none, detected: [1_000, 2_000] as const };
  const filterOf = async (
    asked: Parameters<typeof filterByFacts>[0] & Parameters<typeof readCompanyKeys>[0],
    given: SignalFilter = {},
    companies = 3,
  ) => {
    const keys = await readCompanyKeys(asked, {
      keysWith: async (_, limit) =>
        Array.from({ length: Math.min(limit, companies) }, (_, at) => `c${at}.example`),
    });
    return filterByFacts(asked, given, keys);
  };

  it('adds the matching companies unless there are none or more than 5,000', async () => {
    const given = { signalTypes: ['news'] };
    expect(await filterOf(spain, given)).toEqual({
      ...given,
      companyKeys: ['c0.example', 'c1.example', 'c2.example'],
    });
    const named = { ...spain, companies: ['acme.example'] };
    expect(await filterOf(named, given)).toEqual({ ...given, companyKeys: ['acme.example'] });
    expect(await filterOf(spain, {}, 0)).toBeNull();
    expect((await filterOf(spain, {}, 5_000))?.companyKeys).toHaveLength(5_000);
    expect(await filterOf(spain, {}, 5_001)).toBeNull();
    expect(await filterOf({ ...spain, ...{ detected: [1_000, 2_000] } }, {}, 5_001)).toEqual({
      detectedAfterMs: 999,
      detectedBeforeMs: 2_000,
    });
  });

  it('adds the time of the question within its own time', async () => {
    expect(await filterOf(year)).toEqual({ detectedAfterMs: 999, detectedBeforeMs: 2_000 });
    expect(await filterOf(year, { detectedAfterMs: 1_500 })).toEqual({
      detectedAfterMs: 1_500,
      detectedBeforeMs: 2_000,
    });
    const since = { ...none, detected: [1_000, Infinity] as const };
    expect(await filterOf(since)).toEqual({ detectedAfterMs: 999 });
    expect(await filterOf(since, { detectedAfterMs: 5_000 })).toBeNull();
  });

  it('adds amounts, even if there are too many companies to add', async () => {
    const amounts = [[{ of: 'money', from: 5 }]] as const;
    expect(await filterOf({ ...none, amounts })).toEqual({ amounts });
    expect(await filterOf({ ...spain, amounts }, {}, 5_001)).toEqual({ amounts });
    expect(await filterOf({ ...spain, amounts }, {}, 1)).toEqual({
      companyKeys: ['c0.example'],
      amounts,
    });
  });

  it('adds the types of the question unless it has types of its own', async () => {
    const posts = { ...none, types: ['network-post-contact'] };
    expect(await filterOf(posts)).toEqual({ signalTypes: ['network-post-contact'] });
    expect(await filterOf(posts, { signalTypes: ['news'] })).toBeNull();
  });

  it('adds company sizes unless it has sizes of its own', async () => {
    const sized = (least: number, most: number) => ({ ...none, employees: { least, most } });
    expect(await filterOf(sized(101, 1_000))).toEqual({
      employeeCountMin: 101,
      employeeCountMax: 1_000,
    });
    expect(await filterOf(sized(1_001, Infinity))).toEqual({ employeeCountMin: 1_001 });
    expect(await filterOf(sized(0, 200), { signalTypes: ['news'] })).toEqual({
      signalTypes: ['news'],
      employeeCountMax: 200,
    });
    expect(await filterOf(sized(0, 200), { employeeCountMin: 50 })).toBeNull();
    expect(await filterOf({ ...sized(0, 200), detected: [1, 2] }, { employeeCountMax: 9 })).toEqual(
      { employeeCountMax: 9, detectedAfterMs: 0, detectedBeforeMs: 2 },
    );
    expect(await filterOf({ ...sized(0, 200), ...{ traits: spain.traits } })).toEqual({
      companyKeys: ['c0.example', 'c1.example', 'c2.example'],
      employeeCountMax: 200,
    });
  });

  it('adds phrases for summaries, without the traits of companies', () => {
    const phrases = [[[7], [8, 9]]];
    const saying = (asked: Partial<Conditions>, given: SignalFilter = {}) =>
      filterByPhrases({ ...none, ...asked, phrases }, given);
    expect(saying({})).toEqual({ phrases });
    expect(saying(spain)).toEqual({ phrases });
    const later = { detectedAfterMs: 999, detectedBeforeMs: 2_000 };
    expect(saying(year, { signalTypes: ['news'] })).toEqual({
      signalTypes: ['news'],
      ...later,
      phrases,
    });
    expect(filterByPhrases({ ...none, phrases: [] }, {})).toBeNull();
  });

  it('asks for signals of people, and for texts that name one of them', async () => {
    const person = (contact: string, phrase: number) => ({
      isCondition: true,
      storeCondition: { contacts: [contact], phrases: [[phrase]] },
    });
    const boston = { isCondition: true, storeCondition: { phrases: [[1]] } };
    const asked = conditionsOf([person('ada', 7), boston, person('bob', 8)]);
    if (!asked) throw new Error('no conditions');
    const given = { signalTypes: ['news'] };
    expect(await filterOf(asked, given)).toEqual({ ...given, contactKeys: ['ada', 'bob'] });
    expect(await filterOf(asked, { contactKeys: ['eve'] })).toBeNull();
    expect(filterByPhrases(asked, given)).toEqual({ ...given, phrases: [[[7], [8]], [[1]]] });
  });

  it('is not narrowed if it names companies or people', async () => {
    const asked = { ...spain, phrases: [[[7]]], tiers: [], details: [] };
    const filtersOf = async (given: SignalFilter) => {
      const filters: VectorFilter[] = [];
      const nearest = async (_: unknown, filter: VectorFilter) => {
        filters.push(filter);
        return [];
      };
      const question = {
        ...{ text: '', vector: new Float32Array(), words: null, wordsWeight: 0 },
        readTopics: null,
        vectorQuery: {
          ...{ vector: new Float32Array(), similarityWeight: 1, maxWeight: 1 },
          boosts: new Map(),
        },
        ...{ window: 300, conditions: asked },
      };
      const identity = { keysWith: async () => ['es.example'] };
      await findCandidates(question, given, { vectors: { nearest }, constants: RANKING, identity });
      return filters;
    };
    expect(await filtersOf({})).toHaveLength(3);
    for (const given of [{ companyKeys: ['a.example'] }, { contactEmail: 'ada@a.example' }]) {
      expect(await filtersOf(given)).toEqual([given]);
    }
  });
});
