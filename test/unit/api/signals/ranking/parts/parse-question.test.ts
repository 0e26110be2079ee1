/** Conditions and other parts of questions, with the real wording and the word pieces of the bundled model. */
import { describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { bareQuestion } from '../../../../../../api/signals/ranking/words/bare-question.js';
import { overlaps } from '../../../../../../api/signals/ranking/words/phrases.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import type { CompanyFacts } from '../../../../../../shared/domain/ports/identity-graph.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, words } = wordPieces;
const wording = loadWording();
const parseQuestion = createParseQuestion(wordPieces, () => wording, RANKING);
const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const TOLD = { detectedAtMs: 0, signalType: 'news', subtypeKey: '' };
const UNKNOWN: CompanyFacts = { industries: [], country: '', employees: { low: null, high: null } };
const read = (question: string) => parseQuestion(question, NOW_MS);
/** 1 if a part is met, 0 if it is not, or only nearly. */
const metOf = (likeness = 0) => (likeness < 0.5 ? 0 : likeness);

/** Returns the words of each part that applies, and how well the summary or the company meets it. */
function met(question: string, summary: string, known?: Partial<CompanyFacts>) {
  const company = known && { ...UNKNOWN, ...known };
  const places = words(question).flatMap(({ start, end, pieces: own }) =>
    own.map(() => question.slice(start, end)),
  );
  return read(question).parts.flatMap((part) => {
    const found = part.match(pieces(summary), company);
    if (!found) return [];
    const asked = [...new Set(part.positions.map((piece) => places[piece]))].join(' ');
    return [{ words: asked, likeness: found.likeness }];
  });
}

const likenessOf = (question: string, summary: string, company?: Partial<CompanyFacts>) =>
  Math.max(0, ...met(question, summary, company).map(({ likeness }) => likeness));

describe('A denial', () => {
  const isDenied = (text: string): boolean =>
    read('layoffs').findDenial(pieces(text)) !== undefined;

  it.each([
    'Orbit dismissed press reports of redundancies',
    'The carmaker brushed aside speculation that it would close the plant',
    'Talk of a sale is nonsense, says the owner',
    'Stories of his departure were untrue',
    "Orbit's finance chief is staying put",
    'Reports that it seeks protection from creditors are fake',
  ])('is found in "%s"', (text) => {
    expect(isDenied(text)).toBe(true);
  });

  it.each([
    'A court dismissed the lawsuit',
    'The regulator denied the application',
    'Orbit reports higher sales',
    'The agency rejected the bid',
    'False alarms are rarer with the new sensor',
  ])('is not found in "%s"', (text) => {
    expect(isDenied(text)).toBe(false);
  });
});

describe('Number with a bound', () => {
  it.each([
    ['more than 100 employees laid off', 'X is laying off 160 employees in Fjordby', 1],
    ['more than 100 employees laid off', 'X is laying off 100 employees in Fjordby', 0],
    ['at least 100 jobs lost', 'X cuts 100 jobs', 1],
    ['over 1,000 people let go', 'X lays off 1,200 people', 1],
    ['over 1,000 people let go', 'X lays off 900 people in 2026', 0],
    ['fewer than 50 workers', 'X lays off 25 workers', 1],
    ['raised more than $50 million', 'X raised $64.5 million in a Series B round', 1],
    ['raised more than 50 million', 'X raised $24.5 million in a Series A round', 0],
    ['raised over 1bn', 'X raised $1.3 billion', 1],
    ['workforce cut by more than 10 percent', 'X cuts 16 percent of its workforce', 1],
    ['workforce cut by more than 10%', 'X lays off 160 people', 0],
    ['more than 20 years at a company', 'A celebrates 24 years at X', 1],
    ['more than 20 years at a company', 'A celebrates 19 years at X', 0],
    ['no fewer than 100 jobs lost', 'X cuts 100 jobs', 1],
    ['no fewer than 100 jobs lost', 'X cuts 90 jobs', 0],
    ['no more than 100 jobs lost', 'X cuts 100 jobs', 1],
    ['no more than 100 jobs lost', 'X cuts 110 jobs', 0],
    ['beyond 20 years', 'A celebrates 20 years at X', 0],
    ['20+ years at one company', 'A celebrates 24 years at X', 1],
    ['20+ years at one company', 'A celebrates 19 years at X', 0],
    ['10% or more of staff gone', 'X cuts 10 percent of its workforce', 1],
    ['10% or more of staff gone', 'X lays off 16 people', 0],
    ['100 jobs or fewer cut', 'X cuts 100 jobs', 1],
    ['100 jobs or fewer cut', 'X cuts 101 jobs', 0],
    ['twenty years or longer on the job', 'A celebrates 20 years at X', 1],
    ['twenty years or longer on the job', 'A celebrates 12 years at X', 0],
    ['over two decades with one firm', 'A celebrates 24 years at X', 1],
    ['over two decades with one firm', 'A celebrates 19 years at X', 0],
    ['more than twenty-five years', 'A celebrates 25 years at X', 0],
    ['at least two hundred people', 'X lays off 1,200 people', 1],
    ['at least two hundred people', 'X lays off 120 people', 0],
    ['more than a dozen openings', 'X has 15 open roles', 1],
    ['more than a dozen openings', 'X has 11 open roles', 0],
    ['raised half a million dollars or more', 'X raised $700,000', 1],
    ['raised half a million dollars or more', 'X raised $300,000', 0],
    ['a third or more of the workforce gone', 'X lays off 33 percent of its staff', 1],
    ['a third or more of the workforce gone', 'X lays off 12 percent of its staff', 0],
    ['at least one in ten jobs', 'X cuts a tenth of its workforce', 1],
    ['at least one in ten jobs', 'X cuts 8% of its workforce', 0],
    ['more than 40 percent of staff', 'X parts with half of its 300 people', 1],
    ['more than 60 percent of staff', 'X parts with half of its 300 people', 0],
    ['raised more than €20 million', 'X raised €30 million', 1],
    ['raised more than €20 million', 'X raised £10 million', 0],
    ['raised more than 20 million', 'X raised €30m', 1],
    ['no longer than 5 years', 'A leaves X after 4 years', 1],
    ['no longer than 5 years', 'A leaves X after 8 years', 0],
    ['not over 50 people', 'X lays off 50 people', 1],
    ['more than one hundred and fifty people', 'X lays off 200 people', 1],
    ['more than one hundred and fifty people', 'X lays off 120 people', 0],
    ['more than two thousand five hundred people', 'X lays off 3,000 people', 1],
    ['more than two thousand five hundred people', 'X lays off 2,100 people', 0],
    ['more than 100 people laid off', 'X lays off 200+ people', 1],
    ['more than 100 people laid off', 'X lays off 200 or more people', 1],
    ['50-plus people laid off', 'X lays off 60 people', 1],
    ['50-plus people laid off', 'X lays off 40 people', 0],
    ['raised less than $5 million', 'X files an 8-K on its chief', 0],
    ['layoffs of 20% or more', 'X cuts staff by a third in 2026', 1],
    ['layoffs of 20% or more', 'X cuts half of 1500 jobs', 1],
    ['sales up more than 20 percent', 'Sales of X rose by a third.', 1],
    ['sales up more than 20 percent', 'X opens a third plant', 0],
    ['sales up more than 20 percent', 'X tells of its second half of 2026', 0],
    ['sales up more than 20 percent', 'X tells of its third quarter', 0],
    ['sales up more than 20 percent', 'X posts a third-quarter increase in sales', 0],
    ['sales up more than 20 percent', 'X sells a fifth-generation chip', 0],
    ['sales up more than 20 percent', 'Sales of X fall after two quarters of decline', 0],
    ['sales up more than 20 percent', 'Sales of X rose by two-thirds', 1],
    // A year or a day is not part of the number after it, and not an amount itself.
    ['more than 1,000 people laid off', 'In 2025, 300 people were laid off', 0],
    ['more than 1,000 people laid off', 'In 2025, 1,300 people were laid off', 1],
    ['more than 1,000 people laid off', 'On March 31, 120 workers lose their jobs', 0],
    ['fewer than 500 jobs lost', 'By 2026, 120 jobs will go', 1],
    ['fewer than 500 jobs lost', 'Jobs go by 2027. 400 workers are affected.', 1],
    ['opening more than 10 stores', 'X opens 3 stores in 2026', 0],
    ['opening more than 10 stores', 'X opens 30 stores in 2026', 1],
    ['opening more than 10 stores', 'X opens 3 stores for $20 million', 0],
    ['raised more than $1 trillion', 'X raised $64 million', 0],
    // All of these are numbers of people.
    ['more than 100 layoffs', 'X is laying off 150 employees', 1],
    ['more than 100 layoffs', 'X lays off 35 people as it enters 2026', 0],
    ['layoffs of more than 100', 'X lays off 900 workers', 1],
    ['layoffs of more than 100', 'X lays off 40 workers in 2026', 0],
    ['over 100 job cuts', 'X lays off 150 people', 1],
    ['over 100 redundancies', 'X lays off 150 people', 1],
    ['more than 100 laid off', '150 were laid off by X', 1],
    ['raised more than 500,000', 'X raised $750,000', 1],
    // A currency stands between the bound and the number.
    ['funding over US$50 million', 'X raised $64.5 million', 1],
    ['funding over US$50 million', 'X raised $24.5 million', 0],
    ['raised about US$50 million', 'X raised $44.5 million', 1],
    ['raised about US$50 million', 'X raised $24.5 million', 0],
    ['between US$5 million and US$10 million', 'X raised $6 million', 1],
    ['between US$5 million and US$10 million', 'X raised $4 million', 0],
    ['raised more than EUR 50m', 'X raised €64.5 million', 1],
    ['raised more than EUR 50m', 'X raised €24.5 million', 0],
    ['raised over C$50m', 'X raised C$24.5 million', 0],
    ['sub $5m rounds', 'X raised $4 million', 1],
    ['sub-$5m rounds', 'X raised $5 million', 0],
    ['raised over $100MM', 'X raised $101 million', 1],
    ['raised over $100MM', 'X raised $99 million', 0],
    ['raised 100+ million', 'X raised $100 million', 1],
    ['raised 100+ million', 'X raised $99 million', 0],
    ['raised 10+ million', 'X raised $9,000', 0],
    ['cut more than 10pc of staff', 'X cuts 16 percent of its workforce', 1],
    ['cut more than 10pc of staff', 'X cuts 8 percent of its workforce', 0],
    ['at least 10 pct of staff', 'X cuts 8% of its workforce', 0],
  ])('of "%s" scores the summary "%s" as %i', (question, summary, likeness) => {
    const [bound] = read(question).parts.filter(({ overridesWords }) => overridesWords);
    expect(metOf(bound?.match(pieces(summary), undefined)?.likeness)).toBe(likeness);
  });

  it.each([
    ['between 100 and 200 jobs cut', 'X cuts 150 jobs', 1],
    ['between 100 and 200 jobs cut', 'X cuts 200 jobs', 1],
    ['between 100 and 200 jobs cut', 'X cuts 250 jobs', 0],
    ['raised 10 to 20 million', 'X raised $12.5 million', 1],
    ['raised 10 to 20 million', 'X raised $12', 0],
    ['raised 10 to 20 million', 'X raised $25 million', 0],
    ['raised 10–20 million', 'X raised $12.5 million', 1],
    ['raised 10–20 million', 'X raised $25 million', 0],
    ['cut 5-10% of staff', 'X cuts 8 percent of its staff', 1],
    ['cut 5-10% of staff', 'X cuts 12 percent of its staff', 0],
    ['between 5 and 10 million', 'X raised $4 million', 0],
    ['between 5 and 10 million', 'X raised $6 million', 1],
    ['seven-figure round', 'X raised $9.5 million', 1],
    ['seven-figure round', 'X raised $10 million', 0],
    ['nine-figure acquisition', 'X acquired Y for $99 million', 0],
    ['nine figure fee', 'X paid a nine-figure fee', 1],
    ['nine figure fee', 'X paid an eight-figure fee', 0],
    ['raised 8 figures', 'X raised $40 million', 1],
    ['tens of millions', 'X raised $40 million', 1],
    ['raised hundreds of millions of dollars', 'X raised $99 million', 0],
  ])('of "%s", with two ends, scores the summary "%s" as %i', (question, summary, likeness) => {
    const [range] = read(question).parts.filter(({ isCondition }) => isCondition);
    expect(metOf(range?.match(pieces(summary), undefined)?.likeness)).toBe(likeness);
  });

  it('that no signal meets are nearly met by the nearest amounts of the unit', () => {
    const [bound] = read('raised more than 100 million dollars').parts.filter(
      ({ isCondition }) => isCondition,
    );
    const likeness = (summary: string) => bound?.match(pieces(summary), undefined)?.likeness ?? 0;
    expect(likeness('X raised $101 million')).toBe(1);
    expect(likeness('X raised $90 million')).toBeLessThan(0.5);
    expect(likeness('X raised $90 million')).toBeGreaterThan(likeness('X raised $3 million'));
    expect(likeness('X raised $3 million')).toBeGreaterThan(0);
    expect(likeness('X lays off 90 people')).toBe(0);
    expect(likeness('X raised money')).toBe(0);
  });

  it('of years that no signal meets are not met by nearly as many', () => {
    const [bound] = read('10 years or more at one company').parts.filter(
      ({ isCondition }) => isCondition,
    );
    const likeness = (summary: string) => bound?.match(pieces(summary), undefined)?.likeness;
    expect(likeness("Jo's fifteenth work anniversary")).toBe(1);
    expect(likeness('Jo has been at X for 9 years')).toBe(0);
  });

  it('is a condition only if the question names a bound, or a number of years', () => {
    const conditions = (question: string) =>
      read(question).parts.filter(({ isCondition }) => isCondition);
    expect(conditions('100 employees laid off')).toEqual([]);
    expect(conditions('20 years or so')).toEqual([]);
    expect(conditions('20 years at one company').length).toBe(1);
    expect(conditions('two or three new offices')).toEqual([]);
    expect(conditions('over a quarter')).toEqual([]);
    expect(conditions('hundreds of millions of shares')).toEqual([]);
    expect(conditions('sales up 10% and lower costs')).toEqual([]);
    expect(conditions('cut 100 jobs and under new management')).toEqual([]);
    expect(conditions('raised $20 million and up for sale')).toEqual([]);
    expect(conditions('opened two plants plus a warehouse')).toEqual([]);
  });
});

