/** The operations on people: enrich one or many, and read a timeline. */
import { AppError } from '../../shared/domain/errors.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import { perCall } from '../operations/price.js';
import type { CallContext } from '../services/services.js';
import { enrichContact, enrichContacts, identifierOf, identifiersOf } from './enrich-contact.js';
import { commonFilter } from './filters.js';
import { pageSignals } from './page-signals.js';

export const CONTACT_OPERATIONS: readonly Operation<CallContext>[] = [
  defineOperation({
    id: 'enrichContact',
    route: 'POST /v1/contacts/enrich',
    summary: 'Enrich a contact',
    description:
      "Returns the signals of a person and the company-level signals of the current employer. `limit` applies to both lists together; the person's own signals come first.",
    price: { name: 'contacts/enrich', per: 'returned signal', unitsOf: (signals) => signals },
    body: 'api/contacts-enrich.request',
    responses: ['api/contacts-enrich.response'],
    errors: ['not_found'],
    results: ({ contact_signals: own, company_signals: others }) => own.length + others.length,
    handle: ({ body }, deps) => enrichContact(deps, body),
  }),
  defineOperation({
    id: 'enrichContacts',
    route: 'POST /v1/contacts/bulk',
    summary: 'Enrich up to 100 contacts',
    description: 'Returns one result per given person, in the same order.',
    price: {
      name: 'contacts/bulk',
      per: 'given person, found or not',
      units: ({ body }) => body.contacts.length,
    },
    body: 'api/contacts-bulk.request',
    responses: ['api/contacts-bulk.response'],
    results: ({ results }) => results.length,
    handle: ({ body }, deps) => enrichContacts(deps, body),
  }),
  defineOperation({
    id: 'readContactTimeline',
    route: 'GET /v1/contacts/timeline',
    summary: 'Get the timeline of a contact',
    description: "Returns the person's own signals, newest first.",
    price: perCall('contacts/timeline'),
    query: 'api/contact-timeline.query',
    responses: ['api/contact-timeline.response'],
    errors: ['not_found'],
    page: ({ query: { limit: _, cursor, ...filters } }) => ({ cursor, filters }),
    results: ({ timeline }) => timeline.length,
    async handle({ query, page }, { identity, signals: reader }) {
      const [person] = await identity.contacts([identifiersOf(query)]);
      if (!person) throw new AppError('not_found', 'No person matches the given identifiers.');
      const filter = { ...commonFilter(query), contactKeys: person.keys };
      const { signals, ...rest } = await pageSignals(reader, filter, query.limit, page);
      return {
        contact: person.contact,
        company: person.employer?.company ?? null,
        identifier: identifierOf(query),
        timeline: signals,
        ...rest,
      };
    },
  }),
];
