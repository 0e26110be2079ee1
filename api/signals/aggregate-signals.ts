/**
 * Counts the matches of a search by type, company, industry or time. Companies are named as they
 * are known today.
 */
import { foldCase } from '../../shared/domain/normalise/fold-case.js';
import type { KnownCompany } from '../../shared/domain/ports/identity-graph.js';
import type { SignalGroup as CountedGroup } from '../../shared/domain/ports/signal-reader.js';
import type { SignalTypes } from '../../shared/domain/schemas/signal-types.js';
import type {
  AggregateRequest,
  AggregateResponse,
  NamedCompany,
  SignalGroup,
} from '../../shared/domain/schemas/types.generated.js';
import type { CallContext } from '../services/services.js';
import { fullFilter, matchesNothing } from './search-signals.js';

export async function aggregateSignals(
  { signals, identity, types }: CallContext,
  request: AggregateRequest,
): Promise<AggregateResponse> {
  const { group_by: groupBy, limit } = request;
  const filter = await fullFilter(identity, request);
  if (matchesNothing(filter)) return { total: 0, groups: [], has_more: false, group_count: 0 };
  const { total, groups, groupCount } = await signals.aggregate({ filter, groupBy, limit });
  const showsCompanies = groupBy.includes('company') || groupBy.includes('industry');
  const keys = showsCompanies ? groups.map(({ companyKey }) => companyKey) : [];
  const companies = await identity.companies(keys.filter((key) => key !== ''));
  const described = groups.map((group) => describe(group, companies, types));
  const hasMore = groupCount > groups.length;
  return { total, groups: described, has_more: hasMore, group_count: groupCount };
}

/** Describes a group as the API returns it. An empty company or industry is unknown: `null`. */
function describe(
  {
    key: { company, industry, signal_type, signal_subtype, ...times },
    companyKey,
    count,
  }: CountedGroup,
  companies: ReadonlyMap<string, KnownCompany>,
  types: SignalTypes,
): SignalGroup {
  const known = companies.get(companyKey);
  const key = {
    ...times,
    ...(signal_type === undefined ? {} : { signal_type: types.spellingOf(signal_type) }),
    ...(signal_subtype === undefined ? {} : { signal_subtype: types.spellingOf(signal_subtype) }),
    ...(company === undefined ? {} : { company: company === '' ? null : nameOf(known) }),
    ...(industry === undefined
      ? {}
      : { industry: industry === '' ? null : spellingOf(industry, known) }),
  };
  return { key, count };
}

/** Returns the names of a company. They are `null` if it was withdrawn since it was counted. */
function nameOf(known: KnownCompany | undefined): NamedCompany {
  const { name = null, domain = null, network_url = null } = known?.company ?? {};
  return { name, domain, network_url };
}

/** Returns an industry as the company spells it; industries are compared folded by `foldCase`. */
function spellingOf(folded: string, known: KnownCompany | undefined): string {
  return known?.company.industries.find((each) => foldCase(each) === folded) ?? folded;
}
