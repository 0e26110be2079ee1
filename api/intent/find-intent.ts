/**
 * Companies or people by intent: the nearest signals of the look-back, grouped by whom they concern,
 * without near-duplicates, scored and ranked.
 */
import type { Embedder } from '../../shared/ports/embedder.js';
import type { IdentityGraph } from '../../shared/ports/identity-graph.js';
import type { IntentCandidate, IntentIndex } from '../../shared/ports/intent-index.js';
import type { SignalFilter } from '../../shared/ports/signal-reader.js';
import type {
  Company,
  IntentFilters,
  IntentResult,
  Signal,
} from '../../shared/types.generated.js';
import { commonFilter } from '../search/filters.js';
import { type IntentConstants, intentModelName } from './constants.js';
import {
  type ExplainedSignal,
  mayRepeat,
  scoreIntent,
  withoutDuplicates,
} from './score-intent.js';

export interface IntentDeps {
  intent: IntentIndex;
  identity: IdentityGraph;
  embedder: Embedder;
  constants: IntentConstants;
}

export interface IntentQuestion {
  query: string;
  filters: IntentFilters;
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
  /** How many reach what was asked for. */
  total: number;
  results: IntentResult[];
  /** By key: every entity with a relevant signal, also those that do not reach it. */
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
  const filter = intentFilter(question.filters, constants, nowMs, entity, keys);
  const [vector] = await deps.embedder.embed([question.query], 'query');
  if (!vector) throw new Error('a query without a vector');
  const candidates = await deps.intent.candidates(vector, filter, {
    entity,
    minSimilarity: constants.similarityFloor,
    limit: constants.candidates,
  });
  const scored = await scoreEntities(deps, candidates, nowMs);
  const reached = scored.filter(
    ({ score, signals }) =>
      signals.length >= question.min_signals && score >= question.min_intent_score && score > 0,
  );
  const page = reached.slice(0, question.limit);
  return {
    model: intentModelName(constants),
    total: reached.length,
    results: await describe(deps, entity, page),
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

async function describe(
  { intent, identity, constants }: IntentDeps,
  entity: 'company' | 'contact',
  page: readonly ScoredEntity[],
): Promise<IntentResult[]> {
  const shown = page.flatMap(({ explanation }) =>
    explanation.slice(0, constants.shownSignals).map(({ signal }) => signal.signalId),
  );
  const signals = await intent.signals(shown);
  const companies =
    entity === 'company' ? await companiesBy(identity, page.map(({ key }) => key)) : new Map();
  return page.flatMap((each) => {
    const whole = each.explanation
      .slice(0, constants.shownSignals)
      .flatMap(({ signal }) => signals.get(signal.signalId) ?? []);
    const [strongest] = whole;
    // Withdrawn since it was read: it drives nothing any more.
    if (!strongest) return [];
    return [resultOf(each, whole, companies.get(each.key) ?? strongest.company, entity)];
  });
}

async function companiesBy(
  identity: IdentityGraph,
  keys: readonly string[],
): Promise<Map<string, Company>> {
  const known = await identity.companiesByDomain(keys);
  return new Map(known.flatMap((each, at) => (each ? [[keys[at] ?? '', each.company]] : [])));
}

function resultOf(
  { score, signals, explanation }: ScoredEntity,
  whole: Signal[],
  company: Company,
  entity: 'company' | 'contact',
): IntentResult {
  const summary: Record<string, number> = {};
  for (const { signalType } of signals) summary[signalType] = (summary[signalType] ?? 0) + 1;
  const latestMs = Math.max(...signals.map((signal) => signal.detectedAtMs));
  return {
    company,
    ...(entity === 'contact' ? { contact: whole[0]?.contact ?? null } : {}),
    intent_score: round(score),
    signal_count: signals.length,
    latest_signal_at: new Date(latestMs).toISOString(),
    signal_summary: summary,
    signals: whole,
    explanation: explanation.map((each) => ({
      signal_id: each.signal.signalId,
      similarity: round(each.signal.similarity),
      relevance: round(each.relevance),
      recency: round(each.recency),
      type_weight: each.typeWeight,
      probability: round(each.probability),
      contribution: each.contribution,
    })),
  };
}

/** Six decimals: enough to work a score out again. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
