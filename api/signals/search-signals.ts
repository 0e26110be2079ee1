/** Searches by meaning, by filters, or both. Results match all filters; totals are exact. */
import { inSlices } from '../../shared/domain/concurrency/in-slices.js';
import { AppError } from '../../shared/domain/errors.js';
import {
  MIN_NAME_SIMILARITY,
  normaliseCompanyName,
  trigramSimilarity,
  trigrams,
} from '../../shared/domain/normalise/company-name.js';
import type { IdentityGraph } from '../../shared/domain/ports/identity-graph.js';
import type { SignalFilter } from '../../shared/domain/ports/signal-reader.js';
import type { SearchRequest, SearchResponse } from '../../shared/domain/schemas/types.generated.js';
import type { CallContext } from '../services/services.js';
import type { Page } from '../validation/cursor.js';
import { type SearchFilters, searchFilter } from './filters.js';
import { pageSignals } from './page-signals.js';
import { createExplainRank } from './ranking/explain.js';
import type { TextKind } from './ranking/prepare-question.js';
import type { RankedSignal } from './ranking/score-signal.js';

export async function countMatches(deps: CallContext, request: SearchRequest): Promise<number> {
  const { filter } = await readSearch(deps, request);
  return matchesNothing(filter) ? 0 : deps.signals.count(filter);
}

export async function searchSignals(
  deps: CallContext,
  request: SearchRequest,
  page: Page,
): Promise<SearchResponse> {
  const { limit, offset = 0 } = request;
  const { filter, asked } = await readSearch(deps, request);
  if (matchesNothing(filter)) {
    return { signals: [], total: 0, offset, limit, has_more: false, next_cursor: null };
  }
  if (asked) return searchByMeaning(deps, asked, filter, request);
  const found = await pageSignals(deps.signals, filter, limit, page, offset);
  return { ...found, offset, limit };
}

/** What signals are compared with. */
interface AskedText {
  text: string;
  kind: TextKind;
}

/** With `similar_to`, that signal's summary is compared, and the signal itself is left out. */
async function readSearch(
  { signals, identity }: CallContext,
  request: SearchRequest,
): Promise<{ filter: SignalFilter; asked: AskedText | undefined }> {
  const { query, similar_to: signalId } = request;
  const signal = signalId === undefined ? undefined : await signals.get(signalId);
  if (signal === null) throw new AppError('not_found', `No signal has the id ${signalId}.`);
  const filter = await fullFilter(identity, request);
  if (signal) {
    const asked: AskedText = { text: signal.data.summary, kind: 'summary' };
    return { filter: { ...filter, otherThan: signal.signal_id }, asked };
  }
  return { filter, asked: query === undefined ? undefined : { text: query, kind: 'question' } };
}

/** The most attempts to make a page: one fails if signals are withdrawn after they were ranked. */
const MAX_TRIES = 3;

async function searchByMeaning(
  { ranking, signals: reader, wordPieces, identity, abandoned }: CallContext,
  asked: AskedText,
  filter: SignalFilter,
  { limit, offset = 0, explain }: SearchRequest,
): Promise<SearchResponse> {
  const total = reader.count(filter);
  // The count is awaited last. Until then a failure must not count as an unhandled rejection.
  total.catch(() => undefined);
  const question = await ranking.prepare(asked.text, asked.kind);
  const explainRank = explain && createExplainRank(question, wordPieces);
  for (let tries = 1; ; tries += 1) {
    const found = await ranking.page(question, filter, { limit: limit + 1, offset }, abandoned);
    const page = found.slice(0, limit);
    const signalsById = await reader.byIds(page.map(({ signalId }) => signalId));
    if (signalsById.size < page.length && tries < MAX_TRIES) continue;
    const keys = explain && question.words?.needsCompany ? page.map((each) => each.companyKey) : [];
    const companies = await identity.facts([...new Set(keys)]);
    const shown = (ranked: RankedSignal) => {
      const signal = signalsById.get(ranked.signalId);
      if (!signal) return [];
      const scored = { ...signal, score: ranked.score };
      if (!explainRank) return [scored];
      const { summary } = signal.data;
      const explained = { signal: ranked, summary, company: companies.get(ranked.companyKey) };
      return [{ ...scored, explanation: explainRank(explained) }];
    };
    const signals = (await inSlices(page, shown, 'now', abandoned)).flat();
    const hasMore = found.length > limit;
    return { signals, total: await total, offset, limit, has_more: hasMore, next_cursor: null };
  }
}

/** Returns the whole filter. If domain and name of a company are given, both must match. */
export async function fullFilter(
  identity: IdentityGraph,
  request: SearchFilters,
): Promise<SignalFilter> {
  const { company_domain: domain, company_name: name } = request;
  const filter = searchFilter(request);
  if (domain !== undefined) {
    const isNamed = name === undefined || (await hasSimilarName(identity, domain, name));
    return { ...filter, companyKeys: isNamed ? [domain] : [] };
  }
  if (name === undefined) return filter;
  const named = await identity.companiesLike(name);
  return { ...filter, companyKeys: named.map(({ key }) => key) };
}

/** Compares names like `companiesLike`, whose 20 companies leave some out if many have one name. */
async function hasSimilarName(
  identity: IdentityGraph,
  domain: string,
  name: string,
): Promise<boolean> {
  const known = (await identity.companies([domain])).get(domain);
  const asked = trigrams(normaliseCompanyName(name));
  const own = trigrams(normaliseCompanyName(known?.company.name ?? ''));
  return trigramSimilarity(asked, own) >= MIN_NAME_SIMILARITY;
}

/** True if the filter matches no signal, because it allows no company. */
export function matchesNothing(filter: SignalFilter): boolean {
  return filter.companyKeys?.length === 0;
}

/** Returns what a cursor is bound to. All spellings of a normalized name are the same search. */
export function cursorFiltersOf(request: SearchRequest): object {
  const { company_domain: domain, company_name: name } = request;
  const companyName = name === undefined ? undefined : normaliseCompanyName(name);
  return { ...searchFilter(request), domain, companyName };
}