it.each([
  ['the largest layoffs', ['X lays off 900 people', 'X lays off 90 people', 'X lays off 9 people']],
  ['layoffs that hit the most workers', ['X lays off 900 people', 'X lays off 90 people']],
  ['most layoffs', ['X lays off 360 people', 'X lays off 180 people']],
  ['companies with the most open jobs', ['X has 40 open roles', 'X has 4 open roles']],
  ['most funding in Spain', ['raised $20 million', 'raised $3 million']],
  ['who raised the most', ['raised $20 million', 'raised $3 million']],
  ['who laid off the most this year', ['X lays off 900 people', 'X lays off 90 people']],
  ['top cleantech rounds', ['raised $20 million', 'raised $3 million']],
  ['where the fewest people lost their jobs', ['X lays off 9 people', 'X lays off 90 people']],
  ['the most expensive takeovers', ['for $2 billion', 'for $300 million']],
  ['the smallest funding rounds', ['raised $20 thousand', 'raised $3 million']],
  ["Cisco's newest acquisitions", ['2026-11-22', '2020-01-01']],
  ['latest funding', ['2026-11-22', '2020-01-01']],
  ['most recent filings', ['2026-11-22', '2020-01-01']],
  ['the oldest deals', ['2001-01-01', '2020-01-01']],
  ['the very first deals', ['2001-01-01', '2020-01-01']],
  ['earliest deals, oldest first', ['2001-01-01', '2020-01-01']],
  ['who laid people off most recently', ['2026-11-22', '2020-01-01']],
  ['layoffs of the largest share of staff', ['cuts 3 percent of jobs', 'lays off 900 people']],
  ['last five layoffs', ['2026-11-22', '2020-01-01']],
  ['the past 10 deals', ['2026-11-22', '2020-01-01']],
  ['the last few funding rounds', ['2026-11-22', '2020-01-01']],
  ['longest work anniversaries', ['A celebrates 25 years at X', 'A celebrates 9 years at X']],
  ['shortest contracts', ['for 2 years', 'for 9 years']],
  ['biggest layoffs', ['X lays off 30 people', 'X cuts 44 percent of its workforce']],
  ['highest profit growth', ['profit rises 4 percent', 'profit of $900 million']],
  ['steepest drop in sales', ['sales fall 30 percent', 'sales fall 3 percent']],
  ['largest growth equity rounds', ['raised $20 million', 'sold 40 percent']],
  [
    'largest hiring surges',
    [
      'A doubled its open positions in Machine Learning to 39 within a month',
      'B doubled its open positions in Sales to 9 within a month',
    ],
  ],
  ['biggest teams', ['A grew its workforce from 200 to 900', 'B cut its headcount to 40']],
])('the superlative in "%s" orders signals by their values', (question, told) => {
  const orders = read(question).parts.flatMap(({ order }) => order ?? []);
  expect(orders).toHaveLength(1);
  const values = told.map((each) =>
    orders[0]?.valueOf(pieces(each), {
      detectedAtMs: Date.parse(each),
      signalType: 'news',
      subtypeKey: '',
    }),
  );
  expect(values.every((value) => value !== undefined)).toBe(true);
  expect(values).toEqual(values.toSorted((a = 0, b = 0) => b - a));
});

it.each([
  'recent layoffs',
  'expensive software',
  'most companies',
  'most funding rounds',
  'raised the most active fund',
  'no earlier than 2020',
  'top executives leaving',
  'signed a deal with a big customer',
  'big data deals',
  'layoffs at large banks',
])('"%s" does not order signals', (question) => {
  expect(read(question).parts.some(({ order }) => order)).toBe(false);
});

it.each(['last five layoffs', 'the five largest layoffs', 'top 10 layoffs', 'latest 3 layoffs'])(
  'the number in "%s" is not an amount',
  (question) => {
    const ordered = read(question).parts.filter(({ order }) => order);
    expect(ordered).toHaveLength(1);
    expect(met(question, 'X cuts 5 jobs').some(({ words }) => /^(?:five|10|3)\b/.test(words))).toBe(
      false,
    );
  },
);

it.each(['layoffs in the last five years', 'last two full weeks', 'the last 3 quarters'])(
  'the time in "%s" orders nothing',
  (question) => {
    expect(read(question).parts.some(({ order }) => order)).toBe(false);
  },
);

it('a superlative within the history of one company does not order signals', () => {
  for (const question of [
    'the biggest deal it ever had',
    'largest contract in its history',
    'their biggest deal ever',
  ]) {
    expect(read(question).parts.some(({ order }) => order)).toBe(false);
  }
  expect(read('biggest layoffs ever').parts.some(({ order }) => order)).toBe(true);
});

it.each([
  'took out a big loan',
  'large funding rounds',
  'huge layoffs',
  'mass layoffs',
  'mega-rounds',
])('"%s" orders signals like "the biggest"', (question) => {
  const [order] = read(question).parts.flatMap((part) => part.order ?? []);
  const sizeIn = (summary: string) => order?.valueOf(pieces(summary), TOLD);
  expect(sizeIn('X borrows $350 million')).toBeGreaterThan(sizeIn('X borrows $12 million') ?? 1);
});

it.each(['tiny funding rounds', 'small acquisitions'])(
  '"%s" puts small amounts first',
  (question) => {
    const [order] = read(question).parts.flatMap((part) => part.order ?? []);
    const sizeIn = (summary: string) => order?.valueOf(pieces(summary), TOLD);
    expect(sizeIn('X borrows $12 thousand')).toBeGreaterThan(sizeIn('X borrows $12 million') ?? 1);
  },
);

it.each(['small business loans', 'layoffs at small companies', 'big business deals'])(
  '"%s" puts nothing in order',
  (question) => {
    expect(read(question).parts.flatMap((part) => part.order ?? [])).toEqual([]);
  },
);

it('an amount without a bound matches the same amount in words or figures, and is a condition only in years', () => {
  const partsOf = (question: string, summary: string) =>
    met(question, summary).filter(({ likeness }) => likeness === 1);
  for (const [question, summary, words] of [
    ['ten year anniversary', 'A celebrates 10 years at X', 'ten'],
    ['cut a third of its workforce', 'X cuts 33 percent of its workforce', 'a third'],
    ['raised two million', 'X raised $2 million', 'two million'],
  ] as const) {
    expect(partsOf(question, summary)).toEqual([{ words, likeness: 1 }]);
    const [amount] = read(question).parts;
    const isYears = words === 'ten';
    expect(amount).toMatchObject({ overridesWords: isYears, isCondition: isYears });
  }
  expect(partsOf('raised 24 million', 'X raised $24 million').length).toBe(1);
  expect(partsOf('raised 24 million', 'X raised $1.24 million')).toEqual([]);
  expect(partsOf('ten year anniversary', 'A celebrates 9 years at X')).toEqual([]);
  expect(partsOf('ten year anniversary', 'X lays off 10 people')).toEqual([]);
});

