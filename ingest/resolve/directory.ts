/**
 * Reads the companies and people that references may mean: the stored ones, updated by the
 * decisions of the batch. Each identifier is read once.
 */
import { companyIdentifiers } from '../../shared/domain/identity/company-identifiers.js';
import { contactIdentifiers } from '../../shared/domain/identity/contact-identifiers.js';
import type {
  CompanyReference,
  ContactReference,
} from '../../shared/domain/ports/event-records.js';
import type {
  CompanyRecord,
  ContactRecord,
  IdentityStore,
} from '../../shared/domain/ports/identity-store.js';

export interface References {
  companies: readonly CompanyReference[];
  contacts: readonly ContactReference[];
}

export interface StoredProfiles {
  companies: readonly CompanyRecord[];
  contacts: readonly ContactRecord[];
  /** Identifiers that were already looked up. */
  lookedUp: ReadonlySet<string>;
}

/** Profiles, keyed by the identifiers they hold. */
export type Directory<Profile> = ReadonlyMap<string, readonly Profile[]>;

/** Returns `previous`, and every profile that the references may mean or that has one of the keys. */
export async function readProfiles(
  identity: Pick<IdentityStore, 'companies' | 'contacts'>,
  references: References,
  keys: { companies: readonly string[]; contacts: readonly string[] } = NO_KEYS,
  previous: StoredProfiles = NO_PROFILES,
): Promise<StoredProfiles> {
  const isNew = (identifier: string): boolean => !previous.lookedUp.has(identifier);
  const companies = [...new Set(references.companies.flatMap(companyIdentifiers))].filter(isNew);
  const contacts = [...new Set(references.contacts.flatMap(contactIdentifiers))].filter((each) =>
    isNew(contactLookup(each)),
  );
  const [foundCompanies, foundContacts] = await Promise.all([
    identity.companies(keys.companies, companies),
    identity.contacts(keys.contacts, contacts),
  ]);
  return {
    companies: merged(previous.companies, foundCompanies),
    contacts: merged(previous.contacts, foundContacts),
    lookedUp: new Set([...previous.lookedUp, ...companies, ...contacts.map(contactLookup)]),
  };
}

const NO_KEYS = { companies: [], contacts: [] };
const NO_PROFILES: StoredProfiles = { companies: [], contacts: [], lookedUp: new Set() };

/** Distinguishes people from companies, because both have `network:` identifiers. */
function contactLookup(identifier: string): string {
  return `contact-${identifier}`;
}

/** Builds the directory of the stored profiles, updated by the decisions of the batch. */
export function directoryOf<Profile extends { key: string; identifiers: readonly string[] }>(
  stored: readonly Profile[],
  decided: { records: readonly Profile[]; withdrawn: readonly Profile[] },
): Directory<Profile> {
  const withdrawnKeys = new Set(decided.withdrawn.map(({ key }) => key));
  const profiles = merged(stored, decided.records).filter(({ key }) => !withdrawnKeys.has(key));
  const directory = new Map<string, Profile[]>();
  for (const profile of profiles) {
    for (const identifier of profile.identifiers) {
      const holders = directory.get(identifier);
      if (holders) holders.push(profile);
      else directory.set(identifier, [profile]);
    }
  }
  return directory;
}

function merged<Profile extends { key: string }>(
  profiles: readonly Profile[],
  newer: readonly Profile[],
): Profile[] {
  return [...new Map([...profiles, ...newer].map((each) => [each.key, each])).values()];
}
