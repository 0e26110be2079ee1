/** Finds one company or many, with their signals. */
import { AppError } from '../../shared/domain/errors.js';
import { isUnresolved } from '../../shared/domain/identity/company-identifiers.js';
import type { IdentityGraph, KnownCompany } from '../../shared/domain/ports/identity-graph.js';
import type { SignalsOfOne } from '../../shared/domain/ports/signal-reader.js';
import type {
  Company,
  CompanyBulkRequest,
  CompanyBulkResponse,
  CompanyEnrichRequest,
  CompanyEnrichResponse,
  Signal,
} from '../../shared/domain/schemas/types.generated.js';
import type { CallContext } from '../services/services.js';
import { commonFilter, isUnfiltered } from './filters.js';
import { NO_SIGNALS, signalsOfEach } from './signals-of-each.js';

/** The most companies that an error names. */
const MAX_NAMED = 5;

export async function enrichCompany(
  deps: CallContext,
  request: CompanyEnrichRequest,
): Promise<CompanyEnrichResponse> {
  const filter = commonFilter(request);
  const { domain } = request;
  const signalsOf = async (key: string): Promise<SignalsOfOne> => {
    const found = await deps.signals.each('company', [key], filter, request.limit);
    return found.get(key) ?? NO_SIGNALS;
  };
  if (domain !== undefined) {
    const read = signalsOf(domain);
    const found = await joinCompany(deps.identity, domain, read, isUnfiltered(filter));
    if (found) return { company: found.company, ...summaryOf(found.result) };
  }
  const known = await findCompany(deps.identity, request);
  return { company: known.company, ...summaryOf(await signalsOf(known.key)) };
}

/**
 * Returns the company with this domain, which is its key, together with its signals, which `read`
 * reads; `null` if no company matches. Signals contain their company as its profile or, without one,
 * its newest signal describes it. If the newest signal is in the result (`hasNewest`), the company
 * need not be read.
 */
export async function joinCompany<T extends { signals: readonly Signal[] }>(
  identity: IdentityGraph,
  domain: string,
  read: Promise<T>,
  hasNewest: boolean,
): Promise<{ company: Company; result: T } | null> {
  const [newest] = hasNewest ? (await read).signals : [];
  if (newest) return { company: newest.company, result: await read };
  const [companies, result] = await Promise.all([identity.companies([domain]), read]);
  const known = companies.get(domain);
  return known ? { company: known.company, result } : null;
}

export async function enrichCompanies(
  deps: CallContext,
  request: CompanyBulkRequest,
): Promise<CompanyBulkResponse> {
  const companies = await deps.identity.companies(request.domains);
  const keys = request.domains.filter((domain) => companies.has(domain));
  const limit = request.limit_per_company;
  const found = await signalsOfEach(deps.signals, 'company', keys, commonFilter(request), limit);
  const results = request.domains.map((domain) => {
    const known = companies.get(domain);
    if (!known) return { company: null, domain, signals: [], signal_summary: {} };
    const { signals, byType } = found.get(domain) ?? NO_SIGNALS;
    return { company: known.company, signals, signal_summary: byType };
  });
  return { total_companies: results.length, results };
}

const summaryOf = ({ signals, byType }: SignalsOfOne) => ({ signals, signal_summary: byType });

/** Finds the company by profile URL, or else by name. Throws `not_found`. */
async function findCompany(
  identity: IdentityGraph,
  request: Pick<CompanyEnrichRequest, 'network_url' | 'company_name'>,
): Promise<KnownCompany> {
  const { network_url: networkUrl, company_name: name } = request;
  const known =
    (networkUrl === undefined ? null : await identity.companyByNetworkUrl(networkUrl)) ??
    (name === undefined ? null : await findByName(identity, name));
  if (known) return known;
  throw new AppError('not_found', 'No company matches the given identifiers.');
}

/** Returns `null` if no company has such a name. Throws `not_found` if several have. */
async function findByName(identity: IdentityGraph, name: string): Promise<KnownCompany | null> {
  const exact = onlyResolved(await identity.companiesNamed(name));
  const candidates =
    exact.length > 0 ? preferProfiled(exact) : onlyResolved(await identity.companiesLike(name));
  const [only, ...others] = candidates;
  if (!only) return null;
  if (others.length === 0) return only;
  const named = candidates.slice(0, MAX_NAMED).map(({ company }) => company.domain ?? company.name);
  const message = `Several companies match this name: ${named.join(', ')}. Use the domain instead.`;
  throw new AppError('not_found', message);
}

/** Removes unresolved companies: they may be the profile of the same name, or another company. */
function onlyResolved(companies: readonly KnownCompany[]): readonly KnownCompany[] {
  return companies.filter(({ key }) => !isUnresolved(key));
}

/** Prefers companies known by a domain over those known only by the same name. */
function preferProfiled(companies: readonly KnownCompany[]): readonly KnownCompany[] {
  const profiled = companies.filter(({ company }) => company.domain !== null);
  return profiled.length > 0 ? profiled : companies;
}
