/** Correction of misspelt words and company names, with the real wording and the bundled word pieces. */
import { describe, expect, it } from 'vitest';
import { createCorrectSpelling } from '../../../../../../api/signals/ranking/spelling/misspelt.js';
import {
  errorsIn,
  isTypingError,
} from '../../../../../../api/signals/ranking/spelling/typing-errors.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';
import { namesAmong } from '../../../../../fakes/fake-names.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const correct = createCorrectSpelling(wordPieces);

/** Returns the corrected question. Each of `names` has `signals` signals, by default enough to be used. */
async function corrected(
  question: string,
  names: string[] = [],
  signals: number = 3,
): Promise<string> {
  return correct(question, namesAmong(Object.fromEntries(names.map((name) => [name, signals]))));
}

/** Returns the names that the correction of a question looks up. */
async function askedFor(question: string): Promise<string[]> {
  const asked: string[] = [];
  await correct(question, async (texts) => {
    asked.push(...texts);
    return new Map();
  });
  return asked;
}

describe('Correction of misspelt words', () => {
  it.each([
    ['raisd seris b', 'raised series b'],
    ['hirng machine lerning enginers', 'hiring machine learning engineers'],
    ['Aquisitions in germny', 'acquisitions in germany'],
    ['new cheif finacial offcer', 'new chief financial officer'],
    ['layofs, fundng & partnreship!', 'layoffs, funding & partnership!'],
    ['insolvancy', 'insolvency'],
    ['ihring druing the summer', 'hiring during the summer'],
    ['investers hireing', 'investors hiring'],
    ['finnished acquisition', 'finished acquisition'],
    ['runing a restructering', 'running a restructuring'],
    // Places after "in" and units of time come first, also short words.
    ['layoffs in frnace', 'layoffs in france'],
    ['plants in chian', 'plants in china'],
    ['jobs in itly or in texs', 'jobs in italy or in texas'],
    ['last weke', 'last week'],
    ['past 12 montsh', 'past 12 months'],
    ['last yera or last mnth', 'last year or last month'],
    ['lst week, ths week, tody', 'last week, this week, today'],
    ['layoffs in helthcare', 'layoffs in healthcare'],
    // Any wrong letter.
    ['bankwuptcy and ackuisition', 'bankruptcy and acquisition'],
  ])('corrects "%s"', async (question, meant) => {
    expect(await corrected(question)).toBe(meant);
  });

  it.each([
    'raised series B',
    'hiring machine learning engineers',
    // Known words with another beginning or ending, and others that are like a known word.
    'flooring shippers with retirements',
    'offboarding and relisting, threefold',
    'realty alerts, parity and agility',
    // Right words that are like a more frequent one.
    'enrolment, storeys, barristers, escalators, factoring and arbitrage',
    'lessors of looms, kilns, ovens and inverters',
    'pensioners commute in crisps and ciders',
    'layoffs in plano, racine, tampere and braga',
    // British verbs, and forms of a word of the model.
    'privatise, commercialise and securitised',
    'soups rages hulls adapts',
    'canner lockout',
    // A capital letter marks a name.
    'layoffs at Fundng',
    // Formed as names are.
    'hirely layoffs',
    // No known word is similar, or too few letters are left.
    'xkqzwv 12345 seris2 tx',
    'sede',
    '',
  ])('leaves "%s" unchanged', async (question) => {
    expect(await corrected(question)).toBe(question);
  });

  it('keeps a word that begins the name of a company', async () => {
    expect(await corrected('biontech layofs')).toBe('biotech layoffs');
    expect(await corrected('biontech layofs', ['biontech'], 0)).toBe('biontech layoffs');
    expect(await corrected('deals of ihs markit', ['ihs markit'])).toBe('deals of ihs markit');
  });

  it('corrects at most eight words of a question', async () => {
    const question = Array.from({ length: 16 }, () => 'layofs').join(' ');
    expect((await corrected(question)).match(/layoffs/g)).toHaveLength(8);
  });
});

const NAMES = [
  ...['tesla motors', 'nikola', 'facebook', 'amazon com', 'microsoft', 'wells fargo bank', 'intel'],
  ...['caterpillar', 'linkedin', 'exxon mobil', 'delta air lines', 'united airlines', 'boeing'],
];

