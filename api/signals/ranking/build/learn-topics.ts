/** Learns which topic a question asks for, and in which direction the vectors of texts lie that tell of it. Pure. */
import type { Topics } from '../relevance/tables.js';
import type { SubtypeTexts, TopicTexts } from './catalogue-texts.js';
import { learn } from './learn.js';

/** A question that asks for a subtype without topics asks for no topic. */
export function learnTopics(
  topics: readonly TopicTexts[],
  catalogue: readonly SubtypeTexts[],
  vectorOf: (text: string) => Float32Array,
): Topics {
  const examples = (texts: readonly string[], label: number) =>
    texts.map((text) => ({ vector: vectorOf(text), label }));
  const withTopics = new Set(topics.map(({ subtype }) => subtype));
  const others = catalogue.filter(({ subtype }) => !withTopics.has(subtype));
  const asked = [...topics, ...others].flatMap(({ questions }, at) => examples(questions, at));
  const told = topics.flatMap(({ texts }, at) => examples(texts, at));
  const { weights } = learn(told, topics.length);
  const dimension = weights.length / topics.length;
  return {
    asked: learn(asked, topics.length + others.length),
    told: weights.map((value, at) => {
      const start = at - (at % dimension);
      return value / Math.hypot(...weights.subarray(start, start + dimension));
    }),
  };
}
