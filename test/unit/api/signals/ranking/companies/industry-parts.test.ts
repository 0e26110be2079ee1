/** Industries by the names that stored companies use, places and groups with members, and posts as a source. */
import { describe, expect, it } from 'vitest';
import { mayNameIndustry } from '../../../../../../api/signals/ranking/companies/industry-parts.js';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const { pieces, words } = wordPieces;
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const STORED = [
  'Lithium',
  'Smart Meters',
  'Accounting Software',
  'Human Resources Software',
  'Oil & Gas',
  'Public Relations',
  'Asset Management',
  'Zoos & Aquariums',
  'Financials',
];
const read = (question: string, stored = STORED) => parseQuestion(question, NOW_MS, stored);

/** Returns how well a company or text meets the condition of these words, undefined if they are none. */
function met(
  question: string,
  asked: string,
  { industries = [], country = '', text = 'X does something' }: Partial<Told>,
): number | undefined {
  const places = words(question).flatMap(({ start, end, pieces: own }) =>
    own.map(() => question.slice(start, end)),
  );
  const part = read(question).parts.find(
    (each) =>
      each.isCondition && [...new Set(each.positions.map((at) => places[at]))].join(' ') === asked,
  );
  const company = { industries, country, employees: { low: null, high: null } };
  return part?.match(pieces(text), company)?.likeness;
}

interface Told {
  industries: string[];
  country: string;
  text: string;
}

describe('Industry in a question', () => {
  it.each([
    ['lithium companies raising money', 'lithium', 'Lithium'],
    ['news of smart meter makers', 'smart meter', 'Smart Meters'],
    ['layoffs in the lithium industry', 'lithium', 'Lithium'],
    ['companies in lithium', 'lithium', 'Lithium'],
    [
      'accounting software companies launching products',
      'accounting software',
      'Accounting Software',
    ],
    ['zoos and aquariums companies', 'zoos and aquariums', 'Zoos & Aquariums'],
    ['zoo operators and lithium producers', 'lithium', 'Lithium'],
    ['lithium and smart meter companies', 'lithium', 'Lithium'],
    // Names of fields.
    ['layoffs in food and drink', 'food and drink', 'Food Production'],
    ['who raised money in beer?', 'beer', 'Breweries'],
    ['acquisitions in food and fashion this year', 'fashion', 'Apparel'],
    ['plant closures in packaging', 'packaging', 'Packaging and Containers'],
    ['deals in the wine business', 'wine', 'Wine and Spirits'],
    ['shipbuilding startups raising money', 'shipbuilding', 'Ship Building'],
    ['hiring slowdown in the furniture industry', 'furniture', 'Home Furnishings'],
    ['food and drink takeovers', 'food and drink', 'Food Production'],
    ['recent fashion bankruptcies', 'fashion', 'Apparel'],
  ])('of "%s" is met only by companies with that industry', (question, asked, industry) => {
    expect(met(question, asked, { industries: [industry] })).toBe(1);
    expect(met(question, asked, { industries: ['Banking'] })).toBe(0);
  });

  it.each([
    ['food prices in Germany', 'food'],
    ['rise in gas prices', 'gas'],
    ['companies that invest in hydrogen', 'hydrogen'],
    ['office space in Berlin', 'space'],
    ['a bank in hot water', 'water'],
    ['new spirits in the team', 'spirits'],
    ['automation layoffs', 'automation'],
    ['private equity takeovers', 'private equity'],
  ])('is not a field in "%s"', (question, asked) => {
    expect(met(question, asked, { industries: STORED })).toBeUndefined();
  });

  it.each([
    ['public companies with layoffs', 'public'],
    ['lithium prices rise', 'lithium'],
    ['unheard companies', 'unheard'],
    ['new companies', 'new'],
    ['companies in financial trouble', 'financial'],
  ])('is not recognised in "%s"', (question, asked) => {
    expect(met(question, asked, { industries: STORED })).toBeUndefined();
  });

  it.each([
    ['layoffs in the us', 1],
    ['us companies with layoffs', 1],
    ['which customers might not be able to pay us', undefined],
    ['who owes us money', undefined],
  ])('tells the country in "%s" from who asks', (question, likeness) => {
    expect(met(question, 'us', { country: 'US' })).toBe(likeness);
  });

  it.each([
    // A text that names the industry.
    [
      'largest hospital layoffs',
      'hospital',
      'Crinkle Hospital is laying off 90 employees',
      [],
      0.65,
    ],
    ['biggest solar rounds', 'solar', 'Crinkle Solar raised $90 million', [], 0.65],
    ['largest hospital layoffs', 'hospital', 'Quill is laying off 90 employees', [], 0],
    // The name of a broader industry, and one of several in a list.
    ['hospital layoffs', 'hospital', 'Quill cuts jobs', ['Health Care Providers & Services'], 0.45],
    ['hospital layoffs', 'hospital', 'Quill Hospital', ['Health Care Providers & Services'], 1],
    ['restaurant layoffs', 'restaurant', 'Quill cuts jobs', ['Hotels, Restaurants & Leisure'], 0.7],
    ['restaurant layoffs', 'restaurant', 'Quill Grill', ['Hotels, Restaurants & Leisure'], 1],
    ['restaurant layoffs', 'restaurant', 'Quill cuts jobs', ['Restaurants'], 1],
    ['oil and gas layoffs', 'oil and gas', 'Quill cuts jobs', ['Oil & Gas'], 1],
  ])('of "%s" (%s) is met by "%s" with %j as %s', (question, asked, text, industries, likeness) => {
    expect(met(question, asked, { text, industries })).toBe(likeness);
  });

  it.each(['who spends most on software', 'companies spending more on software'])(
    'is not what money is spent on: "%s"',
    (question) => {
      expect(met(question, 'software', { industries: ['Software'] })).toBeUndefined();
    },
  );

  it('narrows store queries by all names with the word, or by the word if over 50 have it', () => {
    const industriesOf = (stored: string[]) =>
      read('lithium companies', stored).parts.flatMap(
        (part) => part.storeCondition?.industries ?? [],
      );
    const many = Array.from({ length: 51 }, (_, at) => `Lithium ${at}`);
    const some = many.slice(1);
    expect(industriesOf([...some, 'Banking'])).toEqual(some.map((name) => name.toLowerCase()));
    expect(industriesOf(many)).toEqual(['lithium']);
  });

  it('is looked up in a store only for questions about companies', () => {
    for (const question of [
      'lithium companies',
      'zoo start-ups',
      'the Lithium Industry',
      'makers',
    ]) {
      expect(mayNameIndustry(question), question).toBe(true);
    }
    for (const question of ['new CFO', 'raised series B', 'letting people go', '']) {
      expect(mayNameIndustry(question), question).toBe(false);
    }
  });

  it('has names that begin a word', () => {
    expect(met('tech layoffs', 'tech', { industries: ['Biotechnology'] })).toBe(0);
    expect(met('tech layoffs', 'tech', { industries: ['Media/Technology'] })).toBe(1);
  });

  it('is not recognised in a product that somebody buys', () => {
    expect(met('which software to buy', 'software', { industries: ['Software'] })).toBeUndefined();
    expect(met('software layoffs', 'software', { industries: ['Software'] })).toBe(1);
  });
});