describe('Former employer in a question', () => {
  const namesIn = (question: string) => read(question).parts.filter((part) => part.isCondition);

  it.each([
    'who left Example Data',
    'people hired from Example Data',
    'ex-Example Data engineers',
    'Ex-Example Data engineers',
    'people who used to work at Example Data',
    'staff who resigned from Example Data',
    'people who joined Flapjack from Example Data',
    'Example Data alumni',
    'who left Flapjack or Example Data',
    'hires from Flapjack, Quillby and Example Data',
  ])('of "%s" is met by people who come from it, not by people who join it', (question) => {
    const [name, ...others] = namesIn(question);
    const metBy = (summary: string) => name?.match(pieces(summary), undefined)?.likeness;
    expect(others).toEqual([]);
    expect(metBy('A joined X as Head of People, coming from Example Data.')).toBe(1);
    expect(metBy('A joined Example Data as Head of People, coming from X.')).toBe(0);
    expect(metBy('Head of People of Example Data steps down')).toBe(0.5);
  });

  it.each(['left google', 'engineers who left google for a rival', 'ex-google engineers'])(
    'is one word in lower case that means nothing else: %s',
    (question) => {
      const [name] = namesIn(question);
      expect(name?.match(pieces('A joined X, coming from Google'), undefined)?.likeness).toBe(1);
    },
  );

  it('is nobody that people join, and no other word', () => {
    for (const question of [
      ...['who joined Example Data', 'left the board', 'people leaving in groups', 'who quit'],
      ...['ex-dividend date', 'left for a rival', 'companies with no money left'],
    ]) {
      expect(namesIn(question), question).toEqual([]);
    }
  });

  it('is no company that signals must be of', () => {
    expect(read('who left Quillby or Flapjack').names).toEqual([]);
    expect(read('who joined Quillby from Flapjack').names.map(({ text }) => text)).toEqual([
      'Quillby',
    ]);
  });
});

describe('Funding round or role in a question', () => {
  it('is met only by itself, and if excluded only by others', () => {
    expect(met('raised series B', 'X raised a Series B round')).toContainEqual({
      words: 'series B',
      likeness: 1,
    });
    for (const other of ['X raised a Series A round', 'Plan B of a series of rounds']) {
      expect(met('raised series B', other)).toContainEqual({ words: 'series B', likeness: 0 });
    }
    const role = 'new chief financial officer';
    expect(likenessOf(role, 'A joined X as Chief Financial Officer')).toBe(1);
    for (const not of ['not', 'other than', 'except']) {
      const [others] = read(`funding rounds ${not} series A`).parts.filter(
        (part) => part.overridesWords,
      );
      expect(others?.match(pieces('X raised a Series A round'), undefined)?.likeness, not).toBe(0);
      expect(others?.match(pieces('X raised a seed round'), undefined)?.likeness, not).toBe(1);
    }
    const roleParts = read('chief financial officers at banks').parts.filter(
      (part) => part.overridesWords,
    );
    const joined = pieces('A joined X as Chief Financial Officer');
    expect(roleParts.map((part) => part.match(joined, undefined)?.likeness)).toEqual([1]);
    const [exact] = read(role).parts;
    expect(exact?.match(pieces('A is Chief Executive Officer'), undefined)?.likeness).toBe(0);
  });
});

it.each([
  [
    'seed rounds',
    'X raised $80 thousand in a seed funding round',
    'X raised a venture funding round',
  ],
  ['tiny seed investments', 'X raised an angel funding round', 'X raised a Series A funding round'],
  ['pre-seed money', 'X raised a pre-seed round', 'X raised a Series A funding round'],
  ['private equity deals', 'X raised a private equity round', 'X raised a venture funding round'],
])('a named funding round is met only by rounds of that name: "%s"', (question, right, wrong) => {
  const [round] = read(question).parts.filter((each) => each.isCondition);
  const meets = (summary: string) => round?.match(pieces(summary), undefined)?.likeness;
  expect([meets(right), meets(wrong)]).toEqual([1, 0]);
});

it.each([
  ['Series B and C rounds', ['B', 'C'], ['A', 'D']],
  ['Series B or C', ['B', 'C'], ['A', 'D']],
  ['Series B to D', ['B', 'C', 'D'], ['A', 'E']],
  ['Series A to Series C', ['A', 'B', 'C'], ['D']],
  ['Series A-C', ['A', 'B', 'C'], ['D']],
  ['Series A/B', ['A', 'B'], ['C']],
  ['Series A, B, or C', ['A', 'B', 'C'], ['D']],
  ['Series B, C or later', ['B', 'C', 'F'], ['A']],
  ['Series B and C-level hires', ['B'], ['C']],
  ['Series B, e.g. in Fjordby', ['B'], ['E']],
  ['Series B and a new chief', ['B'], ['A']],
  ['seed to Series B', ['A', 'B', 'seed'], ['C', 'pre-seed']],
  ['pre-seed to Series A', ['pre-seed', 'seed', 'A'], ['B']],
  ['Seed or Series A', ['A', 'seed'], ['B', 'pre-seed']],
  ['Seed and Series A rounds', ['A', 'seed'], ['B']],
  ['seed-stage or Series A', ['A', 'seed'], ['B', 'pre-seed']],
  ['seed stage or Series A startups', ['A', 'seed'], ['B', 'pre-seed']],
  ['seed-stage companies and Series A companies', ['A', 'seed'], ['B']],
  ['seed funding or Series A', ['A', 'seed'], ['B']],
  ['Series A rounds or Series B rounds', ['A', 'B'], ['C']],
  ['seed-stage rounds', ['seed'], ['A', 'pre-seed']],
  ['Series A or seed', ['A', 'seed'], ['B']],
  ['angel or seed rounds', ['angel', 'seed'], ['A']],
  ['pre-seed or seed', ['pre-seed', 'seed'], ['A']],
  ['pre-seed, seed and Series A', ['pre-seed', 'seed', 'A'], ['B']],
  ['pre-seed', ['pre-seed'], ['A', 'seed']],
  ['seed-stage', ['seed'], ['A', 'pre-seed']],
])('any round of a list meets all parts for rounds: "%s"', (question, right, wrong) => {
  const rounds = read(question).parts.filter(
    ({ isCondition, storeCondition }) => isCondition && storeCondition?.phrases,
  );
  const meets = (name: string) => {
    const summary = `X raised a ${name.length === 1 ? `Series ${name}` : name} round`;
    const likeness = rounds.map((part) => part.match(pieces(summary), undefined)?.likeness);
    return [...new Set(likeness)];
  };
  expect(right.map(meets)).toEqual(right.map(() => [1]));
  expect(wrong.map(meets)).toEqual(wrong.map(() => [0]));
});

it.each([
  ['raised about 5 million dollars', 'X raised $5.2 million', 'X raised $1.5 million'],
  ['layoffs of around 200 people', 'X lays off 180 employees', 'X lays off 300 employees'],
  ['raised around 10 to 20 million', 'X raised $12 million', 'X raised $25 million'],
  ['roughly 10 percent of staff', 'X cuts 11% of its staff', 'X cuts 30% of its staff'],
  ['raised exactly 25 million dollars', 'X raised $25 million', 'X raised $1.25 million'],
  ['raised exactly 6.242 million dollars', 'X raised $6.24 million', 'X raised $6.3 million'],
  ['raised precisely 4.1 million', 'X raised $4,100,000', 'X raised $4.2 million'],
])('an approximate or exact amount is met by close ones: "%s"', (question, right, wrong) => {
  const [near] = read(question).parts.filter((each) => each.isCondition);
  const meets = (summary: string) => metOf(near?.match(pieces(summary), undefined)?.likeness);
  expect([meets(right), meets(wrong)]).toEqual([1, 0]);
});

it('a round "or later" is met by later rounds and not by earlier ones', () => {
  const [later] = read('series C or later raised in the UK').parts.filter(
    (each) => each.isCondition,
  );
  const meets = (summary: string) => later?.match(pieces(summary), undefined)?.likeness;
  expect([meets('X raised a Series D round'), meets('X raised a Series B round')]).toEqual([1, 0]);
});

it.each([
  ['series A rounds', 'X raised a Series A round', 'X raised a seed round', 'X raised money'],
  ['ten years at X', 'A celebrates 10 years at X', 'A celebrates 20 years at X', 'A joined X'],
  ['promoted to director', 'A rises from head to director', 'A rises from director to head', 'A'],
  ['promoted from director', 'A rises from director to head', 'A rises from head to director', 'A'],
])('"%s": "%s" is right, "%s" says the opposite', (question, right, wrong, silent) => {
  const saysOpposite = (summary: string) =>
    read(question).parts.some((part) => part.match(pieces(summary), undefined)?.isOpposite);
  expect([right, wrong, silent].map(saysOpposite)).toEqual([false, true, false]);
});

it('a city is nearly met by companies of its country, if a signal does not name it', () => {
  const [city] = read('layoffs in Berlin').parts.filter(({ isCondition }) => isCondition);
  const likeness = (summary: string, country: string) =>
    city?.match(pieces(summary), { ...UNKNOWN, country })?.likeness;
  expect(likeness('X cuts jobs in Berlin', 'US')).toBe(1);
  expect(likeness('X cuts jobs', 'DE')).toBe(0.3);
  expect(likeness('X cuts jobs', 'IT')).toBe(0);
});

