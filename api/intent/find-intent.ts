/**
 * Finds companies or people with intent: groups the most relevant signals of the look-back period
 * by company or person, removes near-duplicates, and scores and ranks the groups.
 */
import { inSlices } from '../../shared/domain/concurrency/in-slices.js';
import { groupBy } from '../../shared/domain/group-by.js';
import { sumCounts } from '../../shared/domain/normalise/sum-counts.js';
import type { SignalFilter } from '../../shared/domain/ports/signal-reader.js';
import type {
  IntentCompaniesRequest,
  IntentFilters,
} from '../../shared/domain/schemas/types.generated.js';
import { DAY_MS } from '../../shared/domain/time.js';
import { dotProduct } from '../../shared/domain/vectors.js';
import type { CallContext } from '../services/services.js';
import { searchFilter } from '../signals/filters.js';
import type { PreparedQuestion } from '../signals/ranking/prepared-question.js';
import type { RankedSignal } from '../signals/ranking/score-signal.js';
import { withinTimes } from '../signals/ranking/store-conditions.js';
import { INTENT, type IntentConstants, intentModelName } from './constants.js';
import {
  type IntentScore,
  type IntentSignal,
  mayRepeat,
  rounded,
  scoreIntent,
  withoutDuplicates,
} from './score-intent.js';

/** What finding intent uses of a call. */
type IntentDeps = Pick<CallContext, 'ranking' | 'signals' | 'abandoned' | 'notify'>;

export type IntentQuestion = Omit<IntentCompaniesRequest, 'domains'>;

export interface ScoredEntity extends IntentScore {
  key: string;
  /** The number of relevant signals of each type, without near-duplicates. */
  counts: Record<string, number>;
  count: number;
  latestMs: number;
}

export interface IntentAnswer {
  model: string;
  /** How many reach the minimum. Beyond the page, near-duplicates may count as signals. */
  total: number;
  /** At most `limit` entities, best first. */
  page: ScoredEntity[];
  /** By key: the scored entities, also below the minimum. Requested ones are all scored. */
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
  constants: IntentConstants = INTENT,
): Promise<IntentAnswer> {
  const { ranking, abandoned } = deps;
  const prepared = await ranking.prepare(question.query, 'intent');
  const filter = withinAskedTime(
    intentFilter(question.filters ?? {}, constants, nowMs, kind, requested),
    prepared,
  );
  // Of all companies, so that a score does not depend on which ones a request asks for.
  const everyone = intentFilter({}, constants, nowMs, kind, null);
  const [ranked, reached] = await Promise.all([
    ranking.best(prepared, filter, constants.window, abandoned),
    prepared.words ? ranking.reach(prepared, everyone, constants.reachedBy, abandoned) : 0,
  ]);
  const firstKeys = new Map(requested?.flatMap((keys) => keys.map((key) => [key, keys[0]])));
  const keyOf = ({ companyKey, contactKey }: RankedSignal) => {
    const key = kind === 'company' ? companyKey : contactKey;
    return firstKeys.get(key) ?? key;
  };
  const groups = groupBy(await relevantOf(ranked, prepared, reached, constants), keyOf);
  const scoreGroup = ([key, group]: [string, Candidate[]]) => ({
    ...{ key, group, count: group.length },
    ...scoreIntent(group, nowMs, constants),
  });
  const entities = await inSlices(groups, scoreGroup, 'now', abandoned);
  const candidates = requested
    ? entities
    : entities.filter((each) => reachesMinimum(each, question)).sort(byScore);
  const scored = requested
    ? await scoreEntities(deps, entities, nowMs, constants)
    : await scoreBest(deps, candidates, question, nowMs, constants);
  const best = bestOf(scored, question);
  const scoredByKey = new Map(scored.map((each) => [each.key, each]));
  if (best.length === 0) {
    const counted = entities.map((each) => scoredByKey.get(each.key) ?? each);
    notifyOfFewSignals(deps, kind, question, counted);
  }
  return {
    model: intentModelName(constants),
    total: best.length + candidates.length - scored.length,
    page: await withCosines(deps, best.slice(0, question.limit), prepared.vector),
    scored: scoredByKey,
  };
}

/** The number of entities that are scored at once even for a short page: nearly always enough. */
const MIN_SCORED_AT_ONCE = 50;

/** Signals of a company or person with their score, which is lower without near-duplicates. */
interface IntentEntity extends IntentScore {
  key: string;
  group: readonly Candidate[];
}

type Candidate = RankedSignal & IntentSignal;

