/** One company, or many, with their signals. */
import { AppError } from '../../shared/domain/errors.js';
import type { IdentityGraph, KnownCompany } from '../../shared/domain/ports/identity-graph.js';
import type { SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type {
  CompanyBulkRequest,
  CompanyBulkResponse,
  CompanyEnrichRequest,
  CompanyEnrichResponse,
} from '../../shared/domain/schemas/types.generated.js';
import { type CommonFilters, commonFilter } from './filters.js';
import { signalsOfEach } from './signals-of-each.js';

export interface EnrichDeps {
  signals: SignalReader;
  identity: IdentityGraph;
}

const MAX_NAMED = 5;

export async function enrichCompany(
  deps: EnrichDeps,
  request: CompanyEnrichRequest,
): Promise<CompanyEnrichResponse> {
  if (request.domain !== undefined) {
    const answer = await withCompanyOf(deps.identity, request.domain, (key) =>
      signalsOfCompany(deps.signals, key, request, request.limit),
    );
    if (answer) return { company: answer.known.company, ...answer.result };
  }
  const known = await findCompany(deps.identity, request);
  const signals = await signalsOfCompany(deps.signals, known.key, request, request.limit);
  return { company: known.company, ...signals };
}

/**
 * A company with a domain is keyed by it, so its signals are read at the same time as the company; `null`
 * if no company matches the domain.
 */
export async function withCompanyOf<T>(
  identity: IdentityGraph,
  domain: string,
  read: (key: string) => Promise<T>,
): Promise<{ known: KnownCompany; result: T } | null> {
  const [[known], result] = await Promise.all([identity.companiesByDomain([domain]), read(domain)]);
  return known ? { known, result } : null;
}

export async function enrichCompanies(
  deps: EnrichDeps,
  request: CompanyBulkRequest,
): Promise<CompanyBulkResponse> {
  const known = await deps.identity.companiesByDomain(request.domains);
  const keys = known.flatMap((company) => company?.key ?? []);
  const limit = request.limit_per_company;
  const found = await signalsOfEach(deps.signals, 'company', keys, commonFilter(request), limit);
  const results = request.domains.map((domain, index) => {
    const company = known[index];
    if (!company) return { company: null, domain, signals: [], signal_summary: {} };
    const { signals = [], byType = {} } = found.get(company.key) ?? {};
    return { company: company.company, signals, signal_summary: byType };
  });
  return { total_companies: results.length, results };
}

async function signalsOfCompany(
  reader: SignalReader,
  key: string,
  filters: CommonFilters,
  limit: number,
): Promise<Omit<CompanyEnrichResponse, 'company'>> {
  const filter = { ...commonFilter(filters), companyKeys: [key] };
  const [signals, summary] = await Promise.all([
    reader.list(filter, { limit }),
    reader.countByType(filter),
  ]);
  return { signals, signal_summary: summary };
}

/** The first identifier but the domain that is given and found. Throws `not_found`. */
async function findCompany(
  identity: IdentityGraph,
  request: Pick<CompanyEnrichRequest, 'network_url' | 'company_name'>,
): Promise<KnownCompany> {
  const { network_url: networkUrl, company_name: name } = request;
  if (networkUrl !== undefined) {
    const known = await identity.companyByNetworkUrl(networkUrl);
    if (known) return known;
  }
  if (name !== undefined) {
    const known = await findByName(identity, name);
    if (known) return known;
  }
  throw new AppError('not_found', 'No company matches the given identifiers.');
}

async function findByName(identity: IdentityGraph, name: string): Promise<KnownCompany | null> {
  const exact = await identity.companiesNamed(name);
  const candidates = exact.length > 0 ? preferProfiled(exact) : await identity.companiesLike(name);
  const [only, ...others] = candidates;
  if (!only) return null;
  if (others.length === 0) return only;
  const named = candidates.slice(0, MAX_NAMED).map(({ company }) => company.domain ?? company.name);
  const message = `Several companies match this name: ${named.join(', ')}. Use the domain instead.`;
  throw new AppError('not_found', message);
}

/** One that is known by its domain is meant rather than one known by the same name alone. */
function preferProfiled(companies: readonly KnownCompany[]): readonly KnownCompany[] {
  const profiled = companies.filter(({ company }) => company.domain !== null);
  return profiled.length > 0 ? profiled : companies;
}
