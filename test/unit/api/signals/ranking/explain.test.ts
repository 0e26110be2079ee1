/** Explanations: what in a signal matches each part of a question, and where. Needs no model. */
import { describe, expect, it } from 'vitest';
import { createExplainRank } from '../../../../../api/signals/ranking/explain.js';
import { createParseQuestion } from '../../../../../api/signals/ranking/parts/parse-question.js';
import type { PreparedQuestion } from '../../../../../api/signals/ranking/prepared-question.js';
import { RANKING } from '../../../../../api/signals/ranking/relevance/constants.js';
import { lateInteraction } from '../../../../../api/signals/ranking/relevance/late-interaction.js';
import type { RankedSignal } from '../../../../../api/signals/ranking/score-signal.js';
import { loadWording } from '../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../shared/domain/package-root.js';
import type { CompanyFacts } from '../../../../../shared/domain/ports/identity-graph.js';
import { loadBertWordPieces } from '../../../../../shared/platform/embedding/load-word-pieces.js';
import { createReadingEmbedder, fakeTables, piecesOf } from '../../../../fakes/fake-ranking.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const embedder = createReadingEmbedder();
const most = RANKING.meaning + RANKING.subtype + RANKING.words;

interface Given {
  company?: Partial<CompanyFacts>;
  type?: string;
  at?: string;
  contactTitle?: string;
}

/** Explains a signal, if each word piece is similar only to itself. */
async function explanationOf(question: string, summary: string, given: Given = {}) {
  const { type: signalType = 'news', at = '2026-11-01', contactTitle } = given;
  const embedded = await embedder.embedQuestion(question);
  const tables = fakeTables(`${question} ${summary}`.split(' '), ['layoff']);
  const asked = parseQuestion(question, NOW_MS);
  const words = lateInteraction(embedded, tables, { ...RANKING, ...asked });
  const vectorQuery = {
    vector: embedded.vector,
    similarityWeight: RANKING.meaning,
    boosts: new Map(),
    maxWeight: most,
  };
  const { vector } = embedded;
  const read: PreparedQuestion = {
    ...{ text: question, vector, vectorQuery, words },
    ...{ wordsWeight: RANKING.words, readTopics: null, window: 300, conditions: null },
  };
  const company = given.company && {
    ...{ industries: [], country: '', employees: { low: null, high: null } },
    ...given.company,
  };
  const told = {
    ...{ tokens: piecesOf(summary), detectedAtMs: Date.parse(at) },
    ...{ signalType, subtypeKey: 'layoff', contactTitle },
  };
  const byWords = RANKING.words * words.wordScore(told.tokens, company, told);
  const weight = 0.4;
  const relevance = (weight + byWords) / most;
  const ids = { signalId: 'id', subtypeKey: 'layoff', companyKey: '', contactKey: '' };
  const sums = { similarity: 0.5, weight, step: 0, relevance, byWords, score: relevance };
  const signal: RankedSignal = { ...ids, ...told, ...sums };
  const explanation = createExplainRank(read, wordPieces)({ signal, summary, company });
  const { meaning, subtype, words: ofWords, matches } = explanation;
  expect(meaning + subtype + ofWords).toBeCloseTo(relevance, 3);
  for (const { start, end, summary_word: word } of matches) {
    expect(summary.slice(start, end)).toBe(word);
  }
  return explanation;
}

const explained = async (...asked: Parameters<typeof explanationOf>) =>
  (await explanationOf(...asked)).matches;

/** Returns the matches of one word or phrase of the question. */
async function metIn(question: string, phrase: string, summary: string, given?: Given) {
  const matches = await explained(question, summary, given);
  return matches
    .filter(({ query_word: word }) => word === phrase)
    .map(({ summary_word: word, met_by: by }) => [word, by]);
}

describe('Explanation of an amount', () => {
  it.each([
    ['more than 100 employees laid off', 'more than 100', 'X lays off 160 employees', '160'],
    [
      'raised over 50 million dollars',
      'over 50 million',
      'X raised $64.5 million',
      '$64.5 million',
    ],
    [
      'raised between 5 and 20 million',
      'between 5 and 20 million',
      'X raised $7 million',
      '$7 million',
    ],
    [
      'about 200 people laid off',
      'about 200',
      'X with 3 plants lays off 1,220 in 2026 and 210 workers',
      '210',
    ],
    ['layoffs of two hundred people', 'two hundred', 'X lays off 200 people', '200'],
    ['biggest layoffs', 'biggest', 'X lays off 20 people here and 3,000 people there', '3,000'],
    ['biggest layoffs', 'biggest', 'X announces its largest layoffs ever', 'largest'],
  ])('shows its place: "%s" (%s) in "%s"', async (question, phrase, summary, amount) => {
    expect(await metIn(question, phrase, summary)).toEqual([[amount, 'summary']]);
  });

  it('shows no match if the summary contains only an amount outside the bound', async () => {
    const question = 'more than 100 employees laid off';
    expect(await metIn(question, 'more than 100', 'X lays off 60 employees')).toEqual([]);
  });

  it('matches an undisclosed price by absence, only if the summary contains no amount', async () => {
    const question = 'acquisition for an undisclosed price';
    expect(await metIn(question, 'undisclosed', 'X buys Y')).toEqual([['', 'absence']]);
    expect(await metIn(question, 'undisclosed', 'X buys Y for $5 million')).toEqual([]);
  });
});