/** Scores the candidates, which are sorted, until no later one can reach the page. */
async function scoreBest(
  deps: IntentDeps,
  candidates: readonly IntentEntity[],
  question: IntentQuestion,
  nowMs: number,
  constants: IntentConstants,
): Promise<ScoredEntity[]> {
  const step = Math.max(question.limit, MIN_SCORED_AT_ONCE);
  const scored: ScoredEntity[] = [];
  for (let at = 0; at < candidates.length; at += step) {
    const lastOfPage = bestOf(scored, question)[question.limit - 1];
    deps.abandoned?.throwIfAborted();
    // Without near-duplicates a score only falls.
    if (lastOfPage && lastOfPage.score > (candidates[at]?.score ?? 0)) break;
    const next = candidates.slice(at, at + step);
    scored.push(...(await scoreEntities(deps, next, nowMs, constants)));
  }
  return scored;
}

function bestOf(scored: readonly ScoredEntity[], question: IntentQuestion): ScoredEntity[] {
  return scored.filter((each) => reachesMinimum(each, question)).sort(byScore);
}

/** Says how many companies or people only `min_signals` leaves out of an empty answer. */
function notifyOfFewSignals(
  { notify }: IntentDeps,
  kind: 'company' | 'contact',
  question: IntentQuestion,
  counted: readonly Pick<ScoredEntity, 'score' | 'count'>[],
): void {
  const { min_signals: minSignals } = question;
  const fewer = counted.filter((each) => reachesMinimum(each, { ...question, min_signals: 1 }));
  if (fewer.length === 0 || counted.some(({ count }) => count >= minSignals)) return;
  const one = kind === 'company' ? 'company' : 'person';
  const has = fewer.length === 1 ? `1 ${one} has` : `${fewer.length} ${PLURALS[one]} have`;
  const have = minSignals === 2 ? `${has} 1` : `${has} fewer`;
  notify?.(`No ${one} has ${minSignals} relevant signals; ${have}: set \`min_signals\` to 1.`);
}

const PLURALS = { company: 'companies', person: 'people' } as const;

/** Maps relevance to intent. `reached`: the relevance that the best of all signals reach. */
async function relevantOf(
  ranked: readonly RankedSignal[],
  { words }: PreparedQuestion,
  reached: number,
  { scale, cosineScale }: IntentConstants,
): Promise<Candidate[]> {
  const { floor: least, span } = words ? scale : cosineScale;
  const floor = words ? Math.max(least, scale.leastShare * reached) : least;
  const candidates = await inSlices(ranked, (signal) => ({
    ...signal,
    relevance: Math.max(0, -Math.expm1((floor - signal.relevance) / span)),
  }));
  return candidates.filter(({ relevance }) => relevance > 0);
}

function reachesMinimum(
  { score, count }: Pick<ScoredEntity, 'score' | 'count'>,
  question: Pick<IntentQuestion, 'min_signals' | 'min_intent_score'>,
): boolean {
  if (count < question.min_signals) return false;
  return score > 0 && rounded(score) >= question.min_intent_score;
}

type Scored = Pick<ScoredEntity, 'key' | 'score'>;

/** Sorts the highest score first, and equal scores by key. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.key < b.key ? -1 : 1);
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

/**
 * Limits the filter to the times that the question asks for. Older times than the look-back period
 * do not count, because intent is about today.
 */
function withinAskedTime(filter: SignalFilter, { conditions }: PreparedQuestion): SignalFilter {
  const { detectedAfterMs: after = -Infinity, detectedBeforeMs: before = Infinity } = filter;
  const asked = conditions?.detected;
  if (!asked || asked[1] <= after || asked[0] >= before) return filter;
  return withinTimes(filter, asked);
}

/**
 * Scores entities without near-duplicates. Signals beyond the `perType` strongest ones of their
 * type, which no explanation contains, are assumed not to be duplicates.
 */
async function scoreEntities(
  { signals }: IntentDeps,
  entities: readonly IntentEntity[],
  nowMs: number,
  constants: IntentConstants,
): Promise<ScoredEntity[]> {
  const strongestOf = ({ explanation }: IntentEntity) => explanation.map(({ signal }) => signal);
  // Only signals that may repeat another one are compared by their vectors.
  const repeats = await inSlices(entities.map(strongestOf), (strongest) =>
    strongest.filter((one) =>
      strongest.some((other) => other !== one && mayRepeat(one, other, constants)),
    ),
  );
  const vectors = await signals.vectors(repeats.flat().map(({ signalId }) => signalId));
  const isAlike = (a: IntentSignal, b: IntentSignal): boolean =>
    cosine(vectors.get(a.signalId), vectors.get(b.signalId)) >= constants.duplicateSimilarity;
  return inSlices(entities, (entity): ScoredEntity => {
    const strongest = strongestOf(entity);
    const kept = withoutDuplicates(strongest, isAlike, constants);
    const duplicates = new Set(strongest.filter((signal) => !kept.includes(signal)));
    const counted = entity.group.filter((signal) => !duplicates.has(signal));
    return {
      key: entity.key,
      counts: Object.fromEntries(sumCounts(counted.map(({ signalType }) => [signalType, 1]))),
      count: counted.length,
      latestMs: Math.max(...entity.group.map(({ detectedAtMs }) => detectedAtMs)),
      ...scoreIntent(kept, nowMs, constants),
    };
  });
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
