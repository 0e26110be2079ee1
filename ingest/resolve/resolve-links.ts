/** Which company and person the drafts mean, by today's profiles. */
import type { ContactReference } from '../../shared/domain/ports/event-records.js';
import type { IdentityStore } from '../../shared/domain/ports/identity-store.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import { loadCompanyDirectory, resolveCompany } from './resolve-company.js';
import { loadContactDirectory, resolveContact } from './resolve-contact.js';

export type Links = Pick<SignalRecord, 'company' | 'contact'>;

/** Company and person of each draft, in order, with two queries for all of them. */
export async function resolveLinks(
  identity: IdentityStore,
  drafts: readonly SignalRecord['draft'][],
): Promise<Links[]> {
  const people = drafts.flatMap(({ contact }): ContactReference[] => (contact ? [contact] : []));
  const [companies, contacts] = await Promise.all([
    loadCompanyDirectory(
      identity,
      drafts.map((draft) => draft.company),
    ),
    loadContactDirectory(identity, people),
  ]);
  return drafts.map((draft) => ({
    company: resolveCompany(draft.company, companies),
    contact: draft.contact ? resolveContact(draft.contact, contacts) : null,
  }));
}
