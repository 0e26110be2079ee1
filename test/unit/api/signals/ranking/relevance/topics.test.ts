/** Which topics a question asks for, according to learned weights. */
import { describe, expect, it } from 'vitest';
import {
  catalogueTexts,
  groupTexts,
  topicTexts,
} from '../../../../../../api/signals/ranking/build/catalogue-texts.js';
import { learnTopics } from '../../../../../../api/signals/ranking/build/learn-topics.js';
import { Int8Rows } from '../../../../../../api/signals/ranking/relevance/int8-rows.js';
import { loadRankingTables } from '../../../../../../api/signals/ranking/relevance/tables.js';
import { askedTopics } from '../../../../../../api/signals/ranking/relevance/topics.js';
import { dotProduct } from '../../../../../../shared/domain/vectors.js';

const { topics, dimension } = loadRankingTables();

const rowOf = (rows: Float32Array, at: number) =>
  rows.subarray(at * dimension, (at + 1) * dimension);

/** Returns the vector of a question that asks for this kind only. */
function questionFor(kind: number): Float32Array {
  const row = rowOf(topics.classifier.weights, kind);
  const length = Math.hypot(...row);
  return row.map((value) => value / length);
}

describe('Topics of a question', () => {
  it('turn its vector most towards the texts of the topic that it asks for', () => {
    expect(topics.subtypes).toHaveLength(topicTexts().length);
    for (const own of topics.subtypes.keys()) {
      const { direction } = askedTopics(questionFor(own), topics);
      const likeness = [...topics.subtypes.keys()].map((at) =>
        dotProduct(direction, rowOf(topics.directions, at)),
      );
      expect(likeness.indexOf(Math.max(...likeness))).toBe(own);
    }
  });

  it('hardly turn the vector of a question that asks for a subtype without topics', () => {
    const kinds = topics.classifier.biases.length - topics.groups.length;
    for (let kind = topics.subtypes.length; kind < kinds; kind += 1) {
      const { direction } = askedTopics(questionFor(kind), topics);
      expect(Math.hypot(...direction)).toBeLessThan(0.5);
    }
  });

  it('have groups that contain only existing topics and subtypes', () => {
    const names = [
      ...topicTexts().map(({ name }) => name),
      ...catalogueTexts().map(({ subtype }) => subtype),
    ];
    for (const { kinds, questions } of groupTexts()) {
      expect(names).toEqual(expect.arrayContaining(kinds));
      expect(questions.length).toBeGreaterThan(0);
    }
    expect(topics.groups).toHaveLength(groupTexts().length);
  });

  it('include all topics and subtypes of a group that the question names', () => {
    const kinds = topics.classifier.biases.length - topics.groups.length;
    for (const [place, group] of topics.groups.entries()) {
      const { chances, grouped } = askedTopics(questionFor(kinds + place), topics);
      for (const kind of group.kinds) expect(chances[kind]).toBeGreaterThan(0.5);
      for (const subtype of group.subtypes) expect(grouped.get(subtype)).toBeGreaterThan(0.5);
      expect(Math.max(...chances)).toBeLessThanOrEqual(1);
    }
  });

  it('include how likely it asks for news without a subtype of their own', () => {
    const unsortedOf = (subtype: string) =>
      askedTopics(questionFor(topics.subtypes.indexOf(subtype)), topics).general;
    expect(unsortedOf('general')).toBeGreaterThan(0.9);
    expect(unsortedOf('dividend')).toBeLessThan(0.1);
  });
});

describe('learnTopics', () => {
  const vectors: Record<string, readonly number[]> = {
    raised: [1, 0.4, 0],
    cut: [1, -0.4, 0],
    strike: [0, 0, 1],
    job: [-1, 0, 0],
    payouts: [0, -1, 0],
  };
  const vectorOf = (text: string) => Float32Array.from(vectors[text] ?? []);
  const piecesOf = (text: string) => [Object.keys(vectors).indexOf(text)];
  const topic = (subtype: string, text: string) => ({
    name: text,
    subtype,
    questions: [text],
    texts: [text],
  });
  const learned = learnTopics(
    [topic('dividend', 'raised'), topic('dividend', 'cut'), topic('general', 'strike')],
    [{ kinds: ['raised', 'cut', 'jobPosting'], questions: ['payouts'] }],
    [
      { subtype: 'dividend', texts: [], questions: ['raised', 'cut'], plain: [], translated: [] },
      { subtype: 'jobPosting', texts: [], questions: ['job'], plain: [], translated: [] },
    ],
    vectorOf,
    piecesOf,
    new Int8Rows(new Int8Array(Object.keys(vectors).length), 1),
  );

  it('separates topics of the same subtype', () => {
    const row = (at: number) => learned.directions.subarray(at * 3, (at + 1) * 3);
    expect(dotProduct(row(0), vectorOf('raised'))).toBeGreaterThan(0.3);
    expect(dotProduct(row(0), vectorOf('cut'))).toBeLessThan(0);
    for (const at of [0, 1, 2]) expect(Math.hypot(...row(at))).toBeCloseTo(1, 5);
  });

  it('assigns each question to its topic, its subtype or its group', () => {
    const likeliest = (text: string) => {
      const sums = [...learned.classifier.biases].map(
        (bias, at) =>
          bias +
          dotProduct(vectorOf(text), learned.classifier.weights.subarray(at * 3, (at + 1) * 3)),
      );
      return sums.indexOf(Math.max(...sums));
    };
    expect(['raised', 'cut', 'strike', 'job', 'payouts'].map(likeliest)).toEqual([0, 1, 2, 3, 4]);
  });

  it('resolves the names in a group to topics and subtypes', () => {
    expect(learned.groups).toEqual([{ kinds: [0, 1, 3], subtypes: ['jobPosting'] }]);
  });
});
