/**
 * Finds companies or people with intent: groups the most relevant signals of the look-back period
 * by company or person, removes near-duplicates, and scores and ranks the groups.
 */
import { inSlices } from '../../shared/domain/concurrency/in-slices.js';
import { groupBy } from '../../shared/domain/group-by.js';
import { sumCounts } from '../../shared/domain/normalise/sum-counts.js';
import type { SignalFilter, SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type {
  IntentCompaniesRequest,
  IntentFilters,
} from '../../shared/domain/schemas/types.generated.js';
import { DAY_MS } from '../../shared/domain/time.js';
import { dotProduct } from '../../shared/domain/vectors.js';
import { searchFilter } from '../signals/filters.js';
import type { PreparedQuestion } from '../signals/ranking/prepared-question.js';
import type { Ranking } from '../signals/ranking/ranking.js';
import type { RankedSignal } from '../signals/ranking/score-candidates.js';
import { type IntentConstants, intentModelName } from './constants.js';
import {
  type ExplainedSignal,
  type IntentSignal,
  mayRepeat,
  rounded,
  scoreIntent,
  withoutDuplicates,
} from './score-intent.js';

export interface IntentDeps {
  ranking: Ranking;
  signals: Pick<SignalReader, 'vectors'>;
  intentConstants: IntentConstants;
}

export type IntentQuestion = Omit<IntentCompaniesRequest, 'domains'>;

export interface ScoredEntity {
  key: string;
  score: number;
  /** The number of relevant signals of each type, without near-duplicates. */
  counts: Record<string, number>;
  count: number;
  latestMs: number;
  explanation: ExplainedSignal[];
}

export interface IntentAnswer {
  model: string;
  /** How many reach the minimum. Beyond the page, near-duplicates may count as signals. */
  total: number;
  /** At most `limit` entities, best first. */
  page: ScoredEntity[];
  /** By key: the scored entities, also below the minimum. Requested ones with signals are scored. */
  scored: ReadonlyMap<string, ScoredEntity>;
}

/**
 * Finds the companies or people with the highest scores. `requested` limits the search to some of
 * them, each given by its keys, of which the first is its key in the answer; `null` searches all.
 */
export async function findIntent(
  deps: IntentDeps,
  kind: 'company' | 'contact',
  question: IntentQuestion,
  nowMs: number,
  requested: readonly (readonly [string, ...string[]])[] | null,
): Promise<IntentAnswer> {
  const { ranking, intentConstants } = deps;
  const filter = intentFilter(question.filters ?? {}, intentConstants, nowMs, kind, requested);
  const prepared = await ranking.prepare(question.query);
  const ranked = await ranking.best(prepared, filter, intentConstants.window);
  const firstKeys = new Map(requested?.flatMap((keys) => keys.map((key) => [key, keys[0]])));
  const keyOf = ({ companyKey, contactKey }: RankedSignal) => {
    const key = kind === 'company' ? companyKey : contactKey;
    return firstKeys.get(key) ?? key;
  };
  const groups = groupBy(await relevantOf(ranked, prepared, intentConstants), keyOf);
  const entities = await inSlices(groups, ([key, group]) =>
    entityOf(key, group, question, nowMs, intentConstants),
  );
  entities.sort((a, b) => Number(b.reachesMinimum) - Number(a.reachesMinimum) || byScore(a, b));
  const scores = await scoreBest(deps, entities, question, nowMs, requested !== null);
  const { scored, best, unscored } = scores;
  return {
    model: intentModelName(intentConstants),
    total: best.length + unscored.filter((each) => each.reachesMinimum).length,
    page: await withCosines(deps, best.slice(0, question.limit), prepared.vector),
    scored,
  };
}

/** The number of entities that are scored at once even for a short page: nearly always enough. */
const MIN_SCORED_AT_ONCE = 50;

/**
 * Scores entities without near-duplicates, best first, until no further one can reach the page, or
 * all of them if `scoresAll` is true. `best` has those that reach the minimum, best first.
 */
async function scoreBest(
  deps: IntentDeps,
  entities: readonly IntentEntity[],
  question: IntentQuestion,
  nowMs: number,
  scoresAll: boolean,
): Promise<{ scored: Map<string, ScoredEntity>; best: ScoredEntity[]; unscored: IntentEntity[] }> {
  const scored = new Map<string, ScoredEntity>();
  let best: ScoredEntity[] = [];
  const step = scoresAll ? entities.length : Math.max(question.limit, MIN_SCORED_AT_ONCE);
  let at = 0;
  while (entities[at] && (scoresAll || mayChange(best, question.limit, entities[at]))) {
    const more = await scoreEntities(deps, entities.slice(at, at + step), nowMs);
    for (const each of more) scored.set(each.key, each);
    best = [...best, ...more.filter((each) => reachesMinimum(each, question))].sort(byScore);
    at += step;
  }
  return { scored, best, unscored: entities.slice(at) };
}

/** An entity with its near-duplicates. Without them its score can only be lower. */
interface IntentEntity {
  key: string;
  score: number;
  /** True if the score and the number of signals reach the requested minimum. */
  reachesMinimum: boolean;
  /** `count` is the number of relevant signals of the type, `strongest` has at most `perType`. */
  types: { signalType: string; count: number; strongest: Candidate[] }[];
  latestMs: number;
}

type Candidate = RankedSignal & IntentSignal;

async function relevantOf(
  ranked: readonly RankedSignal[],
  { words }: PreparedQuestion,
  { scale, cosineScale }: IntentConstants,
): Promise<Candidate[]> {
  const { floor, span } = words ? scale : cosineScale;
  const candidates = await inSlices(ranked, (signal) => ({
    ...signal,
    relevance: Math.max(0, -Math.expm1((floor - signal.relevance) / span)),
  }));
  return candidates.filter(({ relevance }) => relevance > 0);
}

function entityOf(
  key: string,
  group: readonly Candidate[],
  question: IntentQuestion,
  nowMs: number,
  constants: IntentConstants,
): IntentEntity {
  const { score, explanation } = scoreIntent(group, nowMs, constants);
  const ranks = new Map(explanation.map(({ signal }, rank) => [signal.signalId, rank]));
  const rankOf = ({ signalId }: Candidate) => ranks.get(signalId) ?? explanation.length;
  const types = [...groupBy(group, ({ signalType }) => signalType)].map(([signalType, ofType]) => ({
    signalType,
    count: ofType.length,
    strongest: ofType.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, constants.perType),
  }));
  return {
    key,
    score,
    reachesMinimum: reachesMinimum({ score, count: group.length }, question),
    types,
    latestMs: Math.max(...group.map(({ detectedAtMs }) => detectedAtMs)),
  };
}

