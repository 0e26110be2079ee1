/**
 * Makes the filters that ask stores for signals which meet the conditions of a question: places and
 * industries of companies, times, sizes, amounts and types, or a detail. Few layoffs are at banks,
 * and few signals say that a customer left, so these need not be among the heaviest signals (those
 * with the highest weight).
 */
import type { CompanyTraits, IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalFilter } from '../../../shared/domain/ports/signal-reader.js';
import type { VectorFilter } from '../../../shared/domain/ports/vector-index.js';
import type { Employees, QuestionPart, StoreCondition, Tier } from './words/question-part.js';

type Range = readonly [number, number];

export interface Conditions {
  /** Keys of the companies that the question names; empty if it names none. */
  companies: readonly string[];
  /** Keys of the people whom the question names; empty if it names nobody. */
  contacts: readonly string[];
  traits: CompanyTraits | null;
  /** The end is exclusive. */
  detected: readonly [fromMs: number, untilMs: number] | null;
  employees: Employees | null;
  /** As in `VectorFilter`; empty if the question names no amount. */
  amounts: NonNullable<VectorFilter['amounts']>;
  /** Signal types, of which a signal must have one; empty if the question names none. */
  types: readonly string[];
  /** As in `VectorFilter`; empty if the question asks for no phrase of a summary. */
  phrases: NonNullable<VectorFilter['phrases']>;
  /** What a superlative asks for, the narrowest tier first; empty without a superlative. */
  tiers: readonly Tier[];
  /**
   * The phrases of each detail; empty if there is any condition. A detail is a part that is not a
   * condition but lists phrases, such as a synonym. It is only looked for if few of the heaviest
   * contain it.
   */
  details: NonNullable<VectorFilter['phrases']>;
}

/** The conditions of one request to a store, with at most one tier of a superlative. */
export type Attempt = Omit<Conditions, 'tiers' | 'details'>;

/** What the filters of `filterByFacts` take from an attempt. */
type FactConditions = Omit<Attempt, 'phrases' | 'traits' | 'companies'>;

/** The most companies in a filter. A trait of more is common among the heaviest signals too. */
const MAX_COMPANIES = 5_000;
/** The most phrases of one condition. Comparing each phrase with every signal takes time. */
const MAX_PHRASES = 24;

/**
 * Collects the conditions of a question's parts: one of the places, one of the industries and all
 * amounts, within all times and sizes. Times or sizes that do not overlap ("in 2022 or 2024")
 * become one range from the first to the last. A question without any condition asks for one of its
 * details; if it has no details either, the result is `null`. Pure.
 */
export function conditionsOf(
  parts: readonly Pick<QuestionPart, 'isCondition' | 'storeCondition' | 'order'>[],
): Conditions | null {
  const storeConditionsOf = (those: typeof parts) =>
    those.flatMap(({ storeCondition }) => storeCondition ?? []);
  const conditions = combined(storeConditionsOf(parts.filter(({ isCondition }) => isCondition)));
  const tiers = parts.flatMap(({ order }) => order?.tiers ?? []);
  const { traits, detected, employees, companies, contacts, amounts, types, phrases } = conditions;
  const lists = [companies, contacts, amounts, types, phrases, tiers];
  const isAny = traits || detected || employees || lists.some(({ length }) => length > 0);
  if (isAny) return { ...conditions, tiers, details: [] };
  const details = different(
    storeConditionsOf(parts).flatMap((each) => (each.phrases ? [each.phrases] : [])),
  );
  return details.length === 0 ? null : { ...conditions, tiers, details };
}

/** Returns the conditions with those details that fewer than `enough` of `signals` contain. */
export function withMissingDetails(
  { details, ...conditions }: Conditions,
  signals: readonly { tokens: readonly number[] }[],
  enough: number,
): Conditions {
  const missing = details.filter((phrases) => countContaining(signals, phrases) < enough);
  const each = Math.ceil(MAX_PHRASES / Math.max(1, missing.length));
  const phrases = missing.flatMap((detail) => detail.slice(0, each));
  return { ...conditions, details: missing, phrases: phrases.length > 0 ? [phrases] : [] };
}

function combined(all: readonly StoreCondition[]): Attempt {
  const companies = all.flatMap((each) => each.companies ?? []);
  const contacts = all.flatMap((each) => each.contacts ?? []);
  const countries = different(all.flatMap((each) => each.countries ?? []));
  const industries = different(all.flatMap((each) => each.industries ?? []));
  const detected = overlapOrHull(all.flatMap((each) => (each.detected ? [each.detected] : [])));
  const sizes = all.flatMap(({ employees }) => employees ?? []);
  const size = overlapOrHull(sizes.map(({ least, most }) => [least, most + 1] as const));
  const employees = size && { least: size[0], most: size[1] - 1 };
  const amounts = different(all.flatMap((each) => (each.amounts ? [each.amounts] : [])));
  const types = [...new Set(all.flatMap((each) => each.types ?? []))];
  // A text that names one of the people is enough.
  const names = all.flatMap((each) => (each.contacts && each.phrases) ?? []);
  const lists = all.flatMap((each) => (each.phrases && !each.contacts ? [each.phrases] : []));
  const phrases = different(
    [names, ...lists].filter(({ length }) => length > 0).map((list) => list.slice(0, MAX_PHRASES)),
  );
  const traits = countries.length + industries.length > 0 ? { countries, industries } : null;
  return { companies, contacts, traits, detected, employees, amounts, types, phrases };
}

/** Leaves out what is equal to an earlier value: a question that says it twice asks for it once. */
function different<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((each) => [JSON.stringify(each), each])).values()];
}

