/**
 * Finds companies or people with intent: groups the most relevant signals of the look-back period
 * by company or person, removes near-duplicates, and scores and ranks the groups.
 */
import { inSlices } from '../../shared/domain/concurrency/in-slices.js';
import { groupBy } from '../../shared/domain/group-by.js';
import { sumCounts } from '../../shared/domain/normalise/sum-counts.js';
import type { SignalFilter, SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type { IntentFilters } from '../../shared/domain/schemas/types.generated.js';
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

export interface IntentQuestion {
  query: string;
  filters?: IntentFilters;
  limit: number;
  min_intent_score: number;
  min_signals: number;
}

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
  /** By key: all scored entities, also below the minimum, and all requested ones with signals. */
  scored: ReadonlyMap<string, ScoredEntity>;
}

/** The number of entities that are scored at once even for a short page: nearly always enough. */
const MIN_SCORED_AT_ONCE = 50;

/**
 * Finds the companies or people with the highest scores. `named` limits the search to some of them,
 * each given by its keys, of which the first is its key in the answer; `null` searches all.
 */
export async function findIntent(
  deps: IntentDeps,
  entity: 'company' | 'contact',
  question: IntentQuestion,
  nowMs: number,
  named: readonly (readonly [string, ...string[]])[] | null,
): Promise<IntentAnswer> {
  const { intentConstants } = deps;
  const keys = named?.flat() ?? null;
  const firstKeys = new Map(named?.flatMap((own) => own.map((key) => [key, own[0]])));
  const filter = intentFilter(question.filters ?? {}, intentConstants, nowMs, entity, keys);
  const asked = await deps.ranking.prepare(question.query);
  const found = await deps.ranking.best(asked, filter, intentConstants.window);
  const keyOf = ({ companyKey, contactKey }: RankedSignal) => {
    const key = entity === 'company' ? companyKey : contactKey;
    return firstKeys.get(key) ?? key;
  };
  const groups = groupBy(await relevantOf(found, asked, intentConstants), keyOf);
  const entities = await inSlices(groups, ([key, group]) =>
    entityOf(key, group, question, nowMs, intentConstants),
  );
  entities.sort((a, b) => Number(b.reachesMinimum) - Number(a.reachesMinimum) || byScore(a, b));
  const scored = new Map<string, ScoredEntity>();
  let reached: ScoredEntity[] = [];
  // Requested companies or people are always scored.
  const isNamed = named !== null;
  const step = isNamed ? entities.length : Math.max(question.limit, MIN_SCORED_AT_ONCE);
  let at = 0;
  while (entities[at] && (isNamed || mayChange(reached, question.limit, entities[at]))) {
    const more = await scoreEntities(deps, entities.slice(at, at + step), nowMs);
    for (const each of more) scored.set(each.key, each);
    reached = [...reached, ...more.filter((each) => reachesMinimum(each, question))].sort(byScore);
    at += step;
  }
  const left = entities.slice(at).filter((each) => each.reachesMinimum).length;
  return {
    model: intentModelName(intentConstants),
    total: reached.length + left,
    page: await withCosines(deps, reached.slice(0, question.limit), asked.vector),
    scored,
  };
}

/** An entity with its near-duplicates. Without them its score can only be lower. */
interface IntentEntity {
  key: string;
  score: number;
  /** True if the score and the number of signals reach the requested minimum. */
  reachesMinimum: boolean;
  types: { signalType: string; found: number; strongest: Candidate[] }[];
  latestMs: number;
}

type Candidate = RankedSignal & IntentSignal;

async function relevantOf(
  found: readonly RankedSignal[],
  { words }: PreparedQuestion,
  { scale, cosineScale }: IntentConstants,
): Promise<Candidate[]> {
  const { floor, span } = words ? scale : cosineScale;
  const candidates = await inSlices(found, (signal) => ({
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
  const strongest = new Map(explanation.map(({ signal }, rank) => [signal.signalId, rank]));
  const rankOf = ({ signalId }: Candidate) => strongest.get(signalId) ?? explanation.length;
  const types = [...groupBy(group, ({ signalType }) => signalType)].map(([signalType, own]) => ({
    signalType,
    found: own.length,
    strongest: own.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, constants.perType),
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
  reached: readonly ScoredEntity[],
  limit: number,
  next: IntentEntity | undefined,
): boolean {
  if (!next?.reachesMinimum) return false;
  const last = reached[limit - 1];
  return !last || last.score <= next.score;
}

/** Returns the filter of the request, limited to the look-back period. */
function intentFilter(
  filters: IntentFilters,
  constants: IntentConstants,
  nowMs: number,
  entity: 'company' | 'contact',
  keys: readonly string[] | null,
): SignalFilter {
  const { industries, ...others } = filters;
  const asked = searchFilter({
    ...others,
    ...(industries ? { company_industries: industries } : {}),
  });
  const earliest = nowMs - constants.lookBackDays * DAY_MS;
  return {
    ...asked,
    concerning: entity,
    detectedAfterMs: Math.max(asked.detectedAfterMs ?? earliest, earliest),
    ...(keys === null ? {} : { [`${entity}Keys`]: keys }),
  };
}

async function scoreEntities(
  { signals, intentConstants }: IntentDeps,
  entities: readonly IntentEntity[],
  nowMs: number,
): Promise<ScoredEntity[]> {
  const groups = entities.map(({ types }) => types.flatMap(({ strongest }) => strongest));
  const repeats = await inSlices(groups, (group) => possibleRepeats(group, intentConstants));
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
  const counts = types.map(({ signalType, found, strongest }) => {
    const own = kept.filter((signal) => signal.signalType === signalType).length;
    return [signalType, own + found - strongest.length] as const;
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

/** Returns the signals that may repeat another one. Only these are compared by their vectors. */
function possibleRepeats(group: readonly Candidate[], constants: IntentConstants): Candidate[] {
  return group.filter((one) =>
    group.some((other) => other !== one && mayRepeat(one, other, constants)),
  );
}

/** Returns the cosine of two unit vectors; -1 if the vector of a withdrawn signal is missing. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return -1;
  return dotProduct(a, b);
}
