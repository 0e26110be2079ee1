/**
 * Measures how well search finds what is meant (`npm run evaluate`): compares the product's answers
 * to judged questions with those of the cosine alone, of BM25, and of the constants before their
 * last change. `--questions` also prints the first five answers to each question; `--tuned` only
 * reports the half of the questions that may be looked at.
 */

import { createQuestionReaders } from '../../api/signals/ranking/app-ranking.js';
import type { Ranking } from '../../api/signals/ranking/ranking.js';
import { RANKING, type RankingConstants } from '../../api/signals/ranking/relevance/constants.js';
import { bundledModel } from '../../shared/domain/package-root.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { loadBertWordPieces } from '../../shared/platform/embedding/load-word-pieces.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { rankingOf } from '../helpers/ranking-of.js';
import { startTestService, type TestService } from '../helpers/test-service.js';
import { createBm25 } from './bm25.js';
import { EARLIER } from './earlier-constants.js';
import {
  demoEvents,
  inventedEvents,
  isIn,
  type JudgedQuestion,
  judgedQuestions,
  type StoredText,
  translatedQuestions,
} from './judged.js';
import { meanOf, pairedInterval, type Quality, qualityOf, RIGHT } from './measures.js';

type Method = (question: JudgedQuestion) => Promise<string[]>;

const SHOWN = 10;
const MODEL = bundledModel();
const embedder = await createEmbedder({
  model: MODEL,
  logger: createLogger('silent'),
});
const service = await startTestService({ embedder });
try {
  await service.load(demoEvents());
  await service.load(inventedEvents());
  await report(service);
} finally {
  await service.stop();
  await embedder.close();
}

async function report({ clickhouse, stores }: TestService): Promise<void> {
  const stored = await clickhouse.rows<StoredText>(
    `SELECT toString(signal_id) AS id, event_id AS eventId,
       toUnixTimestamp64Milli(detected_at) AS atMs, summary,
       concat(arrayStringConcat(industries, ', '), ' ', country) AS company
     FROM (SELECT * FROM signals FINAL) AS signals
     LEFT JOIN (SELECT company_key, country FROM companies FINAL) AS companies USING company_key`,
  );
  const questions = judgedQuestions(stored);
  for (const { query, grades } of questions) {
    if (![...grades.values()].includes(RIGHT)) throw new Error(`nothing answers "${query}"`);
  }
  const product = await measure(questions, rankedBy(todaysRanking(stores)));
  const others: [string, Quality[]][] = [
    ['cosine alone', await measure(questions, rankedBy(cosineOver(stores)))],
    ['BM25', await measure(questions, bm25Over(stored))],
    ['earlier constants', await measure(questions, rankedBy(earlierRanking(stores)))],
  ];
  if (process.argv.includes('--questions')) await printQuestions(questions, product, stored);
  for (const isHeldOut of process.argv.includes('--tuned') ? [false] : [false, true]) {
    const only = (all: readonly Quality[]) =>
      all.filter((_, at) => questions[at]?.isHeldOut === isHeldOut);
    printHalf(isHeldOut ? 'held-out' : 'tuned', only(product), others, only);
    await printLanguages(questions, isHeldOut, stores);
  }
}

/** Prints how much is lost when questions of one half are asked in other languages. */
async function printLanguages(
  questions: readonly JudgedQuestion[],
  isHeldOut: boolean,
  stores: Stores,
): Promise<void> {
  const translated = translatedQuestions(questions, isHeldOut);
  const languages = [...new Set(translated.map(({ language }) => language))];
  const ask = (ranking: Ranking) =>
    measure(
      translated.map(({ question }) => question),
      rankedBy(ranking),
    );
  const product = await ask(todaysRanking(stores));
  const half = isHeldOut ? 'held-out' : 'tuned';
  print(`${translated.length} questions of the ${half} half in ${languages.join(', ')}`);
  print(lineOf('product', product));
  for (const language of languages) {
    const own = product.filter((_, at) => translated[at]?.language === language);
    print(lineOf(`  ${language}`, own));
  }
  print(lineOf('cosine alone', await ask(cosineOver(stores))));
  const english = translated.map((each) => each.english);
  print(lineOf('in English', await measure(english, rankedBy(todaysRanking(stores)))));
}