describe('Explanation of a phrase', () => {
  it.each([
    ['Series B', 'Series B', 'X raised a Series B round', 'Series B'],
    ['raised a Series B or later', 'Series B or later', 'X closed its Series C', 'Series C'],
    [
      'new chief financial officer',
      'chief financial officer',
      'Y is chief financial officer of X',
      'chief financial officer',
    ],
    ['seed funding', 'seed', 'X raised an angel round', 'angel'],
    ['who left Example Works', 'Example Works', 'Y joins X from Example Works', 'Example Works'],
    [
      'layoffs in San Francisco',
      'San Francisco',
      'X lays off 20 in San Francisco',
      'San Francisco',
    ],
  ])('shows the whole phrase: "%s"', async (question, phrase, summary, said) => {
    expect(await metIn(question, phrase, summary)).toEqual([[said, 'summary']]);
  });

  it('shows the whole synonym if the summary uses one', async () => {
    const matches = await explained('redundancies', 'X announces job cuts in Fjordby');
    expect(matches).toContainEqual(
      expect.objectContaining({ query_word: 'redundancies', summary_word: 'job cuts' }),
    );
    // "Off" alone is the same word in both phrases.
    const laidOff = await explained('laid off', 'X is laying off people');
    expect(laidOff.map((each) => [each.query_word, each.summary_word])).toEqual([
      ['laid off', 'laying off'],
    ]);
  });
});

describe('Explanation of single words', () => {
  it('shows those that match, but no word that says little', async () => {
    const matches = await explained('the outages in plants', 'X closes the plants in Fjordby');
    expect(matches.map(({ query_word: word }) => word)).toEqual(['plants']);
  });
});

describe('Explanation of a condition that words do not match', () => {
  const company = { industries: ['Banks'], country: 'DE', employees: { low: 1_001, high: 5_000 } };

  it.each<[string, string, string, Given, string]>([
    ['layoffs in Germany', 'Germany', 'X lays off 20 people', { company }, 'company'],
    ['banks laying off people', 'banks', 'X lays off 20 people', { company }, 'company'],
    ['large companies laying off people', 'large', 'X lays off 20 people', { company }, 'company'],
    [
      'layoffs since October 2026',
      'since October 2026',
      'X lays off 20',
      { at: '2026-10-02' },
      'date',
    ],
    ['latest layoffs', 'latest', 'X lays off 20', { at: '2026-11-20' }, 'date'],
    [
      'LinkedIn posts about layoffs',
      'LinkedIn posts',
      'X lays off 20',
      { type: 'network-post-company' },
      'type',
    ],
    [
      'layoffs outside Germany',
      'Germany',
      'X lays off 20',
      { company: { ...company, country: 'FR' } },
      'company',
    ],
    ['hiring, but not in sales', 'sales', 'X hires engineers', {}, 'absence'],
    [
      'posts by chief technology officers',
      'chief technology officers',
      'Three lessons from running X',
      { contactTitle: 'Chief Technology Officer' },
      'contact',
    ],
  ])('names what matches it, not where: "%s"', async (question, phrase, summary, given, by) => {
    expect(await metIn(question, phrase, summary, given)).toEqual([['', by]]);
  });

  it('also shows the place if the summary contains it', async () => {
    const summary = 'X lays off 20 people in Germany';
    expect(await metIn('layoffs in Germany', 'Germany', summary, { company })).toEqual([
      ['Germany', 'summary'],
    ]);
    const dated = { at: '2026-10-05' };
    const since = 'X lays off 20 people since October';
    expect(await metIn('layoffs since October', 'since October', since, dated)).toEqual([
      ['since October', 'date'],
    ]);
  });

  it('shows no match if the signal does not meet the condition', async () => {
    const french = { company: { ...company, country: 'FR' } };
    expect(await metIn('layoffs in Germany', 'Germany', 'X lays off 20', french)).toEqual([]);
    const early = { at: '2026-01-02' };
    expect(await explained('layoffs since October 2026', 'X cuts 20', early)).not.toContainEqual(
      expect.objectContaining({ met_by: 'date' }),
    );
    expect(await metIn('hiring not in sales', 'sales', 'X hires in sales')).toEqual([]);
  });
});

describe('The conditions that a signal does not meet', () => {
  const unmetBy = async (question: string, summary: string, given?: Given) =>
    (await explanationOf(question, summary, given)).unmet;
  const french = { company: { country: 'FR', industries: ['Banking'] } };

  it.each([
    ['layoffs of more than 200 people in Ohio', 'X lays off 300 people in Akron, Ohio', []],
    ['layoffs of more than 200 people in Ohio', 'X lays off 300 people in Reno, Nevada', ['Ohio']],
    [
      'layoffs of more than 200 people in Ohio',
      'X lays off 20 people in Reno, Nevada',
      ['more than 200', 'Ohio'],
    ],
    ['layoffs since October 2026', 'X cuts 20 jobs', ['since October 2026']],
    ['layoffs at banks in Germany', 'X cuts 20 jobs', ['Germany']],
    ['layoffs except in banks', 'X cuts 20 jobs', []],
    ['layoffs', 'X opens an office', []],
  ])('of "%s" in "%s" are %j', async (question, summary, unmet) => {
    const given = { ...french, at: '2026-01-02' };
    expect((await unmetBy(question, summary, given)).sort()).toEqual(unmet.toSorted());
  });
});
