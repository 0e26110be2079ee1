/** Intent of companies and people, for accounts with early access. */
import type { Clock } from '../../shared/domain/ports/clock.js';
import type {
  ContactIdentifierPair,
  IntentCompaniesResponse,
  IntentContactsResponse,
} from '../../shared/domain/schemas/types.generated.js';
import type { Answer, Handler } from '../http/request-context.js';
import { identifierOf } from '../signals/enrich-contact.js';
import { checkPart, refuseFaults } from '../validation/validate-request.js';
import { type DescribeDeps, describeCompanies, describeContacts } from './describe-intent.js';
import {
  findIntent,
  type IntentAnswer,
  type IntentDeps,
  type IntentQuestion,
} from './find-intent.js';

export type IntentRouteDeps = IntentDeps & DescribeDeps & { clock: Clock };

export function intentRoutes(deps: IntentRouteDeps): Record<string, Handler> {
  return {
    async scoreCompanies(request, call) {
      const query = checkPart('api/no-query.query', 'query', request.query);
      const body = checkPart('api/intent-companies.request', 'body', request.body);
      refuseFaults(query, body);
      await call.requireCredits('intent', null);
      const domains = body.value.domains && [...new Set(body.value.domains)];
      const nowMs = deps.clock.now();
      const answer = await findIntent(deps, 'company', body.value, nowMs, domains ?? null);
      const results = await describeCompanies(deps, answer.page);
      const unscored = (domains ?? []).flatMap((domain) => {
        const reason = reasonFor(domain, answer, body.value);
        return reason ? [{ domain, reason }] : [];
      });
      return answerOf({ ...headOf(body.value, answer, nowMs), results, unscored });
    },

    async scoreContacts(request, call) {
      const query = checkPart('api/no-query.query', 'query', request.query);
      const body = checkPart('api/intent-contacts.request', 'body', request.body);
      refuseFaults(query, body);
      await call.requireCredits('intent', null);
      const asked = body.value.contacts && (await keysOf(deps, body.value.contacts));
      const keys = asked?.flatMap(({ key }) => key ?? []);
      const nowMs = deps.clock.now();
      const answer = await findIntent(deps, 'contact', body.value, nowMs, keys ?? null);
      const results = await describeContacts(deps, answer.page);
      const unscored = (asked ?? []).flatMap(({ identifier, key }) => {
        const reason = key === null ? 'no_signals' : reasonFor(key, answer, body.value);
        return reason ? [{ identifier, reason }] : [];
      });
      return answerOf({ ...headOf(body.value, answer, nowMs), results, unscored });
    },
  };
}

async function keysOf(
  { identity }: IntentRouteDeps,
  people: readonly ContactIdentifierPair[],
): Promise<{ identifier: string; key: string | null }[]> {
  const known = await identity.contacts(
    people.map(({ contact_email: email, contact_network_url: networkUrl }) => ({
      ...(email === undefined ? {} : { email }),
      ...(networkUrl === undefined ? {} : { networkUrl }),
    })),
  );
  return people.map((person, at) => ({
    identifier: identifierOf(person),
    key: known[at]?.key ?? null,
  }));
}

function reasonFor(
  key: string,
  { seen }: IntentAnswer,
  { min_signals: minSignals }: IntentQuestion,
): 'no_signals' | 'below_min_signals' | null {
  const entity = seen.get(key);
  if (!entity) return 'no_signals';
  return entity.count < minSignals ? 'below_min_signals' : null;
}

function headOf({ query, limit }: IntentQuestion, { model, total }: IntentAnswer, nowMs: number) {
  return { query, scored_at: new Date(nowMs).toISOString(), model, total, limit };
}

/** An answer without results is free. */
function answerOf(body: IntentCompaniesResponse | IntentContactsResponse): Answer {
  const { length } = body.results;
  return { body, charge: length > 0 ? { operation: 'intent', units: 1 } : null, results: length };
}
