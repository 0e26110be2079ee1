/** Companies: enrich one or many, timeline. */
import { AppError } from '../../shared/domain/errors.js';
import type { Handler } from '../http/request-context.js';
import { fingerprintOf } from '../validation/cursor.js';
import { checkPart, refuseFaults } from '../validation/validate-request.js';
import {
  type EnrichDeps,
  enrichCompanies,
  enrichCompany,
  withCompanyOf,
} from './enrich-company.js';
import { commonFilter } from './filters.js';
import { pageSignals, positionOf } from './page-signals.js';

export function companyRoutes(deps: EnrichDeps): Record<string, Handler> {
  return {
    async enrichCompany(request, call) {
      const query = checkPart('api/no-query.query', 'query', request.query);
      const body = checkPart('api/companies-enrich.request', 'body', request.body);
      refuseFaults(query, body);
      await call.requireCredits('companies/enrich', 1);
      const answer = await enrichCompany(deps, body.value);
      const charge = { operation: 'companies/enrich' as const, units: 1 };
      return { body: answer, charge, results: answer.signals.length };
    },

    async enrichCompanies(request, call) {
      const query = checkPart('api/no-query.query', 'query', request.query);
      const body = checkPart('api/companies-bulk.request', 'body', request.body);
      refuseFaults(query, body);
      const units = body.value.domains.length;
      await call.requireCredits('companies/bulk', units);
      const answer = await enrichCompanies(deps, body.value);
      const charge = { operation: 'companies/bulk' as const, units };
      return { body: answer, charge, results: answer.results.length };
    },

    async readCompanyTimeline(request, call) {
      const query = checkPart('api/company-timeline.query', 'query', request.query);
      const params = checkPart('api/company-timeline.params', 'path', request.params);
      refuseFaults(query, params);
      const { limit, cursor, ...filters } = query.value;
      const { domain } = params.value;
      const filter = commonFilter(filters);
      const fingerprint = fingerprintOf(call.route, { ...filter, domain });
      const after = positionOf(cursor, fingerprint, 'query');
      await call.requireCredits('companies/timeline', 1);
      const found = await withCompanyOf(deps.identity, domain, (key) =>
        pageSignals(deps.signals, { ...filter, companyKeys: [key] }, { limit, after, fingerprint }),
      );
      if (!found) throw new AppError('not_found', 'No company is known by this domain.');
      const { signals, ...page } = found.result;
      return {
        body: { company: found.known.company, domain, timeline: signals, ...page },
        charge: { operation: 'companies/timeline', units: 1 },
        results: signals.length,
      };
    },
  };
}
