/**
 * Decides which person an event's reference means: by email, else by profile URL. The current owner
 * of an address is preferred to a former one; if several people have it, it does not match. Without
 * a profile, the person is the reference itself, keyed by profile URL, else email. Pure.
 */
import { contactIdentifiers } from '../../shared/domain/identity/contact-identifiers.js';
import type { ContactReference } from '../../shared/domain/ports/event-records.js';
import type { ContactRecord } from '../../shared/domain/ports/identity-store.js';
import type { ContactLink } from '../../shared/domain/ports/signal-writer.js';
import type { Directory } from './directory.js';

export type ContactDirectory = Directory<ContactRecord>;

export function resolveContact(
  reference: ContactReference,
  directory: ContactDirectory,
): ContactLink {
  for (const identifier of contactIdentifiers(reference)) {
    const profile = onlyHolder(directory, identifier);
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

function onlyHolder(directory: ContactDirectory, identifier: string): ContactRecord | undefined {
  const holders = directory.get(identifier) ?? [];
  const current = holders.filter((each) => contactIdentifiers(each).includes(identifier));
  const candidates = current.length > 0 ? current : holders;
  return candidates.length === 1 ? candidates[0] : undefined;
}
