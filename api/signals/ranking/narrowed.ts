/**
 * Asks the stores for what a question names as a condition: places and industries of companies, times,
 * sizes, amounts and types, or a detail. Of many layoffs few are of banks, and few say that a customer left:
 * those need not be among the heaviest.
 */
import type { CompanyTraits, IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { SignalFilter } from '../../../shared/domain/ports/signal-reader.js';
import type { VectorFilter } from '../../../shared/domain/ports/vector-index.js';
import type { Employees, Narrows, Order, Tier } from './words/asked-part.js';

type Range = readonly [number, number];

export interface Narrowing {
  /** Keys of companies that are named; none if none is. */
  companies: readonly string[];
  traits: CompanyTraits | null;
  detected: readonly [fromMs: number, untilMs: number] | null;
  employees: Employees | null;
  /** As in `VectorFilter`; none if nothing is asked of amounts. */
  amounts: NonNullable<VectorFilter['amounts']>;
  /** One of these types; none if nothing is asked of types. */
  types: readonly string[];
  /** As in `VectorFilter`; none if nothing is asked that summaries say. */
  says: NonNullable<VectorFilter['says']>;
  /** Of a superlative, the narrowest first. */
  tiers: readonly Tier[];
  /** `says` is a detail, and the rest empty: to be looked for only if few of the heaviest tell it. */
  isDetail: boolean;
}

/** Narrowing with one tier of its superlative, or without. */
export type Attempt = Omit<Narrowing, 'tiers' | 'isDetail'>;

/** What more companies have in common is common among the heaviest too. */
const MAX_COMPANIES = 5_000;
/** Of one condition; each takes time with every signal. */
const MAX_PHRASES = 24;

/**
 * One of the places, one of the industries and all amounts, within all times and sizes, or from the first to
 * the last of those that have nothing in common ("in 2022 or 2024"). Without any of these, one of the details.
 * `null` without details either. Pure.
 */
export function narrowingOf(
  parts: readonly { isCondition: boolean; narrows?: Narrows; order?: Order }[],
): Narrowing | null {
  const narrowsOf = (those: typeof parts) => those.flatMap(({ narrows }) => narrows ?? []);
  const narrowing = conditionsOf(narrowsOf(parts.filter(({ isCondition }) => isCondition)));
  const tiers = parts.flatMap(({ order }) => order?.tiers ?? []);
  const { traits, detected, employees, companies, amounts, types, says } = narrowing;
  const isNone =
    !(traits || detected || employees) &&
    companies.length + amounts.length + types.length + says.length + tiers.length === 0;
  if (!isNone) return { ...narrowing, tiers, isDetail: false };
  const details = narrowsOf(parts).flatMap((each) => each.says ?? []);
  if (details.length === 0) return null;
  return { ...narrowing, says: [details.slice(0, MAX_PHRASES)], tiers, isDetail: true };
}

function conditionsOf(all: readonly Narrows[]): Attempt {
  const companies = all.flatMap((each) => each.companies ?? []);
  const countries = all.flatMap((each) => each.countries ?? []);
  const industries = all.flatMap((each) => each.industries ?? []);
  const detected = common(all.flatMap((each) => (each.detected ? [each.detected] : [])));
  const sizes = all.flatMap(({ employees }) => employees ?? []);
  const size = common(sizes.map(({ least, most }) => [least, most + 1] as const));
  const employees = size && { least: size[0], most: size[1] - 1 };
  const amounts = all.flatMap((each) => (each.amounts ? [each.amounts] : []));
  const types = [...new Set(all.flatMap((each) => each.types ?? []))];
  const says = all.flatMap((each) => (each.says ? [each.says.slice(0, MAX_PHRASES)] : []));
  const traits = countries.length + industries.length > 0 ? { countries, industries } : null;
  return { companies, traits, detected, employees, amounts, types, says };
}

/**
 * What to ask a store for, one after the other until enough is found: of a superlative the highest first; at last
 * those of the same place, industry, time or size, whatever amounts they tell.
 */
export function attemptsOf({ tiers, isDetail: _, ...narrowing }: Narrowing): Attempt[] {
  const { traits, detected, employees, amounts } = narrowing;
  const tiered = tiers.flatMap((tier): Attempt[] => {
    if ('amounts' in tier) return [{ ...narrowing, amounts: [...amounts, tier.amounts] }];
    const within = detected ? overlap([detected, tier.detected]) : tier.detected;
    return within ? [{ ...narrowing, detected: within }] : [];
  });
  const isNarrower = traits !== null || detected !== null || employees !== null;
  const without = amounts.length > 0 && isNarrower ? [{ ...narrowing, amounts: [] }] : [];
  return [...tiered, narrowing, ...without];
}

/** The ends are behind them. */
function common(ranges: readonly Range[]): Range | null {
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

/** `null` if nothing is narrower than `filter`. */
export async function narrowedFilter(
  narrowing: Omit<Attempt, 'says'>,
  filter: SignalFilter,
  identity: Pick<IdentityGraph, 'keysWith'>,
): Promise<VectorFilter | null> {
  if (isOfFew(filter)) return null;
  const { traits, companies } = narrowing;
  const narrowed = withoutTraits(narrowing, filter);
  if (companies.length > 0) return { ...(narrowed ?? filter), companyKeys: companies };
  const keys = traits ? await identity.keysWith(traits, MAX_COMPANIES + 1) : [];
  const areFew = keys.length > 0 && keys.length <= MAX_COMPANIES;
  return areFew ? { ...(narrowed ?? filter), companyKeys: keys } : narrowed;
}

/** Of those that say what is asked, whatever is known of their companies. `null` if nothing is asked so. */
export function sayingFilter(narrowing: Attempt, filter: SignalFilter): VectorFilter | null {
  const { says } = narrowing;
  if (says.length === 0 || isOfFew(filter)) return null;
  return { ...(withoutTraits(narrowing, filter) ?? filter), says };
}

/** How many have all word pieces of one phrase of each list, as stores compare them. */
export function howManySay(
  signals: readonly { tokens: readonly number[] }[],
  { says }: Pick<Attempt, 'says'>,
): number {
  const isSaid = (tokens: readonly number[]) => (phrase: readonly number[]) =>
    phrase.every((piece) => tokens.includes(piece));
  return signals.filter(({ tokens }) => says.every((phrases) => phrases.some(isSaid(tokens))))
    .length;
}

/** Of one company or person all signals are ranked by their words. */
function isOfFew(filter: SignalFilter): boolean {
  const { companyKeys, contactKeys, contactEmail, contactNetworkUrl } = filter;
  return [companyKeys, contactKeys, contactEmail, contactNetworkUrl].some(
    (each) => each !== undefined,
  );
}

/** `null` if no other condition is narrower than `filter`. */
function withoutTraits(
  { detected, employees, amounts, types }: Omit<Attempt, 'says' | 'traits' | 'companies'>,
  filter: SignalFilter,
): VectorFilter | null {
  const hasAmounts = amounts.length > 0;
  const ofTypes = types.length > 0 && !filter.signalTypes;
  const { detectedAfterMs = -Infinity, detectedBeforeMs = Infinity } = filter;
  const [fromMs, untilMs] = detected ?? [-Infinity, Infinity];
  const after = Math.max(detectedAfterMs, fromMs - 1);
  const before = Math.min(detectedBeforeMs, untilMs);
  const isLater = after !== detectedAfterMs || before !== detectedBeforeMs;
  const sizes = employees && sizeFilter(employees, filter);
  if (!isLater && !sizes && !hasAmounts && !ofTypes) return null;
  return {
    ...filter,
    ...sizes,
    ...(hasAmounts && { amounts }),
    ...(ofTypes && { signalTypes: types }),
    ...(Number.isFinite(after) && { detectedAfterMs: after }),
    ...(Number.isFinite(before) && { detectedBeforeMs: before }),
  };
}

/** What the request itself says of sizes stays. */
function sizeFilter(
  { least, most }: Employees,
  { employeeCountMin, employeeCountMax }: SignalFilter,
): SignalFilter | null {
  if (employeeCountMin !== undefined || employeeCountMax !== undefined) return null;
  return {
    ...(least > 0 && { employeeCountMin: least }),
    ...(Number.isFinite(most) && { employeeCountMax: most }),
  };
}
