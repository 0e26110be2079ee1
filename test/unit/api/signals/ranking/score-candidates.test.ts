/** Which signals a superlative puts in order. */
import { expect, it } from 'vitest';
import type { PreparedQuestion } from '../../../../../api/signals/ranking/prepared-question.js';
import { RANKING } from '../../../../../api/signals/ranking/relevance/constants.js';
import { rank } from '../../../../../api/signals/ranking/score-candidates.js';
import type { Candidate } from '../../../../../shared/domain/ports/vector-index.js';

/** The signal's only token stands for its amount, and for how well its words match. */
const signal = (signalId: string, amount: number): Candidate => ({
  signalId,
  companyKey: '',
  contactKey: '',
  detectedAtMs: 0,
  signalType: 'news',
  subtypeKey: 'contractwin',
  tokens: [amount],
  similarity: 0,
  weight: 0.5,
  step: 0,
});

/** Asks for the largest amount; `words` are the scores by words, keyed by amount. */
const largest = (words: Readonly<Record<number, number>>) => {
  const wordScore: NonNullable<PreparedQuestion['words']>['wordScore'] = ([amount = 0], _, facts) =>
    (words[amount] ?? 0) + (facts?.superlativeScore ?? 0) / 2;
  const order = { valueOf: ([amount]: readonly number[]) => amount, tiers: [] };
  return {
    vectorQuery: { similarityWeight: 1, maxWeight: 2 },
    words: { order, wordScore, meetsConditions: () => true, meetsRequired: () => true },
    wordsWeight: RANKING.words,
  } as unknown as PreparedQuestion;
};

const readers = {
  identity: { facts: async () => new Map() },
  signals: { titles: async () => new Map() },
};
const idsOf = async (question: PreparedQuestion, signals: readonly Candidate[]) =>
  (await rank(question, signals, RANKING, readers)).map(({ signalId }) => signalId);

it('a superlative orders signals that match the other words about as well as the best', async () => {
  const signals = [signal('small', 4), signal('large', 350)];
  expect(await idsOf(largest({ 4: 0.25, 350: 0.23 }), signals)).toEqual(['large', 'small']);
});

it('a superlative leaves out signals that lack a word of the question', async () => {
  const signals = [signal('state', 4), signal('private', 350)];
  expect(await idsOf(largest({ 4: 0.25, 350: 0.15 }), signals)).toEqual(['state', 'private']);
});
