/**
 * Scores the intent of one company or person from its recent signals. Each signal has an
 * independent probability, made from its relevance to the query, its age and the weight of its
 * type. Pure.
 */
import { groupBy } from '../../shared/domain/group-by.js';
import type { Candidate } from '../../shared/domain/ports/vector-index.js';
import { DAY_MS } from '../../shared/domain/time.js';
import type { IntentConstants } from './constants.js';

export interface IntentSignal
  extends Pick<
    Candidate,
    'signalId' | 'signalType' | 'subtypeKey' | 'detectedAtMs' | 'similarity'
  > {
  /** From 0 (the signal says nothing about the query) to nearly 1 (exactly what was asked). */
  relevance: number;
}

interface ExplainedSignal {
  signal: IntentSignal;
  /** 1 for a signal of now, halved with every half-life. */
  recency: number;
  typeWeight: number;
  /** Probability, reduced for each stronger signal of the same type. */
  probability: number;
  /** Share of the score; the shares of all signals add up to 1. */
  contribution: number;
}

export interface IntentScore {
  /** From 0 to less than 1. */
  score: number;
  /** The signals that count, strongest contribution first. */
  explanation: ExplainedSignal[];
}

/**
 * Returns the probability that at least one signal shows intent: 1 − ∏(1 − p), computed as a sum of
 * logarithms, of which each signal's share is its contribution.
 */
export function scoreIntent(
  signals: readonly IntentSignal[],
  nowMs: number,
  constants: IntentConstants,
): IntentScore {
  // Sorted before they are added up, so that the sum does not depend on the order of the signals.
  const counted = [...groupBy(signals, ({ signalType }) => signalType).values()]
    .flatMap((group) => weighGroup(group, nowMs, constants))
    .sort((a, b) => b.probability - a.probability || byNewest(a.signal, b.signal));
  const logs = counted.map(({ probability }) => Math.log1p(-probability));
  const sum = logs.reduce((total, each) => total + each, 0);
  return {
    score: sum === 0 ? 0 : -Math.expm1(sum),
    explanation: counted.map((each, at) => ({ ...each, contribution: (logs[at] ?? 0) / sum })),
  };
}

/** Rounds to six decimals, as scores are shown: enough to compute a score again. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Sorts newest first, then by id: of duplicates, the first one is kept. */
function byNewest(a: IntentSignal, b: IntentSignal): number {
  return b.detectedAtMs - a.detectedAtMs || (a.signalId < b.signalId ? -1 : 1);
}

/**
 * Removes signals that repeat a newer signal of the same subtype. `isAlike` compares summaries. All
 * signals must belong to one company or person.
 */
export function withoutDuplicates<T extends IntentSignal>(
  signals: readonly T[],
  isAlike: (a: T, b: T) => boolean,
  constants: IntentConstants,
): T[] {
  const kept: T[] = [];
  for (const signal of [...signals].sort(byNewest)) {
    if (!kept.some((newer) => mayRepeat(newer, signal, constants) && isAlike(newer, signal))) {
      kept.push(signal);
    }
  }
  return kept;
}

/** True if the signals are close enough in kind and time to report the same fact. */
export function mayRepeat(a: IntentSignal, b: IntentSignal, constants: IntentConstants): boolean {
  return (
    a.subtypeKey === b.subtypeKey &&
    Math.abs(a.detectedAtMs - b.detectedAtMs) <= constants.duplicateDays * DAY_MS
  );
}

type Weighed = Omit<ExplainedSignal, 'contribution'>;

function weighGroup(
  group: readonly IntentSignal[],
  nowMs: number,
  constants: IntentConstants,
): Weighed[] {
  return group
    .map((signal) => weigh(signal, nowMs, constants))
    .filter(({ probability }) => probability > 0)
    .sort((a, b) => b.probability - a.probability || byNewest(a.signal, b.signal))
    .slice(0, constants.perType)
    .map((each, rank) => ({
      ...each,
      probability: each.probability * constants.repeatFactor ** rank,
    }));
}

function weigh(signal: IntentSignal, nowMs: number, constants: IntentConstants): Weighed {
  const ageDays = Math.max(0, nowMs - signal.detectedAtMs) / DAY_MS;
  const recency = 0.5 ** (ageDays / constants.halfLifeDays);
  const { typeWeights, defaultTypeWeight } = constants;
  // Types are texts of publishers: one may have the name of a property of every object.
  const known = Object.hasOwn(typeWeights, signal.signalType);
  const typeWeight = (known ? typeWeights[signal.signalType] : undefined) ?? defaultTypeWeight;
  const probability = constants.strongestProbability * typeWeight * signal.relevance * recency;
  return { signal, recency, typeWeight, probability };
}
