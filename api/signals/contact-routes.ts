/** People: enrich one or many, timeline. */
import { AppError } from '../../shared/domain/errors.js';
import type { Handler } from '../http/request-context.js';
import { fingerprintOf } from '../validation/cursor.js';
import { checkPart, refuseFaults } from '../validation/validate-request.js';
import type { EnrichDeps } from './enrich-company.js';
import { enrichContact, enrichContacts, identifierOf } from './enrich-contact.js';
import { commonFilter } from './filters.js';
import { pageSignals, positionOf } from './page-signals.js';

export function contactRoutes(deps: EnrichDeps): Record<string, Handler> {
  return {
    async enrichContact(request, call) {
      const query = checkPart('api/no-query.query', 'query', request.query);
      const body = checkPart('api/contacts-enrich.request', 'body', request.body);
      refuseFaults(query, body);
      await call.requireCredits('contacts/enrich', null);
      const answer = await enrichContact(deps, body.value);
      const units = answer.contact_signals.length + answer.company_signals.length;
      const charge = { operation: 'contacts/enrich' as const, units };
      return { body: answer, charge, results: units };
    },

    async enrichContacts(request, call) {
      const query = checkPart('api/no-query.query', 'query', request.query);
      const body = checkPart('api/contacts-bulk.request', 'body', request.body);
      refuseFaults(query, body);
      const units = body.value.contacts.length;
      await call.requireCredits('contacts/bulk', units);
      const answer = await enrichContacts(deps, body.value);
      const charge = { operation: 'contacts/bulk' as const, units };
      return { body: answer, charge, results: answer.results.length };
    },

    async readContactTimeline(request, call) {
      const query = checkPart('api/contact-timeline.query', 'query', request.query).value;
      const { limit, cursor, ...filters } = query;
      const fingerprint = fingerprintOf(call.route, filters);
      const after = positionOf(cursor, fingerprint, 'query');
      await call.requireCredits('contacts/timeline', 1);
      const { contact_email: email, contact_network_url: networkUrl } = query;
      const [person] = await deps.identity.contacts([
        {
          ...(email === undefined ? {} : { email }),
          ...(networkUrl === undefined ? {} : { networkUrl }),
        },
      ]);
      if (!person) throw new AppError('not_found', 'Nobody is known by this identifier.');
      const filter = { ...commonFilter(filters), contactKeys: [person.key] };
      const { signals, ...page } = await pageSignals(deps.signals, filter, {
        limit,
        after,
        fingerprint,
      });
      return {
        body: {
          contact: person.contact,
          company: person.employer?.company ?? null,
          identifier: identifierOf(query),
          timeline: signals,
          ...page,
        },
        charge: { operation: 'contacts/timeline', units: 1 },
        results: signals.length,
      };
    },
  };
}
