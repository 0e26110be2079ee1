/** Decides which company and person the event of a signal means, among the profiles read. Pure. */
import { contactIdentifiers } from '../../shared/domain/identity/contact-identifiers.js';
import type { ContactReference, SignalDraft } from '../../shared/domain/ports/event-records.js';
import type { ContactRecord } from '../../shared/domain/ports/identity-store.js';
import type { ContactLink, SignalRecord } from '../../shared/domain/ports/signal-writer.js';
import type { Directory, References } from './directory.js';
import { type CompanyDirectory, resolveCompany } from './resolve-company.js';

type ContactDirectory = Directory<ContactRecord>;

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

/**
 * Decides which person a reference means: by email, else by profile URL. The current owner of an
 * address is preferred to a former one; if several people have it, it does not match. Without a
 * profile, the person is the reference itself, keyed by profile URL, else email.
 */
function resolveContact(reference: ContactReference, directory: ContactDirectory): ContactLink {
  for (const identifier of contactIdentifiers(reference)) {
    const profile = ownerOf(directory, identifier);
    if (!profile) continue;
    return {
      key: profile.key,
      name: profile.name ?? reference.name,
      email: profile.email ?? reference.email,
      networkUrl: profile.networkUrl ?? reference.networkUrl,
      title: profile.title ?? reference.title,
    };
  }
  return { key: contactIdentifiers(reference).at(-1) ?? '', ...reference };
}

function ownerOf(directory: ContactDirectory, identifier: string): ContactRecord | undefined {
  const holders = directory.get(identifier) ?? [];
  const current = holders.filter((each) => contactIdentifiers(each).includes(identifier));
  const candidates = current.length > 0 ? current : holders;
  return candidates.length === 1 ? candidates[0] : undefined;
}
