/**
 * Posts that give an opinion about events have the words of these events: "Most stolen records leave
 * through a forgotten login" is no answer to "who was hacked". Pure.
 */
import { OPINION, OPINION_KEY } from '../words/opinion.js';
import type { RankingConstants } from './constants.js';
import type { ReadTopics } from './topic-words.js';

/** A question asks for opinions if their probability is at least this. */
const ASKS_FOR_OPINIONS = 0.22;
/** A question asks for events if a subtype has at least this probability. */
const ASKS_FOR_EVENTS = 0.11;
/** Matches questions that only an opinion answers. */
const ASKED_WHETHER = /^\P{L}*(?:should|why)\b/iu;

/**
 * Returns the share of what the words of an opinion add that does not count. `boosts`: by subtype,
 * what it adds to the weight. `subtypes`: those of the types that the question names, `null` for all.
 */
export function unaskedOpinion(
  text: string,
  {
    boosts,
    subtypes,
  }: { boosts: ReadonlyMap<string, number>; subtypes: ReadonlySet<string> | null },
  { subtype, opinion }: Pick<RankingConstants, 'subtype' | 'opinion'>,
): number {
  if (subtypes?.has(OPINION) || ASKED_WHETHER.test(text)) return 0;
  if (Math.max(0, ...boosts.values()) < ASKS_FOR_EVENTS * subtype) return 0;
  const asked = (boosts.get(OPINION_KEY) ?? 0) / subtype;
  return (1 - opinion) * Math.max(0, 1 - asked / ASKS_FOR_OPINIONS);
}

/** Counts opinions like denials, as far as they are not asked for. */
export function withoutOpinions(read: ReadTopics, unasked: number): ReadTopics {
  return (tokens, subtypeKey) => {
    const topics = read(tokens);
    if (subtypeKey !== OPINION_KEY) return topics;
    return { ...topics, denied: Math.max(topics.denied, unasked) };
  };
}
