/**
 * One entry per endpoint: what it takes, answers and costs. The OpenAPI document is made from it,
 * and its `route` is the name of an endpoint in prices, ledger and logs.
 */
import type { ErrorCode } from '../../shared/domain/errors.js';
import type { Account } from '../../shared/domain/ports/account-store.js';
import type { SchemaTypes } from '../../shared/domain/schemas/types.generated.js';
import type { RequestSchema } from '../validation/validate-request.js';

export interface Operation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As Express writes it: `/v1/signals/:signal_id`. */
  path: string;
  tag: 'Signals' | 'Companies' | 'Contacts' | 'Intent' | 'Account' | 'Admin';
  summary: string;
  description: string;
  /** Price in words; `null` for a free endpoint. Figures are defaults of the configuration. */
  cost: string | null;
  body?: RequestSchema;
  query: RequestSchema;
  params?: RequestSchema;
  /** Of a success; 200 unless set. */
  status?: 201;
  /** The shapes of a success. */
  responses: readonly (keyof SchemaTypes)[];
  /** Beyond those that every endpoint shares. */
  errors: readonly ErrorCode[];
}

export function routeOf(operation: Pick<Operation, 'method' | 'path'>): string {
  return `${operation.method} ${operation.path}`;
}

/** Early access: to other accounts the endpoint does not exist. */
export function isOpenTo(
  { tag }: Pick<Operation, 'tag'>,
  { earlyAccess }: Pick<Account, 'earlyAccess'>,
): boolean {
  return tag !== 'Intent' || earlyAccess;
}

