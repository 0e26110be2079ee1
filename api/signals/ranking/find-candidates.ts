/**
 * Finds the candidates of a question: the heaviest signals (highest weight) of all, and the heaviest
 * of those that meet its conditions. Few layoffs are at banks, so a bank's need not be among the former.
 */
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalFilter } from '../../../shared/domain/ports/signal-reader.js';
import type {
  VectorFilter,
  VectorIndex,
  WeighedSignal,
} from '../../../shared/domain/ports/vector-index.js';
import { type Attempt, attemptsOf, howManySay, narrowedFilter, sayingFilter } from './narrowed.js';
import type { ReadQuestion } from './rank.js';
import type { RankingConstants } from './relevance/constants.js';

export interface CandidateDeps {
  vectors: VectorIndex;
  constants: RankingConstants;
  identity: Pick<IdentityGraph, 'keysWith'>;
}

export interface Candidates {
  /** The heaviest of all, in the order of their weights; at most the window of the question. */
  heaviest: readonly WeighedSignal[];
  /** Those and the heaviest that meet conditions, each once. */
  all: readonly WeighedSignal[];
}

export type FindCandidates = (question: ReadQuestion, filter: SignalFilter) => Promise<Candidates>;

export function createFindCandidates(deps: CandidateDeps): FindCandidates {
  const { vectors } = deps;
  return async (question, filter) => {
    const { weighed, window } = question;
    const nearest = vectors.nearest(weighed, filter, { limit: window, offset: 0 });
    const [heaviest, meeting] = await Promise.all([
      nearest,
      findMeeting(question, filter, nearest, deps),
    ]);
    const all = new Map([...meeting, ...heaviest].map((each) => [each.signalId, each]));
    return { heaviest, all: [...all.values()] };
  };
}

/** Finds signals that meet conditions, until enough are of the asked kind; some occur twice. */
async function findMeeting(
  question: ReadQuestion,
  filter: SignalFilter,
  heaviest: Promise<readonly WeighedSignal[]>,
  deps: CandidateDeps,
): Promise<readonly WeighedSignal[]> {
  const { narrowing } = question;
  const { kindWeight, fewMeeting } = deps.constants;
  if (!narrowing) return [];
  if (narrowing.isDetail && howManySay(await heaviest, narrowing) >= fewMeeting) return [];
  let keys: ReturnType<IdentityGraph['keysWith']> | undefined;
  // All attempts ask for the same places and industries, so the keys are read once.
  const identity: CandidateDeps['identity'] = {
    keysWith: (...asked) => (keys ??= deps.identity.keysWith(...asked)),
  };
  const found: WeighedSignal[] = [];
  for (const attempt of attemptsOf(narrowing)) {
    found.push(...(await findWith(attempt, question, filter, { ...deps, identity })));
    const least = kindWeight * ((await heaviest)[0]?.weight ?? 0);
    const ofKind = found.filter(({ weight }) => weight >= least).map(({ signalId }) => signalId);
    if (new Set(ofKind).size >= fewMeeting) break;
  }
  return found;
}

/** Finds signals that meet conditions by stored facts or by what summaries say; some occur twice. */
async function findWith(
  attempt: Attempt,
  { weighed }: ReadQuestion,
  filter: SignalFilter,
  { vectors, constants, identity }: CandidateDeps,
): Promise<readonly WeighedSignal[]> {
  const nearest = (narrowed: VectorFilter | null) =>
    narrowed ? vectors.nearest(weighed, narrowed, { limit: constants.window, offset: 0 }) : [];
  const found = await Promise.all([
    narrowedFilter(attempt, filter, identity).then(nearest),
    nearest(sayingFilter(attempt, filter)),
  ]);
  return found.flat();
}
