/** Converts the address into requests. It uses the names of the API, but `q` for `query`. */
import { type AddressValues, listOf } from '../../client/address.js';
import type { SearchRequest } from '../../client/shapes.js';

export const PAGE_SIZE = 100;
/** The largest offset of a search by meaning. */
export const MAX_OFFSET = 1_000;

/** What a complete domain looks like: words with dots between them. The API checks the rest. */
export const DOMAIN_PATTERN = String.raw`[^\s.]+(\.[^\s.]+)+`;

const TEXTS = [
  'signal_subtype',
  'company_domain',
  'company_name',
  'detected_after',
  'detected_before',
  'contact_email',
  'contact_network_url',
] as const;
const NUMBERS = ['employee_count_min', 'employee_count_max'] as const;
const LISTS = ['signal_types', 'company_industries'] as const;
const FILTER_NAMES: readonly string[] = [...TEXTS, ...NUMBERS, ...LISTS, 'association'];

type Filters = Omit<
  SearchRequest,
  'query' | 'similar_to' | 'limit' | 'offset' | 'cursor' | 'explain' | 'count_only'
>;
export type Search = Partial<SearchRequest>;

export function filtersOf(address: AddressValues): Filters {
  const filters: Filters = {};
  for (const name of TEXTS) {
    const text = address[name]?.trim();
    if (text) filters[name] = text;
  }
  for (const name of NUMBERS) {
    const text = address[name];
    if (text) filters[name] = Number(text);
  }
  for (const name of LISTS) {
    const list = listOf(address[name]);
    if (list.length > 0) filters[name] = list;
  }
  const { association } = address;
  if (association === 'company' || association === 'contact') filters.association = association;
  return filters;
}

/** Returns the request for the first page, or `null` if nothing is asked. */
export function searchOf(address: AddressValues): Search | null {
  const query = address.q?.trim();
  const filters = filtersOf(address);
  if (query) return { query, ...filters, limit: PAGE_SIZE, explain: true };
  if (address.similar_to) {
    return { similar_to: address.similar_to, ...filters, limit: PAGE_SIZE, explain: true };
  }
  if (Object.keys(filters).length === 0) return null;
  return { ...filters, limit: PAGE_SIZE };
}

export function countFilters(address: AddressValues): number {
  return Object.keys(filtersOf(address)).length;
}

export function withoutFilters(address: AddressValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(address).filter(([name]) => !FILTER_NAMES.includes(name)),
  );
}
