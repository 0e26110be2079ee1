/** Decides which company and person the event of a signal means, among the profiles read. Pure. */
import type { SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { References } from './directory.js';
import { type CompanyDirectory, resolveCompany } from './resolve-company.js';
import { type ContactDirectory, resolveContact } from './resolve-contact.js';

type Links = Pick<SignalRecord, 'company' | 'contact'>;

export interface Directories {
  companies: CompanyDirectory;
  contacts: ContactDirectory;
}

export function referencesOf(drafts: readonly SignalDraft[]): References {
  return {
    companies: drafts.map(({ company }) => company),
    contacts: drafts.flatMap(({ contact }) => contact ?? []),
  };
}

export function resolveLinks(draft: SignalDraft, { companies, contacts }: Directories): Links {
  return {
    company: resolveCompany(draft.company, companies),
    contact: draft.contact ? resolveContact(draft.contact, contacts) : null,
  };
}
