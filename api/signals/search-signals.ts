/** Search by meaning, by filters, or both. Results match all filters; totals are exact. */
import { normaliseCompanyName } from '../../shared/domain/normalise/company-name.js';
import type { Embedder } from '../../shared/domain/ports/embedder.js';
import type { IdentityGraph } from '../../shared/domain/ports/identity-graph.js';
import type { SignalFilter, SignalReader } from '../../shared/domain/ports/signal-reader.js';
import type { VectorIndex } from '../../shared/domain/ports/vector-index.js';
import type { SearchRequest, SearchResponse } from '../../shared/domain/schemas/types.generated.js';
import type { Page } from '../validation/cursor.js';
import { type SearchFilters, searchFilter } from './filters.js';
import { pageSignals } from './page-signals.js';

export interface SearchDeps {
  signals: SignalReader;
  vectors: VectorIndex;
  identity: IdentityGraph;
  embedder: Embedder;
}

export async function countMatches(deps: SearchDeps, request: SearchRequest): Promise<number> {
  const filter = await fullFilter(deps.identity, request);
  return isEmpty(filter) ? 0 : deps.signals.count(filter);
}

export async function searchSignals(
  deps: SearchDeps,
  request: SearchRequest,
  page: Page,
): Promise<SearchResponse> {
  const { limit, offset } = request;
  const filter = await fullFilter(deps.identity, request);
  if (isEmpty(filter)) {
    return { signals: [], total: 0, offset, limit, has_more: false, next_cursor: null };
  }
  if (request.query !== undefined) return searchByMeaning(deps, request.query, filter, request);
  const found = await pageSignals(deps.signals, filter, limit, page, offset);
  return { ...found, offset, limit };
}

async function searchByMeaning(
  deps: SearchDeps,
  query: string,
  filter: SignalFilter,
  { limit, offset }: SearchRequest,
): Promise<SearchResponse> {
  const [hits, total] = await Promise.all([
    embedQuery(deps.embedder, query).then((vector) =>
      deps.vectors.nearest(vector, filter, { limit: limit + 1, offset }),
    ),
    deps.signals.count(filter),
  ]);
  const signals = hits.slice(0, limit).map(({ signal, similarity }) => ({
    ...signal,
    score: Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000,
  }));
  return { signals, total, offset, limit, has_more: hits.length > limit, next_cursor: null };
}

async function embedQuery(embedder: Embedder, query: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([query], 'query');
  if (!vector) throw new Error('the query has no vector');
  return vector;
}

/** A domain and a name both constrain: what both allow is left. */
export async function fullFilter(
  identity: IdentityGraph,
  request: SearchFilters,
): Promise<SignalFilter> {
  const filter = searchFilter(request);
  const { company_domain: domain, company_name: name } = request;
  if (domain === undefined && name === undefined) return filter;
  const named =
    name === undefined ? null : (await identity.companiesLike(name)).map((each) => each.key);
  if (domain === undefined) return { ...filter, companyKeys: named ?? [] };
  return { ...filter, companyKeys: named && !named.includes(domain) ? [] : [domain] };
}

export function isEmpty(filter: SignalFilter): boolean {
  return filter.companyKeys?.length === 0;
}

/** A name asks the same in every spelling that is compared as the same. */
export function questionOf(request: SearchRequest): object {
  const { company_domain: domain, company_name: name } = request;
  const companyName = name === undefined ? undefined : normaliseCompanyName(name);
  return { ...searchFilter(request), domain, companyName };
}
