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
  // No amount is above 1,000.
  const sizeOf = ([amount = 0]: readonly number[]) => (amount > 1000 ? undefined : amount);
  const order = { valueOf: sizeOf, tiers: [] };
  return {
    vectorQuery: { similarityWeight: 1, maxWeight: 2, boosts: new Map([['contractwin', 0.4]]) },
    words: {
      ...{
        namesKind: true,
        order,
        wordScore,
        unmetConditions: () => [],
        meetsRequired: () => true,
      },
      detailScore: ([amount = 0]: readonly number[]) => words[amount] ?? 0,
    },
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

it('a superlative leaves out signals that lack a detail of the question', async () => {
  const signals = [signal('state', 4), signal('private', 350)];
  expect(await idsOf(largest({ 4: 0.25, 350: 0.15 }), signals)).toEqual(['state', 'private']);
});

it('a superlative orders all signals of the kind, however relevant they are, and no others', async () => {
  const signals = [
    { ...signal('other', 900), similarity: 0.5 },
    { ...signal('likely', 4), weight: 0.9, similarity: 0.4 },
    { ...signal('middle', 40), weight: 0.5 },
    { ...signal('large', 350), weight: 0.4 },
  ];
  const found = await rank(largest({}), signals, RANKING, readers);
  expect(found.map(({ signalId }) => signalId)).toEqual(['large', 'middle', 'likely', 'other']);
  const scores = found.map(({ score }) => score);
  expect(new Set(scores).size).toBe(signals.length);
});

it('a superlative puts signals without a value after all others of the kind', async () => {
  const signals = [{ ...signal('none', 2000), weight: 0.6 }, signal('small', 4)];
  expect(await idsOf(largest({}), signals)).toEqual(['small', 'none']);
});

it('a superlative leaves signals without a value first if only they have the details', async () => {
  const signals = [
    { ...signal('ministry', 2000), weight: 0.6 },
    signal('large', 350),
    signal('small', 4),
  ];
  const question = largest({ 2000: 0.9, 350: 0.1, 4: 0.1 });
  expect(await idsOf(question, signals)).toEqual(['ministry', 'large', 'small']);
});

it('words of a topic do not tell the kind of a signal that has another subtype', async () => {
  const isTopical = ([amount = 0]: readonly number[]) => ({
    asked: amount === 4 ? 0 : 1,
    denied: 0,
  });
  const question = { ...largest({}), readTopics: isTopical };
  const signals = [
    { ...signal('order', 900), subtypeKey: 'contractloss', weight: 0 },
    { ...signal('unsorted', 350), subtypeKey: 'general', weight: 0 },
    signal('small', 4),
  ];
  expect(await idsOf(question, signals)).toEqual(['unsorted', 'small', 'order']);
});