describe('Synonyms', () => {
  it('score less than the word itself and give their position', () => {
    const [part] = read('loan').parts;
    const found = part?.match(pieces('X borrows $200 million'), undefined);
    expect(found).toEqual({ at: 1, likeness: RANKING.synonym });
    expect(RANKING.synonym).toBeLessThan(RANKING.exactMatch);
    expect(part?.match(pieces('X sells bread'), undefined)).toEqual({ likeness: 0 });
  });

  it.each([
    ['who joined the board', 'X reported the election of directors'],
    ['struggling financially', 'X filed for bankruptcy'],
    ['software engineers', 'X hires for its Technology team'],
    ['suing', 'X takes Y to court'],
    ['delaying', 'Shortages at X'],
    ['first hires in human resources', 'X posts its first jobs in People'],
  ])('match a summary in other words: "%s"', (question, summary) => {
    expect(likenessOf(question, summary)).toBe(RANKING.synonym);
  });

  it('match whole words only, also within a longer phrase', () => {
    expect(met('head of people', 'X is hiring a Recruiter')).toContainEqual({
      words: 'head of people',
      likeness: RANKING.synonym,
    });
    expect(met('head of human resources', 'X is hiring a Recruiter')).toContainEqual({
      words: 'human resources',
      likeness: RANKING.synonym,
    });
    const senior = met('senior engineers', 'X seeks a Senior Manager').map(({ words }) => words);
    expect(senior).toContain('senior');
    expect(senior).not.toContain('senior engineers');
    expect(read('loaned').parts).toEqual([]);
  });

  it('are excluded as a whole phrase: "no sales engineers" allows other engineers', () => {
    const [excluded] = read('jobs, but no sales engineers').parts.filter(
      ({ isCondition }) => isCondition,
    );
    const meets = (summary: string) => excluded?.match(pieces(summary), undefined)?.likeness;
    expect([meets('X hires a Sales Engineer'), meets('X hires a Data Engineer')]).toEqual([0, 1]);
  });

  it('match singular and plural of nouns, but not of verbs', () => {
    const summary = 'X is hiring a Penetration Tester';
    for (const question of ['ethical hacker', 'ethical hackers']) {
      expect(met(question, summary)).toContainEqual({ words: question, likeness: RANKING.synonym });
    }
    // A summary may have a hyphen between the words.
    expect(likenessOf('cold storage', 'X opens a deep-freeze warehouse')).toBe(RANKING.synonym);
    expect(likenessOf('cold storage', 'X dives deep, and freezes')).toBeLessThan(RANKING.synonym);
    expect(likenessOf('battery storage', 'X builds batteries')).toBe(RANKING.synonym);
    // Verbs have no plural: "names" is not "name", "leaves" not "leave".
    expect(likenessOf('who was appointed', 'X changes its name')).toBe(0);
    expect(likenessOf('who was appointed', 'X takes over a rival')).toBe(0);
    expect(likenessOf('who resigned', 'X offers parental leave')).toBe(0);
  });
});

describe('Words with an opposite', () => {
  it('score 0 if the summary contains only the opposite', () => {
    const raised = read('price target raised').parts.find(({ positions: at }) => at[0] === 2);
    expect(raised?.match(pieces('Broker cuts its price target'), undefined)).toEqual({
      likeness: 0,
      isOpposite: true,
    });
    for (const other of ['Broker lifts its price target', 'Cuts here, raised there', 'Bread']) {
      expect(raised?.match(pieces(other), undefined)).toBeUndefined();
    }
  });

  it.each(['non-profit', 'not-for-profit', 'not for profit', 'non profit'])(
    'are not read in "%s"',
    (term) => {
      const loss = pieces('X is a hospital and reports a loss');
      for (const { match, isFilter } of read(`${term} hospitals`).parts) {
        expect(match(loss, undefined)?.isOpposite).toBeUndefined();
        expect(isFilter).toBeFalsy();
      }
    },
  );

  it('are opposed by a phrase that contains them, such as the end of what is asked for', () => {
    const opposes = (question: string, summary: string) =>
      read(question).parts.some(({ match }) => match(pieces(summary), undefined)?.isOpposite);
    expect(opposes('share buyback', 'X has stopped its share buyback for now')).toBe(true);
    expect(opposes('share buyback', 'X expands its share buyback')).toBe(false);
    expect(opposes('hiring freeze', 'X has lifted its freeze on new hires')).toBe(true);
    expect(opposes('hiring freeze', 'X imposes a freeze on new hires')).toBe(false);
    expect(opposes('resume hiring', 'X hires no one for now')).toBe(true);
  });

  it('mean their opposite after a negation', () => {
    const profit = 'X posts a profit';
    const loss = 'X posts a loss';
    for (const not of ['not', 'not yet', 'never', "isn't", 'no longer']) {
      const question = `companies that are ${not} profitable`;
      const [first] = read(question).parts.filter(({ overridesWords }) => overridesWords);
      expect(first?.match(pieces(loss), undefined)?.likeness, not).toBe(RANKING.synonym);
      expect(first?.match(pieces(profit), undefined)?.likeness, not).toBe(0);
      expect(likenessOf(question, profit), not).toBe(0);
    }
    const [own] = read('not only profitable').parts.filter(({ overridesWords }) => overridesWords);
    expect(own?.match(pieces(profit), undefined)).toBeUndefined();
    expect(own?.match(pieces(loss), undefined)?.likeness).toBe(0);
  });

  it('are not a condition, and no word is on both sides of a pair', () => {
    expect(read('raised').parts.some(({ isCondition }) => isCondition)).toBe(false);
    for (const [one, other] of wording.antonyms) {
      expect(one.filter((word) => other.includes(word))).toEqual([]);
    }
  });
});

