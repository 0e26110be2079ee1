/**
 * Finds the candidates of a question: the heaviest signals (highest weight) of all, and the heaviest
 * of those that meet its conditions. Few layoffs are at banks, so a bank's need not be among the former.
 */
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalFilter } from '../../../shared/domain/ports/signal-reader.js';
import type {
  Candidate,
  VectorFilter,
  VectorIndex,
} from '../../../shared/domain/ports/vector-index.js';
import type { PreparedQuestion } from './prepared-question.js';
import type { RankingConstants } from './relevance/constants.js';
import {
  type Attempt,
  attemptsOf,
  filterByFacts,
  filterByPhrases,
  isByCompanyOrContact,
  readCompanyKeys,
  withMissingDetails,
} from './store-conditions.js';

export interface CandidateDeps {
  vectors: VectorIndex;
  constants: RankingConstants;
  identity: Pick<IdentityGraph, 'keysWith'>;
}

interface Candidates {
  /** The heaviest of all, in the order of their weights; at most the window of the question. */
  heaviest: readonly Candidate[];
  /** Those and the heaviest that meet conditions, each once. */
  all: readonly Candidate[];
}

export async function findCandidates(
  question: PreparedQuestion,
  filter: SignalFilter,
  deps: CandidateDeps,
  abandoned?: AbortSignal,
): Promise<Candidates> {
  const { vectorQuery, window } = question;
  const nearest = deps.vectors.nearest(vectorQuery, filter, { limit: window, offset: 0 });
  const [heaviest, meeting] = await Promise.all([
    nearest,
    findMeeting(question, filter, nearest, deps, abandoned),
  ]);
  const all = new Map([...meeting, ...heaviest].map((each) => [each.signalId, each]));
  return { heaviest, all: [...all.values()] };
}

/** Finds signals that meet conditions, until enough are of the asked kind; some occur twice. */
async function findMeeting(
  question: PreparedQuestion,
  filter: SignalFilter,
  heaviest: Promise<readonly Candidate[]>,
  deps: CandidateDeps,
  abandoned: AbortSignal | undefined,
): Promise<readonly Candidate[]> {
  const { sameKindWeight, enoughMatches } = deps.constants;
  if (!question.conditions) return [];
  // All signals of a company with fewer are ranked by their words anyway.
  const isOfSome = isByCompanyOrContact(filter);
  if (isOfSome && (await heaviest).length < question.window) return [];
  const isByDetails = question.conditions.details.length > 0;
  const conditions = isByDetails
    ? withMissingDetails(question.conditions, await heaviest, enoughMatches)
    : question.conditions;
  if (isByDetails && conditions.details.length === 0) return [];
  // The filter already says whose signals are meant.
  const companyKeys = isOfSome ? Promise.resolve([]) : readCompanyKeys(conditions, deps.identity);
  const found: Candidate[] = [];
  for (const attempt of attemptsOf(conditions)) {
    abandoned?.throwIfAborted();
    found.push(...(await findWith(attempt, question, filter, companyKeys, deps)));
    const least = sameKindWeight * ((await heaviest)[0]?.weight ?? 0);
    const sameKindIds = found
      .filter(({ weight }) => weight >= least)
      .map(({ signalId }) => signalId);
    if (new Set(sameKindIds).size >= enoughMatches) break;
  }
  return found;
}

/** Finds signals that meet conditions by stored facts or by what summaries say; some occur twice. */
async function findWith(
  attempt: Attempt,
  { vectorQuery }: PreparedQuestion,
  filter: SignalFilter,
  companyKeys: Promise<readonly string[]>,
  { vectors, constants }: CandidateDeps,
): Promise<readonly Candidate[]> {
  const nearest = (narrowed: VectorFilter | null) =>
    narrowed ? vectors.nearest(vectorQuery, narrowed, { limit: constants.window, offset: 0 }) : [];
  const found = await Promise.all([
    companyKeys.then((keys) => nearest(filterByFacts(attempt, filter, keys))),
    nearest(filterByPhrases(attempt, filter)),
  ]);
  return found.flat();
}