describe('Correction of misspelt company names', () => {
  it.each([
    ['how much has Telsa Motors rasied', 'how much has Tesla Motors raised'],
    ['Nikolla board and excutive changes', 'Nikola board and executive changes'],
    ['Facebok acquisitions', 'Facebook acquisitions'],
    ['what did facebok buy', 'what did facebook buy'],
    ['Amazn layoffs', 'Amazon layoffs'],
    ['AMAZN LAYOFFS', 'Amazon LAYOFFS'],
    ["amazn's layoffs", "amazon's layoffs"],
    // Known well enough to count as a business word.
    ['Micorsoft', 'microsoft'],
    ['layoffs at Micorsoft', 'layoffs at Microsoft'],
    ['wels fargo', 'wells fargo'],
    ['layoffs of exon mobil', 'layoffs of exxon mobil'],
    ['wellsfargo layoffs', 'wells fargo layoffs'],
    ['caterpiller, linkdin', 'caterpillar, linkedin'],
    ['who runs Intell', 'who runs Intel'],
    ['Exxon Mobl dividend', 'Exxon Mobil dividend'],
    ['Delta Arlines pilots', 'Delta Air Lines pilots'],
  ])('corrects "%s"', async (question, meant) => {
    expect(await corrected(question, NAMES)).toBe(meant);
  });

  it('prefers the company with the most signals', async () => {
    const nearest = namesAmong({ amaze: 3, amazon: 4, amazin: 3 });
    expect(await correct('layoffs at Amazn', nearest)).toBe('layoffs at Amazon');
  });

  it('ignores a company with few signals unless its name has two words', async () => {
    expect(await corrected('layoffs at Facebok', NAMES, 1)).toBe('layoffs at Facebok');
    expect(await corrected('layoffs at Facebok', NAMES, 2)).toBe('layoffs at Facebook');
    expect(await corrected('facebok layoffs', NAMES, 2)).toBe('facebok layoffs');
    expect(await corrected('telsa motors', NAMES, 0)).toBe('tesla motors');
  });

  it('prefers a name over an equally similar business word only with a capital letter', async () => {
    expect(await corrected('Boing layoffs', NAMES)).toBe('Boeing layoffs');
    expect(await corrected('hirng layoffs', ['hirings', 'hireng'])).toBe('hiring layoffs');
    expect(await corrected('excutive board', ['excutives'])).toBe('executive board');
  });

  it.each([
    // Common words of English and other languages, and their inflections.
    [
      'robotics, closing, dividends in Germany or Paris',
      ['robotic', 'closeng', 'germani', 'pariss'],
    ],
    ['Firmen in der Insolvenz', ['firmin', 'insolvinz']],
    ['Levée de fonds, licenciements', ['levee', 'licenciement']],
    ['thresholds', ['threshold', 'thresholder']],
    // A wrong letter that is not a plausible typing error.
    ['news about cider', ['cizer', 'ciber']],
    ['news about Zelda', ['zenda']],
    // Two words with capitals may be the name of a person.
    ['news about Satya Nadella', ['nadela', 'nadela group']],
    ['Adriana Lopez joins', ['adiana', 'adriani']],
    // Two errors without a capital letter, and a word that is too short.
    ['news about detergents', ['detectents']],
    ['bips', ['bipes']],
    // A word in capitals is an abbreviation.
    ['EBITDX of NASDAW', ['ebitdax', 'nasdaw']],
    // Another script.
    ['новости Газпрм', ['газпром']],
  ])('changes no word of "%s" to a similar name', async (question, names) => {
    const alone = await corrected(question);
    expect(await corrected(question, names, 99)).toBe(alone);
  });

  it('looks up no names if every word is known', async () => {
    for (const question of [
      'mass layoffs in semiconductor companies',
      'Which companies in Germany raised series B?',
      'bridge financing, dividends and robotics',
      'Tesla and Amazon acquisitions',
    ]) {
      expect(await askedFor(question), question).toEqual([]);
    }
  });

  it('looks up a word alone and joined with its neighbours, for at most eight words', async () => {
    expect(await askedFor('Telsa Motors Inc')).toEqual(['telsa', 'telsamotors']);
    expect(await askedFor('deals of Coca-Colla')).toContain('cocacolla');
    const many = Array.from({ length: 40 }, (_, at) => `telsa${'xyz'[at % 3]}`).join(' ');
    expect((await askedFor(many)).length).toBeLessThanOrEqual(24);
  });
});

describe('isTypingError', () => {
  it.each([
    ['telsa', 'tesla'],
    ['facebok', 'facebook'],
    ['nikolla', 'nikola'],
    ['volkswagon', 'volkswagen'],
    ['amaxon', 'amazon'],
    ['intell', 'intel'],
    ['harman', 'harmann'],
    ['amazno', 'amazon'],
  ])('accepts "%s" for "%s"', (typed, meant) => {
    expect(isTypingError(typed, meant)).toBe(true);
  });

  it('accepts a letter doubled in place of another, which is one error', () => {
    expect(errorsIn('matell', 'mattel')).toBe(1);
    expect(isTypingError('matell', 'mattel')).toBe(true);
    expect(errorsIn('mattell', 'mattel')).toBe(1);
    expect(errorsIn('metal', 'mattel')).toBeGreaterThan(1);
  });

  it.each([
    ['banks', 'bank'],
    ['investor', 'invested'],
    ['cider', 'cizer'],
    ['amazo', 'amazon'],
    ['', 'a'],
  ])('rejects "%s" for "%s"', (typed, meant) => {
    expect(isTypingError(typed, meant)).toBe(false);
  });
});