describe('Places and industries in a question', () => {
  const industryOf = (question: string) =>
    read(question).parts.flatMap((part) => part.storeCondition?.industries ?? []);

  it('include a word such as "cybersecurity" only where it names an industry', () => {
    for (const question of ['new cybersecurity products', 'sales vacancies cybersecurity']) {
      expect(industryOf(question), question).toContain('cybersecurity');
    }
    for (const question of [
      'cybersecurity incident',
      'cyber security risks',
      'posts about cybersecurity',
      'cybersecurity spending',
      'lenders demand repayment',
      'where lenders want their money back',
    ]) {
      expect(industryOf(question), question).toEqual([]);
    }
    expect(industryOf('lenders laying off people')).toEqual(['bank']);
  });

  it.each([
    ['health tech startups', 'health'],
    ['fin tech funding', 'fintech'],
    ['human resources tech', 'human resource'],
    ['ed-tech layoffs', 'education'],
    ['insurtech funding', 'insurance'],
    ['oil & gas layoffs', 'oil'],
    ['oil/gas layoffs', 'oil'],
    ['real estate companies', 'real estate'],
    ['trucking companies', 'logistics'],
    ['universities cutting staff', 'education'],
    ['hospitality layoffs', 'hotel'],
    ['nonprofits hiring', 'nonprofit'],
  ])('of "%s" is %s', (question, industry) => {
    expect(industryOf(question)).toContain(industry);
    expect(industryOf(question)).not.toContain('information technology');
  });

  it('of "deep tech" is not that of tech companies', () => {
    expect(industryOf('deep tech startups')).toEqual([]);
  });

  it('is information technology only of companies, not of a department', () => {
    expect(industryOf('information technology firms')).toContain('information technology');
    expect(industryOf('new information technology director')).toEqual([]);
    expect(industryOf('hiring in information technology')).toEqual([]);
  });

  const bank = { industries: ['Financials', 'Regional Banks'], country: 'DE' };

  it('are met by the record of the company', () => {
    expect(likenessOf('fintech', '', bank)).toBe(1);
    expect(likenessOf('in Europe', '', bank)).toBe(1);
    expect(likenessOf('German', '', bank)).toBe(1);
    expect(likenessOf('in Asia', '', bank)).toBe(0);
    expect(likenessOf('biotech', '', bank)).toBe(0);
    expect(likenessOf('in Europe', '')).toBe(0);
    expect(likenessOf('office in the UK', 'X opens its first office in the U.K.')).toBe(0.9);
    expect(likenessOf('office in the US', 'X opens a U.S. office')).toBe(0.9);
  });

  it.each([
    'layoffs outside Germany',
    'layoffs outside of Europe',
    'layoffs not in Germany',
    'companies not based in Germany',
    'non-German companies',
    'non German companies',
    "companies that aren't in Germany",
    "companies that aren't banks",
    'companies other than banks',
    'everybody except banks',
    'news except from banks',
  ])('can be excluded: "%s"', (question) => {
    const other = { industries: ['Textiles'], country: 'US' };
    expect(met(question, '', bank).map(({ likeness }) => likeness)).toContain(0);
    expect(likenessOf(question, '', bank)).toBe(0);
    expect(likenessOf(question, '', other)).toBe(1);
  });

  it.each(['food company layoffs', 'food startups', 'game studio funding', 'e-commerce funding'])(
    'are recognised in the singular and with a hyphen: "%s"',
    (question) => {
      expect(read(question).parts.some(({ needsCompany }) => needsCompany)).toBe(true);
    },
  );

  it.each([
    ['orders won from carmakers', 'The tender by carmakers had run for two years.'],
    ['contracts with a bank', 'X signs a contract with three lenders.'],
    ['tools for retailers', 'X shows a till for online shops.'],
    ['who sells software to insurers', 'X sells its software to an insurer.'],
  ])('can be those of customers that the summary names: "%s"', (question, summary) => {
    const asked = read(question).parts.filter(
      ({ isCondition, needsCompany }) => isCondition && !needsCompany,
    );
    const met = (text: string) =>
      asked.map((part) => part.match(pieces(text), undefined)?.likeness);
    expect([met(summary), met('X wins an order.')]).toEqual([[1], [0]]);
  });

  it('can be those of excluded customers', () => {
    const [banks] = read('orders but not from banks').parts.filter((part) => part.isCondition);
    const meets = (text: string) => banks?.match(pieces(text), undefined)?.likeness;
    expect([meets('X wins an order from a bank'), meets('X wins an order')]).toEqual([0, 1]);
  });

  it('are ignored where the asker describes their own business', () => {
    const asks = (question: string) => read(question).parts.some((part) => part.needsCompany);
    expect(asks('we sell accounting software, who is hiring?')).toBe(false);
    expect(asks('software companies, who is hiring?')).toBe(true);
  });

  it('are ignored within a phrase of its own meaning, such as "bank loan"', () => {
    const asks = (question: string) => read(question).parts.some((part) => part.needsCompany);
    for (const phrase of ['software engineer', 'bank loan', 'logistics manager', 'food bank']) {
      expect(asks(`a new ${phrase}`), phrase).toBe(false);
      expect(asks(`a new ${phrase} at a software company`), phrase).toBe(true);
    }
  });

  const ofPlace = (place: string, ...asked: Parameters<typeof met>) =>
    met(...asked).find(({ words }) => words === place)?.likeness;

  it('of a state rank its sites first, then texts without a site, then sites elsewhere', () => {
    const inOrder = [
      'X is laying off 27 employees in Dallas, TX.',
      'X is laying off 27 employees.',
      'X is laying off 27 employees in Columbus, OH.',
    ];
    expect(inOrder.map((text) => ofPlace('Texas', 'layoffs in Texas', text))).toEqual([1, 0.4, 0]);
    // A state code that is also a word counts only at the end of a place.
    expect(ofPlace('Indiana', 'Indiana layoffs', 'X cuts 9 jobs in Gary, IN.')).toBe(1);
    expect(ofPlace('Indiana', 'Indiana layoffs', 'X cuts 9, in Columbus, OH.')).toBe(0);
  });

  it('of a state ignore names of companies, unless the summary names no other place', () => {
    const likeness = (summary: string) => ofPlace('New York', 'New York layoffs', summary);
    expect(likeness('New York Life is laying off 2 employees in Parsippany, New Jersey.')).toBe(0);
    expect(likeness('Garden State Foods cuts 9 jobs in New York, NY.')).toBe(1);
    expect(likeness('New York hospital lays off 9 nurses.')).toBe(1);
  });

  it('depend more on the site in the summary than on the country of the company', () => {
    const german = { industries: [], country: 'DE' };
    const likeness = (question: string, summary: string) =>
      ofPlace('Germany', question, summary, german);
    expect(likeness('new plant in Germany', 'X opens a plant.')).toBe(1);
    expect(likeness('new plant in Germany', 'X opens a plant in Houston, Texas.')).toBe(0.3);
    expect(likeness('layoffs outside Germany', 'X cuts 90 jobs in Houston, Texas.')).toBe(1);
    expect(likeness('layoffs outside Germany', 'X cuts 90 jobs in Leipzig.')).toBe(0);
    // A German company need not enter Germany.
    expect(likeness('expanding into Germany', 'X opens a plant.')).toBe(0.4);
    expect(likeness('expanding into Germany', 'X opens a plant in Leipzig.')).toBe(0.9);
    const foreign = { industries: [], country: 'US' };
    for (const question of ['expanding into Germany', 'entering Germany', 'expansion in Germany']) {
      expect(ofPlace('Germany', question, 'X opens a plant in Leipzig.', foreign)).toBe(1);
    }
  });

  it('of a company without a country are read from the place that the summary names first', () => {
    const unknown = { industries: [], country: '' };
    const nordic = (summary: string, company = unknown) =>
      ofPlace('Nordic', 'Nordic companies expanding abroad', summary, company);
    expect(nordic('Danish retailer X opens a depot in Toronto.')).toBe(0.8);
    expect(nordic('Toronto retailer X opens a Danish depot.')).toBe(0);
    expect(nordic('In Toronto the Danish retailer X opens a depot.')).toBe(0.8);
    expect(nordic('X lays off 90 people in Oslo.')).toBe(0.8);
    expect(nordic('X opens a depot for us.')).toBe(0);
    // The record of the company decides if it has a country.
    expect(nordic('Danish retailer X opens a depot.', { industries: [], country: 'US' })).toBe(0);
  });

  it('of a group of countries are met by each of them', () => {
    const closed = ['plant closures in G7 countries', 'X closes a plant.'] as const;
    expect(ofPlace('G7 countries', ...closed, { country: 'JP' })).toBe(1);
    expect(ofPlace('G7 countries', ...closed, { country: 'NO' })).toBe(0);
  });

  it('before an office and the like are places where something happens, not where companies are from', () => {
    const known = { industries: [], country: 'PL' };
    const inUs = (summary: string) => ofPlace('US', 'first US office', summary, known);
    expect(inUs('X signs for its first American office.')).toBe(0.9);
    expect(inUs('X opens in Houston, Texas.')).toBe(0.9);
    expect(inUs('American X opens a shop.')).toBe(0);
    const polish = (summary: string) => ofPlace('Poland', 'plants in Poland', summary);
    expect(polish('X closes its Polish plant.')).toBe(0.9);
    expect(polish('Polish X closes a plant in Britain.')).toBe(0);
  });

  it.each([
    'offices in Japan or Australia',
    'offices in Japan, Germany and in Australia',
    'offices in both Japan and Australia',
    'new offices: Japan, Australia',
    'office Australia',
    'Japanese or Australian offices',
  ])('of a list are all places where something happens: "%s"', (question) => {
    const abroad = 'X moves into a new office in Portland, United States.';
    const place = /Australian?/.exec(question)?.[0] ?? '';
    const known = { industries: [], country: 'AU' };
    expect(ofPlace(place, question, abroad, known)).toBe(0.3);
  });

  it('after an industry have no place before them: "software and German companies"', () => {
    const abroad = 'X closes a shop in Portland, United States.';
    const german = { industries: [], country: 'DE' };
    expect(ofPlace('German', 'layoffs in software and German companies', abroad, german)).toBe(1);
  });

  it.each([
    ['X moves from London to Miami.', 1],
    ['X moves its headquarters to London.', 1],
    ['X opens a ninth London centre.', 1],
    ["London's X opens an office.", 1],
    ['London-based X opens an office.', 1],
    ['A moves from London Capital Bank to X.', 0],
    ['X sells its stake to London Metals.', 0],
    ['London-Metals opens an office.', 0],
    ['University of London and X open an office.', 0],
    ['X opens an office in Leeds.', 0],
  ])('of a city are met by %s: %d', (summary, likeness) => {
    expect(ofPlace('London', 'new London offices', summary)).toBe(likeness);
  });

  it('of a takeover apply to the side that the question asks for', () => {
    const software = { industries: ['Software'], country: 'US' };
    const likeness = (question: string, subtypeKey: string) =>
      Math.max(
        ...read(question).parts.flatMap((part) =>
          part.needsCompany
            ? (part.match([], { ...UNKNOWN, ...software }, { ...TOLD, subtypeKey })?.likeness ?? 0)
            : [],
        ),
      );
    for (const question of [
      'who bought a software company',
      'acquisition of a software company',
      'software company gets acquired',
      'software companies that were taken over',
      'software companies that were scooped up',
      'software services that somebody bought',
      'software firms that changed owners',
      'who will snap up a software company',
      'who went shopping for software companies',
      'software acquired companies',
    ]) {
      expect(likeness(question, 'acquired'), question).toBe(1);
      expect(likeness(question, 'acquisition'), question).toBe(0);
    }
    for (const question of [
      'software companies buying a rival',
      'software companies that bought firms in Boston',
      'software shops that bought startups',
      'firms acquired by companies in software',
      'software companies shopping for a rival',
      'software companies as buyers of a rival',
      'acquired by a software company',
      'acquisitions made by software companies',
      'deals by software companies',
    ]) {
      // A target from the country of a city that is asked for may be there.
      expect(likeness(question, 'acquired'), question).toBe(question.includes('Boston') ? 0.3 : 0);
      expect(likeness(question, 'acquisition'), question).toBe(1);
    }
    expect(likeness('software companies shopping for a new CEO', 'acquired')).toBe(1);
    expect(likeness('takeovers in software', 'acquisition')).toBe(1);
    expect(likeness('takeovers in software', 'acquired')).toBe(1);
  });

  it('are alternatives in a list: a company that meets one meets all', () => {
    const met = (question: string, company: Partial<CompanyFacts>) =>
      read(question)
        .parts.filter(({ needsCompany }) => needsCompany)
        .map((part) => part.match([], { ...UNKNOWN, ...company })?.likeness);
    const clinics = { industries: ['Hospitals'] };
    expect(met('hospital or pharma company hacked', clinics)).toEqual([1, 1]);
    expect(met('hospitals, banks and insurers hacked', clinics)).toEqual([1, 1, 1]);
    expect(met('rounds in Germany or in Sweden', { country: 'SE' })).toEqual([1, 1]);
    expect(met('German banks', { country: 'DE' })).toEqual([1, 0]);
  });

  it('are alternatives also as states and cities, which only summaries name', () => {
    const met = (question: string, summary: string) =>
      read(question)
        .parts.filter(({ isCondition }) => isCondition)
        .map((part) => metOf(part.match(pieces(summary), { ...UNKNOWN, country: 'US' })?.likeness));
    expect(met('layoffs in Texas or California', 'X cuts 20 jobs in Dallas, Texas')).toEqual([
      1, 1,
    ]);
    expect(met('layoffs in Berlin or Munich', 'X cuts 20 jobs in Munich')).toEqual([1, 1]);
    expect(met('layoffs in Berlin or Munich', 'X cuts 20 jobs in Paris')).toEqual([0, 0]);
    // A comma alone is no alternative: it is one city.
    expect(met('layoffs in Austin, Texas', 'X cuts 20 jobs in Dallas, Texas')).toEqual([0, 1]);
    expect(met('startups in Toronto, Canada', 'X of Vancouver, Canada')[0]).toBe(0);
    const asked = read('layoffs in Texas or California').parts.flatMap(
      ({ isCondition, storeCondition }) => (isCondition && storeCondition ? [storeCondition] : []),
    );
    for (const place of ['texas', 'california']) {
      const [phrase = []] = wordPieces.phrases(place);
      // Stores look for the first phrases only.
      expect(asked[0]?.phrases?.slice(0, 4)).toContainEqual(phrase);
    }
  });

  it.each([
    ['layoffs in Washington, DC', 'X cuts jobs in Washington, D.C.', 'X cuts jobs in Seattle, WA.'],
    ['layoffs in Washington', 'X cuts jobs in Seattle, WA.', 'X cuts jobs in Washington, D.C.'],
    ['layoffs in Oregon', 'X cuts jobs in Portland, OR.', 'X cuts jobs in Portland, Maine.'],
    ['layoffs in bristol', 'X cuts jobs in Bristol.', 'X cuts jobs in Leeds.'],
    ['startups in Nice', 'X opens in Nice.', 'X opens in Paris.'],
    ['North Rhine-Westphalia', 'X cuts jobs in North Rhine-Westphalia.', 'X cuts jobs in Leeds.'],
    ['startups in Wien', 'X opens in Vienna.', 'X opens in Graz.'],
    ['Boston Startups Raising Money', 'X opens in Boston.', 'X opens in Graz.'],
    ['BERLIN LAYOFFS', 'X opens in Berlin.', 'X opens in Graz.'],
    ['boston-based firms', 'X opens in Boston.', 'X opens in Graz.'],
  ])('tell sites apart: "%s" finds "%s", not "%s"', (question, right, wrong) => {
    const [place] = read(question).parts.filter(({ isCondition }) => isCondition);
    const meets = (summary: string) => place?.match(pieces(summary), undefined)?.likeness;
    expect([meets(right), meets(wrong)]).toEqual([1, 0]);
  });

  it.each([
    ['layoffs in Cambridge, Massachusetts', ['Cambridge', 'Massachusetts']],
    ['layoffs at Bristol Myers Squibb', []],
    ['interested in reading', []],
    ['Boston Scientific layoffs', []],
    ['MENA startups', ['MENA']],
    ['layoffs in CEE', ['CEE']],
    ['Scottish startups', ['Scottish']],
  ])('are read only where they are meant: "%s"', (question, places) => {
    expect(
      met(question, '')
        .flatMap(({ words: asked }) => asked)
        .filter((asked) => /^\p{Lu}/u.test(asked)),
    ).toEqual(places);
  });

  it('are not read from the sign of a currency', () => {
    expect(read('raised US$50 million').parts.some(({ needsCompany }) => needsCompany)).toBe(false);
    expect(read('fintech $50 million rounds').parts.some((each) => each.needsCompany)).toBe(true);
    expect(read('raised $50 million in the US').parts.some((each) => each.needsCompany)).toBe(true);
  });

  it('distinguish a country from the word "us" and from a longer name', () => {
    const inUs = { industries: [], country: 'US' };
    const asks = (question: string) => read(question).parts.some((part) => part.needsCompany);
    for (const question of ['show us layoffs', 'tell us about layoffs', 'Meet us at the fair']) {
      expect(asks(question), question).toBe(false);
    }
    for (const question of ['US layoffs', 'us layoffs', 'layoffs in the us', 'show US layoffs']) {
      expect(likenessOf(question, '', inUs), question).toBe(1);
    }
    expect(likenessOf('layoffs in New Mexico', '', inUs)).toBeGreaterThan(0);
    expect(likenessOf('layoffs in New Mexico', '', { industries: [], country: 'MX' })).toBe(0);
    expect(likenessOf('layoffs in Northern Ireland', '', { industries: [], country: 'IE' })).toBe(
      0,
    );
  });

  it('need the record of the company only if the question contains any', () => {
    const needs = (question: string) => read(question).parts.some((part) => part.needsCompany);
    expect(needs('banks in Spain')).toBe(true);
    expect(needs('letting people go')).toBe(false);
  });
});

