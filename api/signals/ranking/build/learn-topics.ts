/**
 * Learns which topic a question asks for, in which direction the vectors of texts about each topic
 * lie, and which words they use. Pure.
 */
import type { Int8Rows } from '../relevance/int8-rows.js';
import type { Topics } from '../relevance/tables.js';
import { GENERAL } from '../relevance/topics.js';
import type { GroupTexts, SubtypeTexts, TopicTexts } from './catalogue-texts.js';
import { learn } from './learn.js';
import { learnTopicWords } from './learn-topic-words.js';

/**
 * Subtypes without topics are labels of their own, so that questions for them do not ask for a
 * topic. `pieces` are the vectors of all word pieces.
 */
export function learnTopics(
  topics: readonly TopicTexts[],
  groups: readonly GroupTexts[],
  catalogue: readonly SubtypeTexts[],
  vectorOf: (text: string) => Float32Array,
  piecesOf: (text: string) => readonly number[],
  pieces: Int8Rows,
): Topics {
  const examplesOf = (texts: readonly string[], label: number) =>
    texts.map((text) => ({ vector: vectorOf(text), label }));
  const withTopics = new Set(topics.map(({ subtype }) => subtype));
  const others = catalogue.filter(({ subtype }) => !withTopics.has(subtype));
  const questionExamples = [...topics, ...others, ...groups].flatMap(({ questions }, at) =>
    examplesOf(questions, at),
  );
  const textExamples = topics.flatMap(({ texts }, at) => examplesOf(texts, at));
  const { weights } = learn(textExamples, topics.length);
  const width = weights.length / topics.length;
  const rowOf = (at: number) => weights.subarray(at * width, (at + 1) * width);
  const directions = topics.map(({ subtype }, topic) => {
    const siblings = topics.flatMap((each, at) =>
      at !== topic && subtype !== GENERAL && each.subtype === subtype ? [rowOf(at)] : [],
    );
    return contrasted(rowOf(topic), siblings);
  });
  return {
    classifier: learn(questionExamples, topics.length + others.length + groups.length),
    directions: Float32Array.from(directions.flatMap((each) => [...each])),
    words: learnTopicWords([...topics, ...others], piecesOf, pieces),
    subtypes: topics.map(({ subtype }) => subtype ?? null),
    denials: topics.flatMap(({ denies }, at) => (denies ? [at] : [])),
    groups: groups.map(({ kinds }) => ({
      kinds: [...topics.map(({ name }) => name), ...others.map(({ subtype }) => subtype)].flatMap(
        (name, at) => (kinds.includes(name) ? [at] : []),
      ),
      subtypes: catalogue
        .map(({ subtype }) => subtype)
        .filter((subtype) => kinds.includes(subtype)),
    })),
  };
}

/**
 * Returns a direction of length 1. What distinguishes a topic from others of its subtype counts
 * twice: that a dividend is raised, not that it is a dividend.
 */
function contrasted(row: Float32Array, siblings: readonly Float32Array[]): Float32Array {
  const sum = row.map((value, at) => {
    const others = siblings.reduce((total, each) => total + (each[at] ?? 0), 0);
    return siblings.length === 0 ? value : 2 * value - others / siblings.length;
  });
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
