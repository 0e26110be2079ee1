/** The operations on companies: enrich one or many, suggest companies, and read a timeline. */
import { AppError } from '../../shared/domain/errors.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import { perCall } from '../operations/price.js';
import type { CallContext } from '../services/services.js';
import { enrichCompanies, enrichCompany, joinCompany } from './enrich-company.js';
import { commonFilter, isUnfiltered } from './filters.js';
import { pageSignals } from './page-signals.js';

export const COMPANY_OPERATIONS: readonly Operation<CallContext>[] = [
  defineOperation({
    id: 'enrichCompany',
    route: 'POST /v1/companies/enrich',
    summary: 'Enrich a company',
    description:
      'Returns a company and its signals of both associations. The company is the one that the first matching identifier finds, in the order `domain`, `network_url`, `company_name`. `signal_summary` counts all matching signals, not only the returned ones.',
    price: perCall('companies/enrich'),
    body: 'api/companies-enrich.request',
    responses: ['api/companies-enrich.response'],
    errors: ['not_found'],
    results: ({ signals }) => signals.length,
    handle: ({ body }, deps) => enrichCompany(deps, body),
  }),
  defineOperation({
    id: 'enrichCompanies',
    route: 'POST /v1/companies/bulk',
    summary: 'Enrich up to 100 companies',
    description: 'Returns one result per given domain, in the same order.',
    price: {
      name: 'companies/bulk',
      per: 'given domain, found or not',
      units: ({ body }) => body.domains.length,
    },
    body: 'api/companies-bulk.request',
    responses: ['api/companies-bulk.response'],
    results: ({ results }) => results.length,
    handle: ({ body }, deps) => enrichCompanies(deps, body),
  }),
  defineOperation({
    id: 'suggestCompanies',
    route: 'GET /v1/companies/suggest',
    summary: 'Suggest companies',
    description:
      'Returns the companies whose name or domain begins with `q`, then those with a similar name or domain, each with the number of its signals. For search boxes, and to find the domain of a company by its name.',
    query: 'api/companies-suggest.query',
    responses: ['api/companies-suggest.response'],
    results: ({ companies }) => companies.length,
    async handle({ query: { q, limit } }, { identity }) {
      const found = await identity.suggest(q, limit);
      const companies = found.map(({ company: { name, domain, network_url }, signalCount }) => ({
        ...{ name, domain, network_url },
        signal_count: signalCount,
      }));
      return { companies };
    },
  }),
  defineOperation({
    id: 'readCompanyTimeline',
    route: 'GET /v1/companies/:domain/timeline',
    summary: 'Get the timeline of a company',
    description: 'Returns all signals of a company, newest first.',
    price: perCall('companies/timeline'),
    params: 'api/company-timeline.params',
    query: 'api/company-timeline.query',
    responses: ['api/company-timeline.response'],
    errors: ['not_found'],
    page: ({ params: { domain }, query }) => ({
      cursor: query.cursor,
      filters: { ...commonFilter(query), domain },
    }),
    results: ({ timeline }) => timeline.length,
    async handle({ params: { domain }, query, page }, deps) {
      const filter = commonFilter(query);
      const ofCompany = { ...filter, companyKeys: [domain] };
      const read = pageSignals(deps.signals, ofCompany, query.limit, page);
      const found = await joinCompany(
        deps.identity,
        domain,
        read,
        isUnfiltered(filter) && !page.after,
      );
      if (!found) throw new AppError('not_found', 'No company matches this domain.');
      const { signals: timeline, ...rest } = found.result;
      return { company: found.company, domain, timeline, ...rest };
    },
  }),
];