/**
 * Returns what to ask a store for, one attempt after the other until enough is found. The tiers of
 * a superlative come first, the narrowest before the others. The last attempt asks for the same
 * place, industry, time or size with any amounts.
 */
export function attemptsOf({ tiers, details: _, ...conditions }: Conditions): Attempt[] {
  const { traits, detected, employees, amounts } = conditions;
  const tiered = tiers.flatMap((tier): Attempt[] => {
    if ('amounts' in tier) return [{ ...conditions, amounts: [...amounts, tier.amounts] }];
    const within = detected ? overlap([detected, tier.detected]) : tier.detected;
    return within ? [{ ...conditions, detected: within }] : [];
  });
  const isNarrower = traits !== null || detected !== null || employees !== null;
  const withoutAmounts = amounts.length > 0 && isNarrower ? [{ ...conditions, amounts: [] }] : [];
  return [...tiered, conditions, ...withoutAmounts];
}

/** Returns the overlap of ranges, or if there is none, the range over all. Ends are exclusive. */
function overlapOrHull(ranges: readonly Range[]): Range | null {
  if (ranges.length === 0) return null;
  const starts = ranges.map(([from]) => from);
  const ends = ranges.map(([, until]) => until);
  return overlap(ranges) ?? [Math.min(...starts), Math.max(...ends)];
}

function overlap(ranges: readonly Range[]): Range | null {
  const from = Math.max(...ranges.map(([start]) => start));
  const until = Math.min(...ranges.map(([, end]) => end));
  return from < until ? [from, until] : null;
}

/**
 * Returns the companies of all attempts: those named, or those with the traits unless too many. None
 * if people are named: they say more than where they work.
 */
export async function readCompanyKeys(
  { companies, contacts, traits }: Pick<Conditions, 'companies' | 'contacts' | 'traits'>,
  identity: Pick<IdentityGraph, 'keysWith'>,
): Promise<readonly string[]> {
  if (contacts.length > 0) return [];
  if (companies.length > 0 || !traits) return companies;
  const keys = await identity.keysWith(traits, MAX_COMPANIES + 1);
  return keys.length <= MAX_COMPANIES ? keys : [];
}

/** Adds all conditions except `phrases` to `filter`. `null` if they do not make it narrower. */
export function filterByFacts(
  conditions: FactConditions,
  filter: SignalFilter,
  companyKeys: readonly string[],
): VectorFilter | null {
  const { contacts: contactKeys } = conditions;
  const narrowed = filterByOtherFacts(conditions, filter);
  const ofPeople = contactKeys.length > 0 && !filter.contactKeys;
  if (companyKeys.length === 0 && !ofPeople) return narrowed;
  return {
    ...(narrowed ?? filter),
    ...(companyKeys.length > 0 && { companyKeys }),
    ...(ofPeople && { contactKeys }),
  };
}

/**
 * Adds `phrases` and all but people, companies and their traits to `filter`: a text may name those.
 * `null` if `phrases` is empty.
 */
export function filterByPhrases(conditions: Attempt, filter: SignalFilter): VectorFilter | null {
  const { phrases } = conditions;
  if (phrases.length === 0) return null;
  return { ...(filterByOtherFacts(conditions, filter) ?? filter), phrases };
}

/** Counts signals that have all word pieces of one of the phrases, as stores compare them. */
function countContaining(
  signals: readonly { tokens: readonly number[] }[],
  phrases: readonly (readonly number[])[],
): number {
  return signals.filter(({ tokens }) =>
    phrases.some((phrase) => phrase.every((piece) => tokens.includes(piece))),
  ).length;
}

/** True if the filter names companies or people. */
export function isByCompanyOrContact(filter: SignalFilter): boolean {
  const { companyKeys, contactKeys, contactEmail, contactNetworkUrl } = filter;
  return [companyKeys, contactKeys, contactEmail, contactNetworkUrl].some(
    (each) => each !== undefined,
  );
}

/** Adds times, sizes, amounts and types to `filter`. `null` if they do not make it narrower. */
function filterByOtherFacts(
  { detected, employees, amounts, types }: FactConditions,
  filter: SignalFilter,
): VectorFilter | null {
  const hasAmounts = amounts.length > 0;
  const ofTypes = types.length > 0 && !filter.signalTypes;
  const timed = detected ? withinTimes(filter, detected) : filter;
  const isLater =
    timed.detectedAfterMs !== filter.detectedAfterMs ||
    timed.detectedBeforeMs !== filter.detectedBeforeMs;
  // The request itself may filter by size.
  const { employeeCountMin, employeeCountMax } = filter;
  const ofSizes =
    employees !== null && employeeCountMin === undefined && employeeCountMax === undefined;
  if (!isLater && !ofSizes && !hasAmounts && !ofTypes) return null;
  return {
    ...timed,
    ...(ofSizes && employees.least > 0 && { employeeCountMin: employees.least }),
    ...(ofSizes && Number.isFinite(employees.most) && { employeeCountMax: employees.most }),
    ...(hasAmounts && { amounts }),
    ...(ofTypes && { signalTypes: types }),
  };
}

/** Limits a filter to times, of which the end is exclusive. */
export function withinTimes(filter: SignalFilter, [fromMs, untilMs]: Range): SignalFilter {
  const after = Math.max(filter.detectedAfterMs ?? -Infinity, fromMs - 1);
  const before = Math.min(filter.detectedBeforeMs ?? Infinity, untilMs);
  return {
    ...filter,
    ...(Number.isFinite(after) && { detectedAfterMs: after }),
    ...(Number.isFinite(before) && { detectedBeforeMs: before }),
  };
}
