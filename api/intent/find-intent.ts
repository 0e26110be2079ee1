/**
 * Finds intent: the nearest signals of the look-back period, grouped by company or person, without
 * near-duplicates, scored and ranked.
 */
import { inSlices } from '../../shared/domain/concurrency/in-slices.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type {
  IntentCandidate,
  IntentEntity,
  IntentIndex,
  IntentTypeGroup,
} from '../../shared/domain/ports/intent-index.js';
import type { SignalFilter } from '../../shared/domain/ports/signal-reader.js';
import type { IntentFilters } from '../../shared/domain/schemas/types.generated.js';
import { DAY_MS } from '../../shared/domain/time.js';
import { commonFilter } from '../signals/filters.js';
import { type IntentConstants, intentModelName } from './constants.js';
import {
  type ExplainedSignal,
  mayRepeat,
  rounded,
  scoreIntent,
  withoutDuplicates,
} from './score-intent.js';

export interface IntentDeps {
  intent: IntentIndex;
  embedder: Embedder;
  constants: IntentConstants;
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
  /** Relevant signals by type, near-duplicates left out. */
  counts: Record<string, number>;
  count: number;
  latestMs: number;
  explanation: ExplainedSignal[];
}

export interface IntentAnswer {
  model: string;
  /** How many reach the requested score; beyond the page, their signals may include near-duplicates. */
  total: number;
  /** Best first, at most `limit`. */
  page: ScoredEntity[];
  /** By key: entities that were scored, those that do not reach it too; all that were asked by name. */
  seen: ReadonlyMap<string, ScoredEntity>;
}

/** Scored at once, however short the page: nearly always enough. */
const LEAST_SCORED = 50;

/** `keys` narrows to these companies or people. */
export async function findIntent(
  deps: IntentDeps,
  entity: 'company' | 'contact',
  question: IntentQuestion,
  nowMs: number,
  keys: readonly string[] | null,
): Promise<IntentAnswer> {
  const { constants } = deps;
  const filter = intentFilter(question.filters ?? {}, constants, nowMs, entity, keys);
  const [vector] = await deps.embedder.embed([question.query], 'query');
  if (!vector) throw new Error('the query has no vector');
  const { entities, further } = await deps.intent.candidates(vector, filter, {
    entity,
    nowMs,
    ranking: constants,
    minScore: question.min_intent_score,
    minSignals: question.min_signals,
  });
  const scored = new Map<string, ScoredEntity>();
  let reached: ScoredEntity[] = [];
  // Requested companies or people are always scored.
  const isNamed = keys !== null;
  const step = isNamed ? entities.length : Math.max(question.limit, LEAST_SCORED);
  let at = 0;
  while (entities[at] && (isNamed || mayChange(reached, question.limit, entities[at]))) {
    const more = await scoreEntities(deps, entities.slice(at, at + step), nowMs);
    for (const each of more) scored.set(each.key, each);
    reached = [...reached, ...more.filter((each) => reaches(each, question))].sort(byScore);
    at += step;
  }
  const left = entities.slice(at).filter((each) => each.reaches).length;
  return {
    model: intentModelName(constants),
    total: reached.length + left + further,
    page: reached.slice(0, question.limit),
    seen: scored,
  };
}

function reaches({ score, count }: ScoredEntity, question: IntentQuestion): boolean {
  if (count < question.min_signals) return false;
  return score > 0 && rounded(score) >= question.min_intent_score;
}

/** Best first; ties by key. */
function byScore(a: ScoredEntity, b: ScoredEntity): number {
  return b.score - a.score || (a.key < b.key ? -1 : 1);
}

/** Whether the next entity, or one after it, may still come onto the page: none scores more than said. */
function mayChange(
  reached: readonly ScoredEntity[],
  limit: number,
  next: IntentEntity | undefined,
): boolean {
  if (!next?.reaches) return false;
  const last = reached[limit - 1];
  return !last || last.score <= next.score;
}

/** The look-back period applies in addition to the filters. */
function intentFilter(
  filters: IntentFilters,
  constants: IntentConstants,
  nowMs: number,
  entity: 'company' | 'contact',
  keys: readonly string[] | null,
): SignalFilter {
  const common = commonFilter(filters);
  const { industries, detected_before: before } = filters;
  const { employee_count_min: min, employee_count_max: max } = filters;
  const earliest = nowMs - constants.lookBackDays * DAY_MS;
  return {
    ...common,
    detectedAfterMs: Math.max(common.detectedAfterMs ?? earliest, earliest),
    ...(before === undefined ? {} : { detectedBeforeMs: Date.parse(before) }),
    ...(industries && industries.length > 0 ? { companyIndustries: industries } : {}),
    ...(min === undefined ? {} : { employeeCountMin: min }),
    ...(max === undefined ? {} : { employeeCountMax: max }),
    ...(keys === null ? {} : { [`${entity}Keys`]: keys }),
  };
}

async function scoreEntities(
  { intent, constants }: IntentDeps,
  entities: readonly IntentEntity[],
  nowMs: number,
): Promise<ScoredEntity[]> {
  const groups = entities.map(({ types }) => types.flatMap(({ signals }) => signals));
  const repeats = await inSlices(groups, (group) => thatMayRepeat(group, constants));
  const vectors = await intent.vectors(repeats.flat());
  const isAlike = (a: IntentCandidate, b: IntentCandidate): boolean =>
    cosine(vectors.get(a.signalId), vectors.get(b.signalId)) >= constants.duplicateSimilarity;
  return inSlices(entities, ({ key, types }): ScoredEntity => {
    const group = types.flatMap(({ signals }) => signals);
    const kept = withoutDuplicates(group, isAlike, constants);
    const counts = countByType(types, kept);
    return {
      key,
      counts,
      count: Object.values(counts).reduce((sum, count) => sum + count, 0),
      latestMs: Math.max(...types.map(({ latestMs }) => latestMs)),
      ...scoreIntent(kept, nowMs, constants),
    };
  });
}

/** Signals that were not read count as they are; a type is absent if all its signals repeat others. */
function countByType(
  types: readonly IntentTypeGroup[],
  kept: readonly IntentCandidate[],
): Record<string, number> {
  return Object.fromEntries(
    types
      .map(({ signalType, found, signals }) => {
        const own = kept.filter((signal) => signal.signalType === signalType).length;
        return [signalType, own + found - signals.length] as const;
      })
      .filter(([, count]) => count > 0),
  );
}

/** Only these need their vectors. */
function thatMayRepeat(
  group: readonly IntentCandidate[],
  constants: IntentConstants,
): IntentCandidate[] {
  return group.filter((one) =>
    group.some((other) => other !== one && mayRepeat(one, other, constants)),
  );
}

/** Of unit vectors; of a signal that is gone, nothing is alike. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return -1;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