function reachesMinimum(
  { score, count }: Pick<ScoredEntity, 'score' | 'count'>,
  question: IntentQuestion,
): boolean {
  if (count < question.min_signals) return false;
  return score > 0 && rounded(score) >= question.min_intent_score;
}

type Scored = Pick<ScoredEntity, 'key' | 'score'>;

/** Sorts the highest score first, and equal scores by key. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.key < b.key ? -1 : 1);
}

/** True if `next` or a later one may reach the page. They are sorted by upper limits of scores. */
function mayChange(
  best: readonly ScoredEntity[],
  limit: number,
  next: IntentEntity | undefined,
): boolean {
  if (!next?.reachesMinimum) return false;
  const last = best[limit - 1];
  return !last || last.score <= next.score;
}

/** Returns the filter of the request, limited to the look-back period. */
function intentFilter(
  filters: IntentFilters,
  constants: IntentConstants,
  nowMs: number,
  kind: 'company' | 'contact',
  requested: readonly (readonly string[])[] | null,
): SignalFilter {
  const { industries, ...others } = filters;
  const filter = searchFilter({
    ...others,
    ...(industries ? { company_industries: industries } : {}),
  });
  const earliest = nowMs - constants.lookBackDays * DAY_MS;
  return {
    ...filter,
    concerning: kind,
    detectedAfterMs: Math.max(filter.detectedAfterMs ?? earliest, earliest),
    ...(requested === null ? {} : { [`${kind}Keys`]: requested.flat() }),
  };
}

async function scoreEntities(
  { signals, intentConstants }: IntentDeps,
  entities: readonly IntentEntity[],
  nowMs: number,
): Promise<ScoredEntity[]> {
  const groups = entities.map(({ types }) => types.flatMap(({ strongest }) => strongest));
  // Only signals that may repeat another one are compared by their vectors.
  const repeats = await inSlices(groups, (group) =>
    group.filter((one) =>
      group.some((other) => other !== one && mayRepeat(one, other, intentConstants)),
    ),
  );
  const vectors = await signals.vectors(repeats.flat().map(({ signalId }) => signalId));
  const isAlike = (a: Candidate, b: Candidate): boolean =>
    cosine(vectors.get(a.signalId), vectors.get(b.signalId)) >= intentConstants.duplicateSimilarity;
  return inSlices(entities, ({ key, types, latestMs }): ScoredEntity => {
    const group = types.flatMap(({ strongest }) => strongest);
    const kept = withoutDuplicates(group, isAlike, intentConstants);
    const counts = countByType(types, kept);
    return {
      key,
      counts,
      count: Object.values(counts).reduce((sum, count) => sum + count, 0),
      latestMs,
      ...scoreIntent(kept, nowMs, intentConstants),
    };
  });
}

/** Counts signals by type, also beyond `perType`. A type is absent if all are duplicates. */
function countByType(
  types: IntentEntity['types'],
  kept: readonly Candidate[],
): Record<string, number> {
  const counts = types.map(({ signalType, count, strongest }) => {
    const keptCount = kept.filter((signal) => signal.signalType === signalType).length;
    return [signalType, keptCount + count - strongest.length] as const;
  });
  return Object.fromEntries(sumCounts(counts.filter(([, count]) => count > 0)));
}

/** Adds the cosines of the query for information: signals are ranked by more than that. */
async function withCosines(
  { signals }: IntentDeps,
  page: readonly ScoredEntity[],
  question: Float32Array,
): Promise<ScoredEntity[]> {
  const explained = page.flatMap(({ explanation }) => explanation);
  const vectors = await signals.vectors(explained.map(({ signal }) => signal.signalId));
  return page.map((entity) => ({
    ...entity,
    explanation: entity.explanation.map((each) => {
      const similarity = cosine(vectors.get(each.signal.signalId), question);
      return { ...each, signal: { ...each.signal, similarity } };
    }),
  }));
}

/** Returns the cosine of two unit vectors; -1 if the vector of a withdrawn signal is missing. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a && b ? dotProduct(a, b) : -1;
}