type Stores = TestService['stores'];

function todaysRanking(stores: Stores): Ranking {
  return rankingWith(stores, RANKING);
}

function earlierRanking(stores: Stores): Ranking {
  return rankingWith(stores, EARLIER);
}

function rankingWith(stores: Stores, constants: RankingConstants): Ranking {
  const readers = createQuestionReaders(loadBertWordPieces(MODEL), constants);
  return rankingOf(embedder, stores, { constants, ...readers });
}

/** Ranks by the cosine alone, as for a model without tables, with the question as it is written. */
function cosineOver(stores: Stores): Ranking {
  const ranking = rankingOf(embedder, stores, {
    constants: { ...RANKING, subtype: 0, words: 0, window: 1 },
  });
  return {
    ...ranking,
    async prepare(question) {
      const { vector } = await embedder.embedQuestion(question);
      return {
        text: question,
        vector,
        vectorQuery: { vector, similarityWeight: 1, boosts: new Map(), maxWeight: 1 },
        words: null,
        wordsWeight: 0,
        readTopics: null,
        window: 1,
        conditions: null,
      };
    },
  };
}

function rankedBy(ranking: Ranking): Method {
  return async ({ query, filter }) => {
    const question = await ranking.prepare(query);
    const found = await ranking.page(question, filter, { limit: SHOWN, offset: 0 });
    return found.map(({ signalId }) => signalId);
  };
}

function bm25Over(stored: readonly StoredText[]): Method {
  return async ({ query, filter }) => {
    const texts = stored.filter(({ atMs }) => isIn(filter, atMs));
    const scores = createBm25(texts.map(({ summary }) => summary)).scores(query);
    return texts
      .map(({ id, atMs }, at) => ({ id, atMs, score: scores[at] ?? 0 }))
      .sort((a, b) => b.score - a.score || b.atMs - a.atMs || (a.id < b.id ? -1 : 1))
      .slice(0, SHOWN)
      .map(({ id }) => id);
  };
}

async function measure(questions: readonly JudgedQuestion[], method: Method): Promise<Quality[]> {
  const qualities: Quality[] = [];
  for (const question of questions) {
    qualities.push(qualityOf(await method(question), question.grades));
  }
  return qualities;
}

function printHalf(
  half: string,
  product: readonly Quality[],
  others: readonly [string, Quality[]][],
  only: (all: readonly Quality[]) => Quality[],
): void {
  const ndcg = (all: readonly Quality[]) => all.map((each) => each.ndcg);
  print(`${product.length} questions, ${half} half`);
  print(lineOf('product', product));
  for (const [name, all] of others) {
    const { mean, low, high } = pairedInterval(ndcg(product), ndcg(only(all)));
    const interval = `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
    print(`${lineOf(name, only(all))}  product is better by ${mean.toFixed(3)} ${interval}`);
  }
}

function lineOf(name: string, all: readonly Quality[]): string {
  const ndcg = meanOf(all.map((each) => each.ndcg)).toFixed(3);
  const precision = meanOf(all.map((each) => each.precision)).toFixed(3);
  return `  ${name.padEnd(18)} nDCG@10 ${ndcg}  P@5 ${precision}`;
}

async function printQuestions(
  questions: readonly JudgedQuestion[],
  product: readonly Quality[],
  stored: readonly StoredText[],
): Promise<void> {
  const method = rankedBy(todaysRanking(service.stores));
  const summaries = new Map(stored.map(({ id, summary }) => [id, summary]));
  for (const [at, question] of questions.entries()) {
    if (question.isHeldOut) continue;
    const { ndcg, precision } = product[at] ?? { ndcg: 0, precision: 0 };
    print(`${question.query}  ${ndcg.toFixed(2)} ${precision.toFixed(2)}`);
    for (const id of (await method(question)).slice(0, 5)) {
      print(`    ${question.grades.get(id) ?? 0} ${summaries.get(id)?.slice(0, 100)}`);
    }
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
