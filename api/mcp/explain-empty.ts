/**
 * Explains an empty answer: which filter value no signal has, and which similar values exist. It is
 * best effort: few queries, a short time, and an error is no reason to fail the call.
 */
import { cutCharacters } from '../../shared/domain/cut-characters.js';
import { isObject } from '../../shared/domain/is-object.js';
import { normaliseCompanyName } from '../../shared/domain/normalise/company-name.js';
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import { normaliseDomain } from '../../shared/domain/normalise/identifiers.js';
import type { IdentityGraph } from '../../shared/domain/ports/identity-graph.js';
import type { SignalReader, TypeCount } from '../../shared/domain/ports/signal-reader.js';
import { codeNames } from '../validation/code-names.js';
import { MAX_NAME_CHARACTERS } from '../validation/limits.js';
import { MAX_SIMILAR, similarTo } from './similar-names.js';

export interface ExplainDeps {
  signals: Pick<SignalReader, 'types' | 'count'>;
  identity: Pick<IdentityGraph, 'industries' | 'companiesLike' | 'suggest'>;
}

type Fields = Readonly<Record<string, unknown>>;

/** The most values of a filter that are explained. */
const MAX_VALUES = 3;

/** Returns sentences on the filters of an empty answer. None if it is not empty. */
export async function explainEmpty(deps: ExplainDeps, args: Fields, answer: Fields) {
  if (!isEmpty(answer)) return [];
  const filters = { ...args, ...(isObject(args.filters) ? args.filters : {}) };
  const explained = await Promise.all([
    explainTypes(deps, filters),
    explainIndustries(deps, filters),
    // In the answer about one company, the arguments that name it have found it.
    ...(Object.hasOwn(answer, 'company') ? [] : [explainCompany(deps, filters)]),
  ]);
  return explained.flat();
}

function isEmpty({ total, signal_summary: counts, results }: Fields): boolean {
  if (total !== undefined) return total === 0;
  if (isObject(counts)) return Object.keys(counts).length === 0;
  return Array.isArray(results) && results.every((each) => isObject(each) && isEmpty(each));
}

async function explainTypes({ signals }: ExplainDeps, filters: Fields): Promise<string[]> {
  const types = textsIn(filters.signal_types);
  const subtypes = [...textsIn(filters.signal_subtype), ...textsIn(filters.signal_subtypes)];
  if (types.length + subtypes.length === 0) return [];
  const stored = await signals.types({});
  const known = {
    type: stored.map(({ type }) => type),
    subtype: [...new Set(stored.flatMap((each) => each.subtypes))],
  };
  const sentences = [
    ...(await explainNames('type', types, known)),
    ...(await explainNames('subtype', subtypes, known)),
  ];
  return sentences.length > 0 ? sentences : explainPair(types, subtypes, stored);
}

async function explainNames(
  kind: 'type' | 'subtype',
  values: readonly string[],
  known: Readonly<Record<'type' | 'subtype', readonly string[]>>,
): Promise<string[]> {
  const other = kind === 'type' ? 'subtype' : 'type';
  const all = kind === 'type' ? 'signals_types' : 'signals_types with `include_counts`';
  const unknown = values.filter((value) => !includes(known[kind], value));
  const sentences = await Promise.all(
    unknown.slice(0, MAX_VALUES).map(async (value) => {
      const none = `No signal has the ${kind} ${quoted(value)}`;
      if (includes(known[other], value)) return `${none}: it is a ${other}.`;
      return `${none}.${similarText(await similarTo(value, known[kind]))}`;
    }),
  );
  return sentences.length > 0 ? [...sentences, `${all} lists all.`] : [];
}

/** Explains subtypes that exist, but not in any of the types. */
function explainPair(
  types: readonly string[],
  subtypes: readonly string[],
  stored: readonly TypeCount[],
): string[] {
  if (types.length === 0) return [];
  const typesOf = (subtype: string) =>
    stored.filter((each) => includes(each.subtypes, subtype)).map(({ type }) => type);
  if (subtypes.some((subtype) => typesOf(subtype).some((type) => includes(types, type)))) return [];
  return subtypes.slice(0, MAX_VALUES).map((subtype) => {
    const names = codeNames(typesOf(subtype).slice(0, MAX_SIMILAR));
    return `Signals with the subtype ${quoted(subtype)} have the type ${names}.`;
  });
}

async function explainIndustries(
  { signals, identity }: ExplainDeps,
  { company_industries: ofSearch, industries = ofSearch }: Fields,
): Promise<string[]> {
  const values = textsIn(industries).slice(0, MAX_VALUES);
  const counts = await Promise.all(
    values.map((value) => signals.count({ companyIndustries: [value] })),
  );
  const unknown = values.filter((_, at) => counts[at] === 0);
  if (unknown.length === 0) return [];
  const known = await identity.industries();
  const sentences = await Promise.all(
    unknown.map(async (value) => {
      const others = known.filter((name) => foldCase(name) !== foldCase(value));
      const similar = similarText(await similarTo(value, others));
      return `No signal has a company in the industry ${quoted(value)}.${similar}`;
    }),
  );
  const all = 'signals_aggregate with `group_by`: `industry` lists those with the most signals.';
  return [...sentences, all];
}

async function explainCompany(
  { signals, identity }: ExplainDeps,
  { company_domain: domain, company_name: name }: Fields,
): Promise<string[]> {
  const key = typeof domain === 'string' ? normaliseDomain(domain) : null;
  if (key !== null && (await signals.count({ companyKeys: [key] })) === 0) {
    const found = await identity.suggest(key, MAX_SIMILAR);
    const others = found.flatMap(({ company: { domain: other } }) =>
      other === null || other === key ? [] : [other],
    );
    const similar = similarText(others);
    return [`No signal has a company with the domain ${quoted(key)}.${similar} ${SUGGEST}`];
  }
  if (typeof name !== 'string') return [];
  const companyKeys = (await identity.companiesLike(name)).map((each) => each.key);
  if (companyKeys.length > 0) {
    if ((await signals.count({ companyKeys })) > 0) return [];
    return [`No company with a name like ${quoted(name)} has a signal.`];
  }
  const found = await identity.suggest(normaliseCompanyName(name), MAX_SIMILAR);
  const similar = similarText(found.flatMap(({ company }) => company.name ?? []));
  return [`No company has a name like ${quoted(name)}.${similar} ${SUGGEST}`];
}

const SUGGEST = 'companies_suggest finds companies by the beginning of a name or domain.';

function textsIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string');
}

function includes(names: readonly string[], value: string): boolean {
  return names.some((name) => foldCase(name) === foldCase(value));
}

function quoted(value: string): string {
  return `\`${cutCharacters(value, MAX_NAME_CHARACTERS)}\``;
}

function similarText(names: readonly string[]): string {
  return names.length > 0 ? ` Similar: ${names.map(quoted).join(', ')}.` : '';
}
