/** The operations that rank companies and people by intent, for accounts with early access. */
import type { KnownContact } from '../../shared/domain/ports/identity-graph.js';
import type { ContactIdentifierPair } from '../../shared/domain/schemas/types.generated.js';
import { isoOf } from '../../shared/domain/time.js';
import { defineOperation, type Operation } from '../operations/operation.js';
import type { CallContext } from '../services/services.js';
import { identifierOf, identifiersOf } from '../signals/enrich-contact.js';
import { describeCompanies, describeContacts } from './describe-intent.js';
import { findIntent, type IntentAnswer, type IntentQuestion } from './find-intent.js';

const PRICE = {
  name: 'intent',
  per: 'call with at least one result',
  unitsOf: (results: number) => Math.min(results, 1),
} as const;

export const INTENT_OPERATIONS: readonly Operation<CallContext>[] = [
  defineOperation({
    id: 'scoreCompanies',
    route: 'POST /v1/intent/companies',
    summary: 'Rank companies by intent',
    description:
      'Early access: responds 404 if it is not enabled for the account. Returns the companies whose signals of the last 90 days match the intent in `query`, highest score first, with the signals that explain each score. `explanation` lists every signal that contributes; contributions add up to 1.',
    needsEarlyAccess: true,
    price: PRICE,
    body: 'api/intent-companies.request',
    responses: ['api/intent-companies.response'],
    results: ({ results }) => results.length,
    async handle({ body, nowMs }, deps) {
      const domains = body.domains && [...new Set(body.domains)];
      const requested = domains?.map((domain) => [domain] as const);
      const answer = await findIntent(deps, 'company', body, nowMs, requested ?? null);
      const results = await describeCompanies(deps, answer.page);
      const unscored = (domains ?? []).flatMap((domain) => {
        const reason = reasonFor(domain, answer, body);
        return reason ? [{ domain, reason }] : [];
      });
      return { ...headOf(body, answer, nowMs), results, unscored };
    },
  }),
  defineOperation({
    id: 'scoreContacts',
    route: 'POST /v1/intent/contacts',
    summary: 'Rank people by intent',
    description:
      'Early access: responds 404 if it is not enabled for the account. Returns the people whose signals of the last 90 days match the intent in `query`, highest score first, with the signals that explain each score. People without email address and profile URL are omitted.',
    needsEarlyAccess: true,
    price: PRICE,
    body: 'api/intent-contacts.request',
    responses: ['api/intent-contacts.response'],
    results: ({ results }) => results.length,
    async handle({ body, nowMs }, deps) {
      const people = body.contacts && (await keysOf(deps, body.contacts));
      const requested = people?.flatMap(({ keys }) => (keys ? [keys] : []));
      const answer = await findIntent(deps, 'contact', body, nowMs, requested ?? null);
      const results = await describeContacts(deps, answer.page);
      const unscored = (people ?? []).flatMap(({ identifier, keys }) => {
        const reason = keys === null ? 'no_signals' : reasonFor(keys[0], answer, body);
        return reason ? [{ identifier, reason }] : [];
      });
      return { ...headOf(body, answer, nowMs), results, unscored };
    },
  }),
];

async function keysOf(
  { identity }: CallContext,
  people: readonly ContactIdentifierPair[],
): Promise<{ identifier: string; keys: KnownContact['keys'] | null }[]> {
  const contacts = await identity.contacts(people.map(identifiersOf));
  return people.map((person, at) => ({
    identifier: identifierOf(person),
    keys: contacts[at]?.keys ?? null,
  }));
}

function reasonFor(
  key: string,
  { scored }: IntentAnswer,
  { min_signals: minSignals }: IntentQuestion,
): 'no_signals' | 'below_min_signals' | null {
  const entity = scored.get(key);
  if (!entity) return 'no_signals';
  return entity.count < minSignals ? 'below_min_signals' : null;
}

function headOf({ query, limit }: IntentQuestion, { model, total }: IntentAnswer, nowMs: number) {
  return { query, scored_at: isoOf(nowMs), model, total, limit };
}