describe('Exclusions in a question', () => {
  it.each([
    ['fundings in 2012, leaving out biotech and medical', 'fundings in 2012'],
    ['layoffs outside Germany in 2020', 'layoffs in 2020'],
    ["X's acquisitions except those of Californian companies", "X's acquisitions"],
    ['firms that told investors not to rely on accounts', null],
    ['everybody except banks', 'everybody'],
    ['no banks', null],
    ["banks that aren't in France", 'banks'],
    ['non-French and non-German startups', ' and startups'],
  ])('are cut from the text that is compared by meaning: "%s"', (question, kept) => {
    expect(read(question).withoutExclusions).toBe(kept ?? question);
  });

  it.each([
    ["companies that aren't French", 'DE', 'FR'],
    ["firms that aren't Dutch", 'DE', 'NL'],
    ['companies that are not Israeli', 'DE', 'IL'],
    ["companies that aren't UK-based", 'DE', 'GB'],
    ["Which companies aren't French?", 'DE', 'FR'],
    ["companies that aren't American", 'DE', 'US'],
    ['companies that are not in France', 'DE', 'FR'],
    ['companies that are not headquartered in France', 'DE', 'FR'],
    ['companies that are not located in France', 'DE', 'FR'],
    ['non-French companies', 'DE', 'FR'],
    ['non-French and non-German companies', 'IT', 'DE'],
    ['layoffs excluding France', 'DE', 'FR'],
    // These ask for the place.
    ['companies headquartered in France', 'FR', 'DE'],
    ['companies that are not hiring in France', 'FR', 'DE'],
    ['who is French', 'FR', 'DE'],
  ])('are places: "%s" is met by a company from %s but not from %s', (question, right, wrong) => {
    const { parts } = read(bareQuestion(question));
    const conditions = parts.filter(({ isCondition }) => isCondition);
    const meets = (country: string): boolean =>
      conditions.every(
        (part) =>
          (part.match(pieces('X raises money'), { ...UNKNOWN, country })?.likeness ?? 1) > 0,
      );
    expect([meets(right), meets(wrong), conditions.length > 0]).toEqual([true, false, true]);
  });

  it('are not read from the adjective "outside", as in "outside money"', () => {
    const excludes = (question: string) =>
      read(question).parts.some(({ isCondition, match }) => isCondition && match([], undefined));
    expect(excludes('companies that changed their outside accountants')).toBe(false);
    expect(excludes('companies that took outside money')).toBe(false);
    expect(excludes('companies hiring more outside Germany')).toBe(true);
  });

  it.each([
    ['new executives other than the CEO', 'X names a new CFO', 'X names a new CEO'],
    ['funding but not grants', 'X raises a seed round', 'X receives a grant'],
    ['funding not seed', 'X raises a Series B round', 'X raises a seed round'],
    ['restructuring without layoffs', 'X restructures', 'X restructures and lays off 50 people'],
    ['promotions, just not to partner', 'A became a director', 'A became a partner'],
    ['jobs outside of sales', 'X seeks an engineer', 'X seeks people for sales'],
    [
      'legal trouble that is not about patents',
      'X is sued by shareholders',
      'X is sued over a patent',
    ],
    ['X, anything but funding or grants', 'X opens an office', 'X raises a funding round'],
    [
      'vacancies that are neither in sales nor in marketing',
      'X seeks a cook',
      'X seeks sales people',
    ],
    ["promotions of anyone who isn't in sales", 'A leads legal', 'A leads sales'],
    ['AI spending, minus the consultants', 'X buys AI', 'X buys AI from a consultant'],
    ['dividend news other than suspensions', 'X pays a dividend', 'X suspends its dividend'],
    ['non-patent lawsuits', 'X is sued by shareholders', 'X is sued over a patent'],
    ['what X bought besides Zwick', 'X acquired Brill', 'X acquired Zwick'],
    ['management changes, leaving out Zwick', 'Brill has a new CFO', 'Zwick has a new CFO'],
    ['closures, but no temporary ones', 'X closes a site', 'X closes a site temporarily'],
    ['job losses that did not hit factories', 'X closes an office', 'X closes factories'],
    ['travel funding without seed rounds, 2012', 'X raised a Series A', 'X raised a seed round'],
    ['funding, ignoring anything under a million', 'X raised $3 million', 'X raised $50 thousand'],
    ['who other than Zwick cut jobs', 'Brill cuts jobs', 'Zwick cuts jobs'],
    ['job cuts, Zwick and Brill aside', 'Aster cuts jobs', 'Zwick cuts jobs'],
    ['who raised money, anybody but Zwick', 'Brill raised money', 'Zwick raised money'],
    ['annual reports, no amendments please', 'X filed a report', 'X filed amendments'],
    ['deals, skip the ones whose price was never disclosed', 'for $3 million', 'X bought Y'],
    ['A rounds, skipping grants', 'X raised money', 'X got a grant'],
    ['closures for any reason but bankruptcy', 'X closes a site', 'X closes: Bankruptcy'],
    ['not layoffs but hiring freezes', 'X froze hiring', 'X announces layoffs'],
    ['no acquisitions but partnerships', 'X and Y are partners', 'X plans acquisitions'],
    ['funding, but not more than 5 million', 'X raised $3 million', 'X raised $30 million'],
    ['rounds of everybody but Zwick', 'Brill raised money', 'Zwick raised money'],
    ['funding excl. Zwick', 'Brill raised money', 'Zwick raised money'],
  ])('of "%s" are met only by summaries that do not mention them', (question, right, wrong) => {
    const [excluded] = read(question).parts.filter(
      ({ isCondition, storeCondition }) => isCondition && !storeCondition?.detected,
    );
    const meets = (summary: string) => metOf(excluded?.match(pieces(summary), undefined)?.likeness);
    expect([meets(right), meets(wrong)]).toEqual([1, 0]);
  });

  it.each([
    ['layoffs not in Canada or the US', 'DE', ['CA', 'US']],
    ['layoffs outside Canada and Germany', 'US', ['CA', 'DE']],
    ['layoffs, but not in the US or in Canada', 'DE', ['US', 'CA']],
    ['layoffs not in France, Germany or Italy, in software', 'US', ['FR', 'DE', 'IT']],
    ['layoffs in all countries but Germany or Italy', 'US', ['DE', 'IT']],
    ['layoffs everywhere but in Germany', 'US', ['DE']],
  ])('can be several places: "%s"', (question, right, wrong) => {
    const met = (country: string) =>
      read(question)
        .parts.filter(({ overridesWords, needsCompany }) => overridesWords && needsCompany)
        .map((part) => part.match([], { ...UNKNOWN, country })?.likeness);
    expect(met(right)).toEqual(wrong.map(() => 1));
    wrong.forEach((country, at) => {
      expect(met(country)).toEqual(wrong.map((_, each) => (each === at ? 0 : 1)));
    });
  });

  it.each([
    'acquisitions without a disclosed price',
    'raised money, amount not disclosed',
    'acquired for an undisclosed sum',
    'raised money without saying how much',
    'contract wins that mention no dollar value',
    'funding where the sum was kept secret',
    "acquired, but they didn't say how much",
    'deals at a confidential price',
    'takeovers with no price given',
    'acquisition price unknown',
  ])('can be the amount, which is then not disclosed: "%s"', (question) => {
    const [unpriced] = read(question).parts.filter(({ isCondition }) => isCondition);
    const meets = (summary: string) => unpriced?.match(pieces(summary), undefined)?.likeness;
    expect([meets('X acquired 8 shops of Y'), meets('X acquired Y for $26 million')]).toEqual([
      1, 0,
    ]);
  });

  it('does not tell of an undisclosed price in forms, which never have one', () => {
    const [unpriced] = read('undisclosed acquisitions').parts.filter((part) => part.isCondition);
    const likenessIn = (signalType: string) =>
      unpriced?.match(pieces('X acquired Y'), undefined, { ...TOLD, signalType })?.likeness;
    expect([likenessIn('news'), likenessIn('sec-8k')]).toEqual([1, 0]);
  });

  it('is not part of the subject if it is the amount', () => {
    expect(read('takeovers that did not disclose the price').subject).toBe('takeovers that');
  });

  it('leave a region without one of its countries: "in Europe ex UK"', () => {
    const met = (country: string) =>
      read('layoffs in Europe ex UK')
        .parts.filter(({ needsCompany }) => needsCompany)
        .map((part) => part.match([], { ...UNKNOWN, country })?.likeness);
    expect([met('FR'), met('GB')]).toEqual([
      [1, 1],
      [1, 0],
    ]);
    // Here it means "former".
    for (const who of ['startups of ex Google engineers', 'founders in London ex Google']) {
      expect(read(who).withoutExclusions).toContain('Google');
    }
  });

  it.each([
    'laid off all staff but raised funding',
    'missed every target but beat revenue',
    'losing money every year but still hiring',
  ])('are not read from a clause with "but": "%s"', (question) => {
    expect(read(question).parts.filter(({ isFilter }) => isFilter)).toEqual([]);
  });

  it('are not read from a term with "non-"', () => {
    for (const term of [
      'non-executive directors',
      'non-performing loans',
      'non-exec directors',
      'non exec directors',
      'non-profit layoffs',
    ]) {
      expect(read(term).withoutExclusions).toBe(term);
    }
    expect(read('non-US companies hiring').withoutExclusions).not.toContain('US');
  });

  it('have no synonyms that would bring them back', () => {
    const { parts } = read('funding except Series A');
    const excluded = new Set(
      parts.filter(({ isFilter }) => isFilter).flatMap((each) => each.positions),
    );
    const others = parts.filter(
      ({ isFilter, positions }) => !isFilter && overlaps(positions, excluded),
    );
    expect(excluded.size).toBe(2);
    expect(others).toEqual([]);
  });

  it.each([
    ['layoffs not in the last 30 days', '2026-10-01', '2026-11-20'],
    ['layoffs except this year', '2025-12-31', '2026-01-01'],
    ['layoffs excluding last month', '2026-11-02', '2026-10-31'],
    ['layoffs outside last year', '2026-01-01', '2025-12-31'],
    ['layoffs other than in 2026', '2025-12-31', '2026-01-01'],
    ['layoffs rather than in 2025', '2026-01-01', '2025-12-31'],
  ])('can be times: "%s" is met by a signal of %s but not of %s', (question, right, wrong) => {
    const [time] = read(question).parts.filter(({ metBy }) => metBy === 'date');
    const meets = (day: string) =>
      time?.match([], undefined, { ...TOLD, detectedAtMs: Date.parse(day) })?.likeness;
    expect([meets(right), meets(wrong)]).toEqual([1, 0]);
    expect(time?.storeCondition).toBeUndefined();
  });

  it('are not part of the subject', () => {
    expect(read('Zigzag Data, anything but funding').subject).not.toContain('funding');
    expect(read("what's new at Zigzag Mobility").subject).toBe('');
    expect(read('latest news about Zigzag Mobility').subject).toBe('');
    expect(read('latest from Zigzag Mobility').subject).toBe('');
    expect(read('latest layoffs at Zigzag Mobility').subject).toContain('layoffs');
    expect(read('what is new in layoffs').subject).toContain('layoffs');
    expect(read('restructuring without layoffs').subject).toBe('restructuring');
    const lacking = 'chief executives who left without a successor';
    expect(read(lacking).subject).toBe(lacking);
    expect(read('who did not meet expectations').parts.filter((each) => each.isCondition)).toEqual(
      [],
    );
  });
});

