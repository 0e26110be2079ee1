/** How likely the words of a text indicate a topic, learned from example texts. */
import { describe, expect, it } from 'vitest';
import { topicTexts } from '../../../../../../api/signals/ranking/build/catalogue-texts.js';
import { learnTopicWords } from '../../../../../../api/signals/ranking/build/learn-topic-words.js';
import { Int8Rows } from '../../../../../../api/signals/ranking/relevance/int8-rows.js';
import { loadRankingTables } from '../../../../../../api/signals/ranking/relevance/tables.js';
import { TopicWords } from '../../../../../../api/signals/ranking/relevance/topic-words.js';
import { WordWeights } from '../../../../../../api/signals/ranking/relevance/word-weights.js';
import { createClauseFinder } from '../../../../../../api/signals/ranking/words/clauses.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const STRIKE = [11, 12, 13];
const RECALL = [21, 22, 23];
const ANY = 1;

/** Returns a topic with three texts of word pieces, of which every two share one. */
function topicOf([a, b, c]: readonly number[]) {
  const texts = [
    [a, b],
    [b, c],
    [c, a],
  ];
  return { questions: [], texts: texts.map((pieces) => [ANY, ...pieces].join(' ')) };
}

/** Words of no text: one is similar to the words of strikes, one to those of recalls. */
const LIKE_STRIKE = 14;
const LIKE_RECALL = 24;
const PIECES = 100;

/** A row of two numbers for each piece. */
const vectors = new Int8Rows(new Int8Array(2 * PIECES), 2);
for (const piece of [...STRIKE, LIKE_STRIKE]) vectors.numbers[2 * piece] = 127;
for (const piece of [...RECALL, LIKE_RECALL]) vectors.numbers[2 * piece + 1] = 127;

describe('Topic words', () => {
  const words = learnTopicWords(
    [topicOf(STRIKE), { questions: [], texts: [] }, topicOf(RECALL)].map((each) => ({
      ...each,
      texts: each.texts.flatMap((text) => [text, text]),
    })),
    (text) => text.split(' ').map(Number),
    vectors,
  );
  const askedFor = (...chances: number[]) => {
    const read = words.createReader(chances, []);
    return (tokens: readonly number[]) => read(tokens).asked;
  };
  const strikes = askedFor(1, 0, 0);

  it('indicate the topic whose texts contain them', () => {
    expect(strikes([ANY, 11])).toBeGreaterThan(0.8);
    expect(strikes([ANY, 21])).toBeLessThan(0.2);
  });

  it('count for each topic by how likely the question asks for it', () => {
    const both = askedFor(0.5, 0, 0.25);
    expect(both([ANY, 11])).toBeCloseTo(
      0.5 * strikes([ANY, 11]) + 0.25 * askedFor(0, 0, 1)([ANY, 11]),
      9,
    );
  });

  it('count once, in any order', () => {
    expect(strikes([11, ANY, 11])).toBe(strikes([ANY, 11]));
  });

  it('indicate a topic if they are similar to words of its texts', () => {
    expect(strikes([ANY, LIKE_STRIKE])).toBeGreaterThan(0.8);
    expect(strikes([ANY, LIKE_RECALL])).toBeLessThan(0.2);
  });

  it('have no effect if they are not similar to any learned word', () => {
    expect(strikes([99])).toBe(strikes([]));
    expect(strikes([PIECES + 1])).toBe(strikes([]));
    expect(strikes([])).toBeLessThan(0.6);
  });

  it('indicate a denial, unless the question asks for denials', () => {
    const deniedBy = (...chances: number[]) => words.createReader(chances, [2])([ANY, 21]).denied;
    expect(deniedBy(1, 0, 0)).toBeGreaterThan(0.8);
    expect(deniedBy(0.8, 0, 0.2)).toBeLessThan(0.3);
    expect(deniedBy(0.5, 0, 0.5)).toBe(0);
    expect(words.createReader([1, 0, 0], [2])([ANY, 11]).denied).toBeLessThan(0.2);
  });

  it('deny for certain with a phrase of denials, unless the question asks for denials', () => {
    const findDenial = (tokens: readonly number[]) => {
      const at = tokens.indexOf(99);
      return at < 0 ? undefined : { at, end: at + 1 };
    };
    const deniedBy = (tokens: number[], ...chances: number[]) =>
      words.createReader(chances, [2], { findDenial })(tokens).denied;
    expect(deniedBy([ANY, 11, 99], 1, 0, 0)).toBe(1);
    expect(deniedBy([ANY, 11], 1, 0, 0)).toBeLessThan(0.2);
    expect(deniedBy([ANY, 11, 99], 0.5, 0, 0.5)).toBe(0);
  });

  it('count less if only a clause of the text reports the topic', () => {
    const findClauses = (tokens: readonly number[]) => {
      const at = tokens.indexOf(99);
      return at < 0 ? [] : [tokens.slice(0, at), tokens.slice(at + 1)];
    };
    const read = words.createReader([1, 0, 0], [], { findClauses });
    const both = [11, 99, 21, LIKE_RECALL];
    expect(strikes(both)).toBeLessThan(0.5);
    expect(read(both).asked).toBeGreaterThan(strikes(both));
    expect(read(both).asked).toBeLessThan(strikes([11]));
    expect(read([11]).asked).toBe(strikes([11]));
  });

  it('score 0 without topics', () => {
    const rows = new Int8Rows(new Int8Array(), 0);
    const none = new WordWeights({ pieces: new Uint16Array(), rows, unit: 1 });
    expect(new TopicWords(none, new Float32Array()).createReader([], [])([11])).toEqual({
      asked: 0,
      denied: 0,
    });
  });
});

describe('Topic words of the bundled model', () => {
  const { topics } = loadRankingTables();
  const wordPieces = loadBertWordPieces(bundledModel());

  /** The chance of each topic. */
  function chancesOf(text: string): number[] {
    const pieces = wordPieces?.pieces(text) ?? [];
    const all = topicTexts();
    return all.map((_, topic) => {
      const chances = all.map((__, at) => Number(at === topic));
      return topics.words.createReader(chances, [])(pieces).asked;
    });
  }

  const topicWith = (question: string) =>
    topicTexts().findIndex(({ questions }) => questions.includes(question));

  it.each([
    ['strike', 'Pilots of Norwind walk out for two days'],
    ['recall', 'Brightpan asks customers to return kettles that may catch fire'],
    ['philanthropy', 'Tamber Tools gives 2,000 coats to a shelter for the homeless in Leeds'],
  ])('recognise %s in a text that was not used for learning: "%s"', (question, text) => {
    const topic = topicWith(question);
    expect(topic).toBeGreaterThanOrEqual(0);
    const chances = chancesOf(text);
    expect(chances[topic]).toBe(Math.max(...chances));
    expect(chances[topic]).toBeGreaterThan(0.3);
    expect(chancesOf('Quillby Foods opens an office in Lyon')[topic]).toBeLessThan(0.05);
  });

  it('recognise a topic that only a clause reports', () => {
    if (!wordPieces) throw new Error('the bundled model has no word pieces');
    const chances = topicTexts().map(({ questions }) => Number(questions.includes('bond issue')));
    const text = 'To fund its purchase of a rival, Example Foods sold bonds worth $40 million';
    const pieces = wordPieces.pieces(text);
    const findClauses = createClauseFinder(wordPieces);
    expect(topics.words.createReader(chances, [])(pieces).asked).toBeLessThan(0.1);
    expect(topics.words.createReader(chances, [], { findClauses })(pieces).asked).toBeGreaterThan(
      0.5,
    );
  });
});