export const NO_QUERY = 'api/no-query.query';

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'searchSignals',
    method: 'POST',
    path: '/v1/signals/search',
    tag: 'Signals',
    summary: 'Search signals',
    description:
      'By meaning (`query`), by filters, or both. Filters are hard constraints. With `query` the best matches come first, else the newest. `count_only` answers the total alone, free of charge.',
    cost: '1 credit per call',
    body: 'api/search.request',
    query: NO_QUERY,
    responses: ['api/search.response', 'api/search-count.response'],
    errors: [],
  },
  {
    id: 'listTrendingSignals',
    method: 'GET',
    path: '/v1/signals/trending',
    tag: 'Signals',
    summary: 'List recent signals',
    description: 'The newest signals of a time window, and how many there are of each type.',
    cost: null,
    query: 'api/trending.query',
    responses: ['api/trending.response'],
    errors: [],
  },
  {
    id: 'listSignalTypes',
    method: 'GET',
    path: '/v1/signals/types',
    tag: 'Signals',
    summary: 'List signal types',
    description: 'Every type, with its volume and subtypes when `include_counts=true`.',
    cost: null,
    query: 'api/signal-types.query',
    responses: ['api/signal-types.response'],
    errors: [],
  },
  {
    id: 'readSignalTypeHistory',
    method: 'GET',
    path: '/v1/signals/types/:type/history',
    tag: 'Signals',
    summary: 'Follow the volume of a type',
    description: 'Signals of one type by month or week, without gaps.',
    cost: null,
    query: 'api/signal-type-history.query',
    params: 'api/signal-type-history.params',
    responses: ['api/signal-type-history.response'],
    errors: ['not_found'],
  },
  {
    id: 'readSignal',
    method: 'GET',
    path: '/v1/signals/:signal_id',
    tag: 'Signals',
    summary: 'Read one signal',
    description: 'One signal by its id. What is no UUID is not found.',
    cost: '1 credit per call',
    query: NO_QUERY,
    params: 'api/signal.params',
    responses: ['signal'],
    errors: ['not_found'],
  },
  {
    id: 'enrichCompany',
    method: 'POST',
    path: '/v1/companies/enrich',
    tag: 'Companies',
    summary: 'Enrich a company',
    description:
      'A company and its signals of both associations. The first of `domain`, `network_url`, `company_name` that is given and found decides. `signal_summary` counts every match, not only the page.',
    cost: '1 credit per call',
    body: 'api/companies-enrich.request',
    query: NO_QUERY,
    responses: ['api/companies-enrich.response'],
    errors: ['not_found'],
  },
  {
    id: 'enrichCompanies',
    method: 'POST',
    path: '/v1/companies/bulk',
    tag: 'Companies',
    summary: 'Enrich up to 100 companies',
    description: 'One result per domain given, in the same order.',
    cost: '1 credit per domain given, found or not',
    body: 'api/companies-bulk.request',
    query: NO_QUERY,
    responses: ['api/companies-bulk.response'],
    errors: [],
  },
  {
    id: 'readCompanyTimeline',
    method: 'GET',
    path: '/v1/companies/:domain/timeline',
    tag: 'Companies',
    summary: 'Read the timeline of a company',
    description: 'All signals of a company, newest first.',
    cost: '1 credit per call',
    query: 'api/company-timeline.query',
    params: 'api/company-timeline.params',
    responses: ['api/company-timeline.response'],
    errors: ['not_found'],
  },
  {
    id: 'enrichContact',
    method: 'POST',
    path: '/v1/contacts/enrich',
    tag: 'Contacts',
    summary: 'Enrich a contact',
    description:
      "A person's signals and the company-level signals of the current employer. `limit` caps both lists together, the person's own first.",
    cost: '2 credits per signal returned',
    body: 'api/contacts-enrich.request',
    query: NO_QUERY,
    responses: ['api/contacts-enrich.response'],
    errors: ['not_found'],
  },
  {
    id: 'enrichContacts',
    method: 'POST',
    path: '/v1/contacts/bulk',
    tag: 'Contacts',
    summary: 'Enrich up to 100 contacts',
    description: 'One result per person given, in the same order.',
    cost: '1 credit per person given, found or not',
    body: 'api/contacts-bulk.request',
    query: NO_QUERY,
    responses: ['api/contacts-bulk.response'],
    errors: [],
  },
  {
    id: 'readContactTimeline',
    method: 'GET',
    path: '/v1/contacts/timeline',
    tag: 'Contacts',
    summary: 'Read the timeline of a contact',
    description: "A person's own signals, newest first.",
    cost: '1 credit per call',
    query: 'api/contact-timeline.query',
    responses: ['api/contact-timeline.response'],
    errors: ['not_found'],
  },
  {
    id: 'scoreCompanies',
    method: 'POST',
    path: '/v1/intent/companies',
    tag: 'Intent',
    summary: 'Rank companies by intent',
    description:
      'Early access: accounts without it get 404. Companies whose signals of the last 90 days fit the query, best first, with the signals that drove each score. `explanation` lists every signal that counts; contributions add up to 1.',
    cost: '5 credits per call, nothing without results',
    body: 'api/intent-companies.request',
    query: NO_QUERY,
    responses: ['api/intent-companies.response'],
    errors: ['not_found'],
  },
  {
    id: 'scoreContacts',
    method: 'POST',
    path: '/v1/intent/contacts',
    tag: 'Intent',
    summary: 'Rank people by intent',
    description:
      'Early access: accounts without it get 404. As for companies, from the signals of people; who has neither e-mail nor profile URL is left out.',
    cost: '5 credits per call, nothing without results',
    body: 'api/intent-contacts.request',
    query: NO_QUERY,
    responses: ['api/intent-contacts.response'],
    errors: ['not_found'],
  },
  {
    id: 'readAccount',
    method: 'GET',
    path: '/v1/account',
    tag: 'Account',
    summary: 'Read the account',
    description: 'The account that the key belongs to.',
    cost: null,
    query: NO_QUERY,
    responses: ['api/account.response'],
    errors: [],
  },
  {
    id: 'readCredits',
    method: 'GET',
    path: '/v1/credits',
    tag: 'Account',
    summary: 'Read the credit balance',
    description: 'Credits of the billing period that is running.',
    cost: null,
    query: NO_QUERY,
    responses: ['credits'],
    errors: [],
  },
  {
    id: 'readUsage',
    method: 'GET',
    path: '/v1/usage',
    tag: 'Account',
    summary: 'Follow calls and credits',
    description:
      'Calls and credits by day or hour, by route and by key. Calls and credits appear within 2 s and then agree with `/v1/credits`; at most 400 buckets at once.',
    cost: null,
    query: 'api/usage.query',
    responses: ['api/usage.response'],
    errors: [],
  },
  {
    id: 'listRequestLogs',
    method: 'GET',
    path: '/v1/logs',
    tag: 'Account',
    summary: 'List requests',
    description: 'Requests of the account, newest first. `path` filters by prefix.',
    cost: null,
    query: 'api/logs.query',
    responses: ['api/logs.response'],
    errors: [],
  },
];
