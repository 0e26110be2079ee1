/**
 * A question that repeats a place, an industry or a round, or lists many, costs about as much as a
 * plain one of its length: it is read, compared with signals, and explained.
 */
import { describe, expect, it } from 'vitest';
import { createExplainRank } from '../../api/signals/ranking/explain.js';
import { createParseQuestion } from '../../api/signals/ranking/parts/parse-question.js';
import type { PreparedQuestion } from '../../api/signals/ranking/prepared-question.js';
import { RANKING } from '../../api/signals/ranking/relevance/constants.js';
import { lateInteraction } from '../../api/signals/ranking/relevance/late-interaction.js';
import { conditionsOf } from '../../api/signals/ranking/store-conditions.js';
import { loadWording } from '../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../shared/platform/embedding/load-word-pieces.js';
import { createReadingEmbedder, fakeTables, piecesOf } from '../fakes/fake-ranking.js';
import { leastCostMs, msSince } from '../helpers/hostile-texts.js';
import { ROWS } from '../helpers/hostile-values.js';

const NOW_MS = Date.parse('2026-06-01T12:00:00Z');
/** The longest question that requests may ask. */
const CHARACTERS = 2_000;
const SIGNALS = 300;
/** How much more a row may cost than a plain question; a quadratic one costs a hundred times. */
const MOST_TIMES = 5;
/** The least time to compare with: less is no more exact than the clock. */
const LEAST_MS = 50;
const PLAIN = 'companies that raised money to build more plants while their rivals close offices ';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const pieces = wordPieces;
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
const embedder = createReadingEmbedder();

const SUMMARIES = Array.from({ length: SIGNALS }, (_, at) => {
  const place = ['Berlin, Germany', 'Paris, France', 'Austin, TX, United States'][at % 3];
  return `Acme ${at} opens an office in ${place} after its Series B. Acme ${at}: software, ${place}.`;
});
const COMPANY = {
  ...{ country: 'DE', employees: { low: null, high: null } },
  industries: ['Software Development', 'Banking', 'Hospitals and Health Care'],
};

/** Returns the processor time for everything that a question costs before and after the store. */
async function costMs(question: string): Promise<number> {
  const text = question.slice(0, CHARACTERS);
  const { states, ...embedded } = await embedder.embedQuestion(text);
  const read = { pieces: piecesOf(text), states };
  const tables = fakeTables(text.split(' '), ['layoff']);
  const signals = SUMMARIES.map((summary) => ({ summary, tokens: piecesOf(summary) }));
  const before = process.cpuUsage();
  const asked = parseQuestion(text, NOW_MS, COMPANY.industries);
  conditionsOf(asked.parts);
  const words = lateInteraction(read, tables, { ...RANKING, ...asked });
  const { vector } = embedded;
  const vectorQuery = { vector, similarityWeight: 1, boosts: new Map(), maxWeight: 2 };
  const prepared: PreparedQuestion = {
    ...{ text, vector, vectorQuery, words, wordsWeight: RANKING.words },
    ...{ readTopics: null, window: 300, conditions: null },
  };
  const explain = createExplainRank(prepared, pieces);
  for (const { summary, tokens } of signals) {
    const facts = { detectedAtMs: NOW_MS, signalType: 'news', subtypeKey: 'acquired' };
    const byWords = words.wordScore(tokens, COMPANY, facts);
    const ids = { signalId: 'id', companyKey: '', contactKey: '', similarity: 0.5, weight: 0.5 };
    const signal = { ...facts, ...ids, tokens, byWords, step: 0, relevance: 0.5, score: 0.5 };
    explain({ signal, summary, company: COMPANY });
  }
  return msSince(before);
}

describe('Hostile question', () => {
  it.each(ROWS)('costs about as much as a plain one: %s', async (row) => {
    // The first question reads the wording.
    await costMs(PLAIN);
    const plainMs = await costMs(PLAIN.repeat(CHARACTERS / PLAIN.length));
    const limitMs = MOST_TIMES * Math.max(LEAST_MS, plainMs);
    const repeated = row.repeat(CHARACTERS / row.length);
    expect(await leastCostMs(limitMs, () => costMs(repeated))).toBeLessThan(limitMs);
  });

  it('asks stores for each phrase once, however often it is repeated', () => {
    const partsOf = (question: string) => parseQuestion(question, NOW_MS).parts;
    const once = conditionsOf(partsOf('banks or hospitals'));
    expect(once?.phrases).toHaveLength(1);
    expect(conditionsOf(partsOf('banks or hospitals or '.repeat(80)))).toEqual(once);
  });
});
