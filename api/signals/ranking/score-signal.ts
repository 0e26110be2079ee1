/** Scores one signal for a question that was read: by its weight, its words and its topics. Pure. */
import type { CompanyFacts } from '../../../shared/domain/ports/identity-graph.js';
import type { Candidate } from '../../../shared/domain/ports/vector-index.js';
import { SCORE_STEPS, scoreOf } from '../../../shared/domain/score.js';
import type { PreparedQuestion } from './prepared-question.js';
import type { RankingConstants } from './relevance/constants.js';
import type { TopicProbabilities } from './relevance/topic-words.js';

export interface RankedSignal extends Candidate {
  /**
   * 1 for the first signal in the order of the question's superlative, less for each next, 0 for
   * signals that are not in the order.
   */
  superlativeScore?: number;
  /** Job title of the signal's person; only known if the question asks for it. */
  contactTitle?: string | undefined;
  /** The score before it is clamped and rounded. */
  relevance: number;
  /** What its words add to the weight; 0 if its words are not compared. */
  byWords: number;
  /** The relevance from 0 to 1 with four decimals. It never rises from one rank to the next. */
  score: number;
}

/** `company` has the facts of the signal's company, if the question asks for them. */
export function scoreSignal(
  question: PreparedQuestion,
  signal: Candidate & { superlativeScore?: number },
  company: CompanyFacts | undefined,
  constants: RankingConstants,
): RankedSignal {
  const words = question.words?.wordScore(signal.tokens, company, signal) ?? 0;
  const topics = topicsOf(question, signal);
  const points = question.wordsWeight * words + byTopicWords(question, signal, topics, constants);
  // A denial has the words of what it denies.
  const { relevance, byWords, score } = resultOf(question, signal, points * (1 - topics.denied));
  // The spread comes last, because each field after a spread costs a microsecond.
  return { relevance, byWords, score, ...signal };
}

/** Scores a signal by its weight alone, as the store did that sorted it. */
export function scoredByWeight({ vectorQuery }: PreparedQuestion, signal: Candidate): RankedSignal {
  const score = signal.step / SCORE_STEPS;
  return { relevance: signal.weight / vectorQuery.maxWeight, byWords: 0, score, ...signal };
}

/** Adds the words to the weight. No score is below that of the weight alone. */
export function resultOf(
  { vectorQuery }: PreparedQuestion,
  signal: Candidate,
  byWords: number,
): Pick<RankedSignal, 'relevance' | 'byWords' | 'score'> {
  const relevance = (signal.weight + byWords) / vectorQuery.maxWeight;
  return { relevance, byWords, score: Math.max(signal.step / SCORE_STEPS, scoreOf(relevance)) };
}

/**
 * Returns what the words of a signal add because they report topics of the question. What its
 * subtype adds is subtracted: it says the same if the source or the classifier recognized the
 * topic.
 */
export function byTopicWords(
  { vectorQuery }: PreparedQuestion,
  { weight, similarity }: Candidate,
  { asked }: TopicProbabilities,
  constants: RankingConstants,
): number {
  const byTopics = constants.topicWords * asked;
  return Math.max(0, byTopics - (weight - vectorQuery.similarityWeight * similarity));
}

export function topicsOf(
  { readTopics }: PreparedQuestion,
  { tokens, subtypeKey }: Candidate,
): TopicProbabilities {
  return readTopics?.(tokens, subtypeKey) ?? { asked: 0, denied: 0 };
}

/** Compares two signals as clients see them: by score, then newest first, then by id. */
export function byScore(a: RankedSignal, b: RankedSignal): number {
  return b.score - a.score || b.detectedAtMs - a.detectedAtMs || (a.signalId < b.signalId ? -1 : 1);
}
