/**
 * Who shows intent: the nearest signals of the look-back, grouped by whom they concern,
 * without near-duplicates, scored and ranked.
 */
import type { Embedder } from '../../shared/ports/embedder.js';
import type { IntentCandidate, IntentIndex } from '../../shared/ports/intent-index.js';
import type { SignalFilter } from '../../shared/ports/signal-reader.js';
import type { IntentFilters } from '../../shared/types.generated.js';
import { commonFilter } from '../search/filters.js';
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
  /** Those that say anything, near-duplicates left out. */
  signals: IntentCandidate[];
  explanation: ExplainedSignal[];
}

export interface IntentAnswer {
  model: string;
  /** How many reach what was asked for; of those beyond the strongest, near-duplicates are counted. */
  total: number;
  /** Best first, at most `limit`. */
  page: ScoredEntity[];
  /** By key: the strongest entities with a relevant signal, also those that do not reach it. */
  seen: ReadonlyMap<string, ScoredEntity>;
}

const DAY_MS = 86_400_000;

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
  if (!vector) throw new Error('a query without a vector');
  const { signals, further } = await deps.intent.candidates(vector, filter, {
    entity,
    nowMs,
    ranking: constants,
    minScore: question.min_intent_score,
    minSignals: question.min_signals,
  });
  const scored = await scoreEntities(deps, signals, nowMs);
  const reached = scored.filter(
    ({ score, signals }) =>
      signals.length >= question.min_signals &&
      rounded(score) >= question.min_intent_score &&
      score > 0,
  );
  return {
    model: intentModelName(constants),
    total: reached.length + further,
    page: reached.slice(0, question.limit),
    seen: new Map(scored.map((each) => [each.key, each])),
  };
}

/** The look-back is a limit of its own beside what the filters say. */
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

/** Best first; ties by key. */
async function scoreEntities(
  { intent, constants }: IntentDeps,
  candidates: readonly IntentCandidate[],
  nowMs: number,
): Promise<ScoredEntity[]> {
  const groups = groupByEntity(candidates);
  const repeats = [...groups.values()].flatMap((group) => thatMayRepeat(group, constants));
  const vectors = await intent.vectors(repeats);
  const isAlike = (a: IntentCandidate, b: IntentCandidate): boolean =>
    cosine(vectors.get(a.signalId), vectors.get(b.signalId)) >= constants.duplicateSimilarity;
  return [...groups]
    .map(([key, group]): ScoredEntity => {
      const signals = withoutDuplicates(group, isAlike, constants);
      return { key, signals, ...scoreIntent(signals, nowMs, constants) };
    })
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}

function groupByEntity(candidates: readonly IntentCandidate[]): Map<string, IntentCandidate[]> {
  const groups = new Map<string, IntentCandidate[]>();
  for (const candidate of candidates) {
    const group = groups.get(candidate.entityKey);
    if (group) group.push(candidate);
    else groups.set(candidate.entityKey, [candidate]);
  }
  return groups;
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
