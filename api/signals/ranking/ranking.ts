/**
 * Ranks signals by relevance to a question, in one way for search and intent and over every store:
 * by meaning (the cosine), subtype (a prior of what the question asks for) and words (late
 * interaction). Stores weigh all signals by meaning and subtype. Words are compared here, only of
 * the candidates: the heaviest signals (highest weight), and the heaviest that meet conditions.
 */
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalFilter, SignalReader } from '../../../shared/domain/ports/signal-reader.js';
import type { Candidate } from '../../../shared/domain/ports/vector-index.js';
import { type CandidateDeps, findCandidates } from './find-candidates.js';
import { createPrepareQuestion, type QuestionDeps, type TextKind } from './prepare-question.js';
import type { PreparedQuestion } from './prepared-question.js';
import { type FactReaders, rank } from './score-candidates.js';
import { byScore, type RankedSignal, scoredByWeight } from './score-signal.js';

export interface RankingDeps extends QuestionDeps, CandidateDeps, FactReaders {
  identity: IdentityGraph;
  signals: SignalReader;
}

export interface Ranking {
  prepare(question: string, kind?: TextKind): Promise<PreparedQuestion>;
  /**
   * Returns the `limit` heaviest signals, ranked by relevance. Rejects when `abandoned` is aborted,
   * as `page` does.
   */
  best(
    question: PreparedQuestion,
    filter: SignalFilter,
    limit: number,
    abandoned?: AbortSignal,
  ): Promise<RankedSignal[]>;
  /**
   * Returns the relevance that the best signals reach, whether or not they meet the filters of the
   * question: the `place`-th highest of the heaviest signals, 0 if there are fewer.
   */
  reach(
    question: PreparedQuestion,
    filter: SignalFilter,
    place: number,
    abandoned?: AbortSignal,
  ): Promise<number>;
  /**
   * Returns a page in the order that clients see (score, then newest, then id). The window and the
   * heaviest signals that meet conditions are ranked by relevance; all others follow by weight.
   */
  page(
    question: PreparedQuestion,
    filter: SignalFilter,
    page: { limit: number; offset: number },
    abandoned?: AbortSignal,
  ): Promise<RankedSignal[]>;
}

export function createRanking(deps: RankingDeps): Ranking {
  const { vectors, constants } = deps;
  const byWeight = async (
    question: PreparedQuestion,
    filter: SignalFilter,
    page: { limit: number; offset: number },
  ): Promise<RankedSignal[]> => {
    const found = await vectors.nearest(question.vectorQuery, filter, page);
    return found.map((each) => scoredByWeight(question, each));
  };
  return {
    prepare: createPrepareQuestion(deps),
    async best(question, filter, limit, abandoned) {
      const found = await vectors.nearest(question.vectorQuery, filter, { limit, offset: 0 });
      return rank(question, found, constants, { ...deps, abandoned });
    },
    async reach(question, filter, place, abandoned) {
      const { vectorQuery, words, window } = question;
      const found = await vectors.nearest(vectorQuery, filter, { limit: window, offset: 0 });
      const unfiltered = { ...question, words: words && { ...words, meetsRequired: () => true } };
      const ranked = await rank(unfiltered, found, constants, { ...deps, abandoned });
      return ranked[place - 1]?.relevance ?? 0;
    },
    // A page has the re-ranked signals first (the window, and those that meet conditions and score
    // above the last of the window), then all others by their weight.
    async page(question, filter, { limit, offset }, abandoned) {
      const { window, conditions } = question;
      if (!conditions && offset >= window) return byWeight(question, filter, { limit, offset });
      const { heaviest, all } = await findCandidates(question, filter, deps, abandoned);
      const ranked = await rank(question, all, constants, { ...deps, abandoned });
      const reranked = withoutLater(question, ranked, heaviest);
      const end = offset + limit;
      const found = reranked.slice(offset, end);
      if (end <= reranked.length || heaviest.length < window) return found;
      const ids = new Set(reranked.map(({ signalId }) => signalId));
      const later = await byWeight(question, filter, { limit: end - window, offset: window });
      const others = later.filter(({ signalId }) => !ids.has(signalId));
      const skipped = Math.max(0, offset - reranked.length);
      return [...found, ...others.slice(skipped, end - reranked.length)];
    },
  };
}

/** Leaves out signals outside the window that score below its last one: they follow by weight. */
function withoutLater(
  question: PreparedQuestion,
  ranked: readonly RankedSignal[],
  heaviest: readonly Candidate[],
): RankedSignal[] {
  const windowIds = new Set(heaviest.map(({ signalId }) => signalId));
  const last = heaviest.at(-1);
  const edge = last && scoredByWeight(question, last);
  return ranked.filter((each) => windowIds.has(each.signalId) || !edge || byScore(each, edge) < 0);
}