describe('Source in a question', () => {
  it('is the annual report if the question asks for something reported in one', () => {
    const typeOf = (question: string) =>
      read(question).parts.flatMap((part) => part.storeCondition?.types ?? []);
    expect(typeOf('who plans to go abroad according to its annual report')).toContain('10k');
    expect(typeOf('cyber risks in annual reports')).toContain('10k');
    expect(typeOf('annual report published')).toEqual([]);
    expect(typeOf('posts not about AI')).toContain('network-post-contact');
  });

  it.each([
    ['posts saying we are hiring', 'network-post-contact', 'hiring-trends'],
    ['posts offering advice', 'network-post-contact', 'news'],
    ['LinkedIn posts about hiring', 'network-post-company', 'news'],
    ['posts mentioning layoffs', 'network-post-company', 'news'],
    ['posts discussing remote work', 'network-post-contact', 'news'],
    ['posts regarding remote work', 'network-post-contact', 'news'],
    ['tweets about artificial intelligence', 'network-post-contact', 'news'],
    ['chief executive officer posts', 'network-post-contact', 'news'],
    ['artificial intelligence posts', 'network-post-contact', 'news'],
    ['Jane Example posts', 'network-post-contact', 'news'],
    ["Jane Example's posts", 'network-post-contact', 'news'],
    ['what did Jane Example write', 'network-post-contact', 'work-milestones'],
    ['people at Quillby Zigzag', 'network-post-contact', 'hiring-trends'],
    ['people at Quillby Zigzag', 'work-milestones', 'news'],
    ['hiring posts in 2026', 'network-post-company', 'news'],
    ['CEOs posting about artificial intelligence', 'network-post-contact', '10k'],
    ['LinkedIn updates about a product', 'network-post-company', 'news'],
    ['posts by employees about AI', 'network-post-contact', 'network-post-company'],
    ['posts about AI by executives', 'network-post-contact', 'network-post-company'],
    ['company posts about sustainability', 'network-post-company', 'network-post-contact'],
    ['8-K filings about cybersecurity', 'sec-8k', 'news'],
    ['AI plans from filings', '10k', 'network-post-company'],
    ['AI plans, not from the press', 'sec-8k', 'news'],
    ['Quillbrook Works news', 'news', 'sec-8k'],
    ['AI spending in posts', 'network-post-contact', 'news'],
    ['AI spending from posts only', 'network-post-contact', 'news'],
    ['posts only: product launches', 'network-post-company', 'news'],
    ['AI spending, only news', 'news', 'network-post-company'],
    ['AI spending, no posts', 'news', 'network-post-contact'],
    ['AI spending excluding posts', 'sec-8k', 'network-post-company'],
    ['AI spending but not posts', 'news', 'network-post-company'],
    ['partnerships, not from social media', 'news', 'network-post-company'],
    ['new products, ignore LinkedIn posts', 'news', 'network-post-company'],
    ['AI spending, no news', '10k', 'news'],
    ['AI spending without press coverage', '10k', 'news'],
    ['AI spending in 10-K reports only', '10k', 'news'],
    ['annual reports about floods', '10k', 'news'],
    ['Quillbrook Works, no job ads', 'news', 'hiring-trends'],
    ['Quillbrook Works but not recruiting', 'news', 'hiring-trends'],
    ['anything about Quillbrook Works but not hiring', 'news', 'hiring-trends'],
    ['everything except hiring', 'network-post-company', 'hiring-trends'],
  ])('of "%s" is met by the type of a signal', (question, right, wrong) => {
    const sources = read(question).parts.filter(({ isCondition }) => isCondition);
    const met = (signalType: string) =>
      sources.map((part) => part.match([], undefined, { ...TOLD, signalType })?.likeness);
    expect(met(right).at(-1)).toBe(1);
    expect(met(wrong).at(-1)).toBe(0);
  });

  it.each([
    'what people think of remote work',
    'opinions on remote work',
    'thought leadership on remote work',
    'remote work, opinions',
  ])('of "%s" is met by opinions, and less by other posts', (question) => {
    const [source] = read(question).parts.filter(({ isCondition }) => isCondition);
    const met = (signalType: string, subtypeKey: string) =>
      source?.match([], undefined, { ...TOLD, signalType, subtypeKey })?.likeness;
    expect(met('network-post-contact', 'thoughtleadership')).toBe(1);
    expect(met('network-post-contact', 'hiring')).toBe(0.6);
    expect(met('news', 'layoff')).toBe(0);
  });

  it.each([
    'job posts in Berlin',
    'job posts mentioning salaries',
    'open posts',
    'Example Freight posts a loss',
    'people at Example Bank hiring engineers',
    'what did Example Freight announce',
    'hiring posts a record',
    'cuts 300 posts',
    'bankruptcy filings',
    'posts a loss',
    'good news',
    'companies with 10k customers',
    '10k new customers',
    '8k jobs cut',
    'more than 10k of them',
    'a fine of $10k',
    'companies growing but not hiring',
    'cuts no more posts',
    'no news agencies',
    'vacancies without jobs lost',
  ])('is not recognised in "%s"', (question) => {
    const met = read(question).parts.map((part) =>
      part.match([], undefined, { ...TOLD, signalType: 'network-post-contact' }),
    );
    const other = read(question).parts.map((part) => part.match([], undefined, TOLD));
    expect(met).toEqual(other);
  });
});

it('All words of a source belong to it, so that they are not looked for', () => {
  const saidBy = (question: string) =>
    read(question)
      .parts.filter(({ metBy }) => metBy === 'type')
      .flatMap(({ positions }) => positions).length;
  expect(saidBy('risks in 10-K reports only')).toBe(saidBy('risks in 10-K') + 2);
  expect(read('AI spending, no posts').withoutExclusions).toBe('AI spending');
});

it('A source is named with or without a hyphen', () => {
  const typesOf = (question: string) =>
    read(question).parts.flatMap(({ storeCondition }) => storeCondition?.types ?? []);
  expect(typesOf('8k filings about layoffs')).toContain('sec-8k');
  expect(typesOf('8-K about layoffs')).toContain('sec-8k');
  expect(typesOf('recent 10k')).toContain('sec-10k');
  for (const question of ['8Ks this week', '8k was filed about jobs', 'according to 10K']) {
    expect(typesOf(question), question).not.toEqual([]);
  }
});

describe('Company size in a question', () => {
  const of = (low: number | null, high: number | null) => ({ employees: { low, high } });

  it.each([
    ['companies with less than 50 employees that are hiring', of(11, 50), of(51, 200)],
    ['firms with more than 5,000 employees laying off people', of(5_001, 10_000), of(51, 200)],
    ['startups having at least 100 people', of(51, 200), of(1, 10)],
    ['large companies restructuring', of(10_001, null), of(501, 1_000)],
    ['corporations with over 10000 staff', of(10_001, null), of(201, 500)],
    ['firms that do not have more than 200 employees', of(51, 200), of(501, 1_000)],
    ['companies with no more than 200 employees', of(51, 200), of(501, 1_000)],
    ['giants with more than 10,000 staff that cut jobs', of(10_001, null), of(201, 500)],
    ['mid-sized companies restructuring', of(201, 500), of(5_001, 10_000)],
    ['funding of medium-sized firms', of(501, 1_000), of(1, 10)],
    ['small businesses that raised money', of(1, 10), of(1_001, 5_000)],
    ['companies with 500 employees or greater', of(1_001, 5_000), of(51, 200)],
  ])('is met by the record of the company: "%s"', (question, right, wrong) => {
    const [size] = read(question).parts.filter(({ needsCompany }) => needsCompany);
    const meets = (known: Partial<CompanyFacts>) =>
      size?.match(pieces('X lays off 15 people'), { ...UNKNOWN, ...known })?.likeness;
    expect([meets(right), meets(wrong), meets({})]).toEqual([1, 0, 0]);
    expect(read(question).parts.filter(({ isCondition }) => isCondition)).toHaveLength(1);
  });
});