describe('Place in a question', () => {
  it('is met by a site there, slightly less than by a company from there', () => {
    const question = 'plant shutdown in Poland';
    expect(met(question, 'Poland', { country: 'PL' })).toBe(1);
    expect(met(question, 'Poland', { country: 'US', text: 'X closes its Wrocław depot' })).toBe(
      0.9,
    );
    expect(met(question, 'Poland', { country: 'US', text: 'X closes its Leipzig depot' })).toBe(0);
  });

  it.each([
    ['US', 'X opens an office in Kawabe, Japan', 0.9],
    ['JP', 'X opens an office in Obertal, Germany', 0.3],
    ['JP', 'X sells its stake in Bank of Germany', 1],
  ])('is that of the summary for a company from %s if it is "%s"', (country, text, likeness) => {
    expect(met('opening an office in Japan', 'Japan', { country, text })).toBe(likeness);
  });

  it('is met only by companies from there if the question asks for such companies', () => {
    const text = 'X closes its Wrocław depot';
    expect(met('Polish companies closing sites', 'Polish', { country: 'US', text })).toBe(0);
    expect(met('Polish companies closing sites', 'Polish', { country: 'PL', text })).toBe(1);
  });

  it.each([
    ['Bay Area layoffs', 'Bay Area', 'X is laying off 9 employees in Oakland', 1],
    ['Bay Area layoffs', 'Bay Area', 'X is laying off 9 employees in Baytown, Texas', 0],
    ['plant closures in the Midwest', 'Midwest', 'X closes its plant in Toledo, Ohio', 1],
    ['senior leaders who left', 'leaders', 'A joined X as Director of Sales', 1],
    ['senior leaders who left', 'leaders', 'A joined X as Sales Representative', 0],
  ])('of several members in "%s" (%s) scores "%s" as %d', (question, asked, text, likeness) => {
    expect(met(question, asked, { text })).toBe(likeness);
  });
});

describe('Posts as the source in a question', () => {
  const types = (question: string) => [
    ...new Set(read(question).parts.flatMap((part) => part.storeCondition?.types ?? [])),
  ];
  it.each([
    'people who ask for advice on which software to buy',
    'someone unhappy with their supplier',
    'posts of people who lost their job',
    'customers complaining about an outage',
  ])('are recognised in "%s"', (question) => {
    expect(types(question)).toEqual(['network-post-contact', 'network-post-company']);
    expect(read(question).subtypes?.has('analystRating')).toBe(false);
  });

  it.each([
    'people who left a company',
    'customers of a bank',
    'had an incident, or whose people post about it',
  ])('are not recognised in "%s"', (question) => {
    expect(types(question)).toEqual([]);
    expect(read(question).subtypes).toBeNull();
  });
});