describe('Time in a question', () => {
  const at = (day: string) => ({
    detectedAtMs: Date.parse(`${day}T10:00:00Z`),
    signalType: 'news',
    subtypeKey: '',
  });

  it.each([
    ['layoffs today', '2026-11-23', '2026-11-22'],
    ['who was hacked yesterday', '2026-11-22', '2026-11-23'],
    ['layoffs this week', '2026-11-18', '2026-11-10'],
    ['layoffs last week', '2026-11-12', '2026-11-01'],
    ['layoffs in the 2010s', '2015-05-01', '2021-01-01'],
    ['acquisitions before the 2010s', '2009-12-31', '2010-01-01'],
    ['filings after the 2000s', '2010-01-01', '2009-12-31'],
    ['deals between the 1990s and the 2000s', '2005-01-01', '2010-01-01'],
    ['layoffs older than March 2025', '2025-02-28', '2025-03-01'],
    ['filings of the 1990s', '1999-12-31', '2000-01-01'],
    ['annual reports before 1998', '1996-03-01', '1998-03-01'],
    ['funding rounds last month', '2026-10-31', '2026-11-01'],
    ['funding this month', '2026-11-02', '2026-10-31'],
    ['deals last quarter', '2026-07-01', '2026-10-01'],
    ['new offices this year', '2026-01-01', '2025-12-31'],
    ['new offices last year', '2025-12-31', '2026-01-01'],
    ['people hired in the last 30 days', '2026-10-30', '2026-10-20'],
    ['new executives in the last two weeks', '2026-11-10', '2026-11-08'],
    ['attacks in the past six months', '2026-06-01', '2026-05-01'],
    ['deals of the past year', '2025-12-01', '2025-11-01'],
    ['layoffs since March', '2026-03-01', '2026-02-28'],
    ['layoffs since December', '2025-12-01', '2025-11-30'],
    ['layoffs in May 2025', '2025-05-31', '2026-05-31'],
    ['acquisitions in 2025', '2025-06-01', '2026-01-01'],
    ['acquisitions 2025', '2025-06-01', '2024-06-01'],
    ['deals before June 2026', '2026-05-31', '2026-06-01'],
    ['deals after 2024', '2025-01-01', '2024-12-31'],
    ['June 2026 layoffs', '2026-06-30', '2026-07-01'],
    ['funding in the first half of 2026', '2026-06-30', '2026-07-01'],
    ['funding in the second half of 2025', '2025-07-01', '2026-01-01'],
    ['layoffs in the second quarter of 2026', '2026-06-30', '2026-07-01'],
    // Results are reported later in the year.
    ['results of the second quarter of 2026', '2026-08-01', '2025-08-01'],
    ['first quarter 2026 funding', '2026-03-31', '2026-04-01'],
    ['deals since the third quarter of 2025', '2025-07-01', '2025-06-30'],
    ['attacks in the last 24 hours', '2026-11-23', '2026-11-21'],
    ['deals since 2026-10-05', '2026-10-05', '2026-10-04'],
    ['deals between March and May 2025', '2025-05-31', '2025-06-01'],
    ['launches no earlier than September 2026', '2026-09-01', '2026-08-31'],
    ['deals not before 2026', '2026-01-01', '2025-12-31'],
    ['deals no later than March 2026', '2026-03-31', '2026-04-01'],
    ['deals later than March 2026', '2026-04-01', '2026-03-31'],
    ['deals between March and May 2025', '2025-03-01', '2026-03-15'],
    ['layoffs from June to August', '2026-08-31', '2026-09-01'],
    ['funding rounds older than a year', '2025-11-20', '2025-12-01'],
    ['deals more than six months ago', '2026-05-01', '2026-06-01'],
    ['news at most two weeks old', '2026-11-11', '2026-11-01'],
  ])('of "%s" is met by a signal of %s but not of %s', (question, inside, outside) => {
    const [time] = read(question).parts.filter(({ isCondition }) => isCondition);
    expect(time?.match([], undefined, at(inside))?.likeness).toBe(1);
    expect(time?.match([], undefined, at(outside))?.likeness).toBe(0);
  });

  it('of "latest" and "recent" is not a condition', () => {
    for (const question of ['latest funding', 'most recent layoffs', 'who was hacked recently']) {
      const [time] = read(question).parts.filter(({ overridesWords }) => overridesWords);
      expect(time?.isCondition).toBe(false);
    }
  });

  it('of "recent" scores newer signals higher', () => {
    for (const question of [
      'recent layoffs',
      'who was hacked recently',
      'just raised money',
      'hiring a lot right now',
    ]) {
      const [time] = read(question).parts.filter(({ overridesWords }) => overridesWords);
      const likenesses = ['2026-11-23', '2026-10-24', '2025-01-01'].map(
        (day) => time?.match([], undefined, at(day))?.likeness ?? -1,
      );
      expect(likenesses[0]).toBeCloseTo(1, 2);
      expect(likenesses[1]).toBeCloseTo(0.5, 1);
      expect(likenesses[2]).toBeLessThan(0.01);
    }
  });

  it.each([
    'more openings than in March 2025',
    'more than between March and May 2025',
    'news about 3M',
    'tell me about two companies that merged',
    'low-cost private providers raising money',
    'not just hired but trained',
    'just a rumour',
    'more openings than last month',
    'sales compared to the last quarter',
    'may announce layoffs',
    'march against layoffs',
    '2000 jobs cut',
    'Q3 results',
    'over a week',
    'at last',
  ])('is not recognised in "%s"', (question) => {
    expect(read(question).parts.filter(({ isCondition }) => isCondition)).toEqual([]);
  });
});

describe('Wording of the project', () => {
  it('contains country codes and lower-case industries, and each place once', () => {
    for (const { countries } of wording.places) {
      for (const country of countries) expect(country).toMatch(/^[A-Z]{2}$/);
    }
    for (const { named } of wording.industries) {
      for (const name of named) expect(name).toBe(name.toLowerCase());
    }
    const places = wording.places.flatMap(({ asked }) => asked);
    expect(new Set(places).size).toBe(places.length);
  });

  it('marks words that carry little meaning as light', () => {
    expect([...read('who took a loan').stopWordPositions]).toEqual([0, 1, 2]);
    expect([...read('people changing jobs').stopWordPositions]).toEqual([0]);
    expect([...read('people team hiring').stopWordPositions]).toEqual([]);
  });
});

describe('Subject of a question', () => {
  it.each([
    ['Flapjack Medical management changes', 'management changes'],
    ["layoffs at Flapjack Medical's plants", 'layoffs plants'],
    ['where did Otto Demoray go', 'where did go'],
    ['job cuts in Port Clement', 'job cuts'],
    ['Flapjack Medical', ''],
    // Places, times and companies are not part of the subject if something else is.
    ['layoffs this week in Germany', 'layoffs'],
    ['banks that raised money last month', 'companies that raised money'],
    ['struggling retailers', 'struggling companies'],
    ['retailers in trouble', 'companies in trouble'],
    ['banks cutting jobs', 'cutting jobs'],
    ['layoffs at banks', 'layoffs'],
    ['software companies', 'software companies'],
    ['Divestitures this year', 'Divestitures'],
    ['Lay-offs in Germany', 'Lay-offs'],
    ['Pre-seed rounds', 'Pre-seed rounds'],
    ['Insolvenz', 'Insolvenz'],
    ['Otto Demoray', ''],
    ['Layoffs at Flapjack', 'Layoffs'],
    ['Kettleby Freight', ''],
    ['U.S. layoffs', 'U.S. layoffs'],
    ['Data Breach', 'Data Breach'],
    ['Stock Split', 'Stock Split'],
    ['Startups raising money', 'Startups raising money'],
    ['Dividends of banks', 'Dividends'],
    // Words that led to them are not part of it either.
    ['Series B or later in the UK', 'Series B or later'],
    ['contracts worth more than 50 million euros', 'contracts'],
    ['plants with more than 200 jobs in Ohio closing', 'plants jobs closing'],
    ['which hospitals were hacked in the last year', 'which hospitals were hacked'],
    ['fintechs which raised', 'companies which raised'],
    ['companies taken over in France', 'companies taken over'],
    ['who is raising in California', 'who is raising'],
    // Capitals of sentences, roles, rounds and short words do not make names.
    ['Hiring in the north', 'Hiring in the north'],
    ['who got a new Chief Executive Officer', 'who got a new Chief Executive Officer'],
    ['raised Series B', 'raised Series B'],
    ['SEC filings on AI', 'on AI'],
    ['Job Cuts At Flapjack Medical', 'Job Cuts At Flapjack Medical'],
    ['Firmen, die Stellen streichen', 'Firmen, die Stellen streichen'],
    ['layoffs', 'layoffs'],
    ['', ''],
  ])('of "%s" is "%s"', (question, subject) => {
    expect(read(question).subject).toBe(subject);
  });
});

describe('C-suite in a question', () => {
  it('is met by any of its roles', () => {
    for (const role of ['Chief Operating Officer', 'chief executive', 'CFO']) {
      expect(likenessOf('C-suite departures', `${role} of X steps down`)).toBe(1);
    }
  });
});

describe('Inflected form of a word', () => {
  it.each([
    ['angel investors', 'X raised money from angels', 0.65],
    ['money from angels', 'X raised money from an angel investor', 0.65],
    ['business angels', 'X raised money from angels', 0.65],
    ['angel round', 'X raised an angel round', 1],
    ['startups in Los Angeles', 'X raised money in Los Angeles', 1],
    ['startups in Los Angeles', 'X raised an angel round', 0],
    // It is none of "angel".
    ['Los Angeles Times', 'X raised an angel round', 0],
    ['los angeles acquisitions', 'X raised money from angels', 0],
  ])('of "%s" has the synonyms of the word in "%s": %d', (question, summary, likeness) => {
    const found = met(question, summary).filter(({ words: asked }) => /angel/i.test(asked));
    expect(Math.max(0, ...found.map((each) => each.likeness))).toBe(likeness);
  });

  it('has the synonyms of the word', () => {
    const summary = 'X says its figures of May can no longer be relied upon.';
    expect(likenessOf('companies restating figures', summary)).toBe(0.65);
    expect(likenessOf('companies ousting their founder', 'X boots out its founder.')).toBe(
      likenessOf('companies that ousted their founder', 'X boots out its founder.'),
    );
  });
});
