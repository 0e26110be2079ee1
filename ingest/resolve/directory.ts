/**
 * Reads the companies and people that references may mean: the stored ones, updated by the
 * decisions of the batch.
 */
import { groupByEach } from '../../shared/domain/group-by.js';
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
}

/** Profiles, keyed by the identifiers they hold. */
export type Directory<Profile> = ReadonlyMap<string, readonly Profile[]>;

/** Returns every profile that the references may mean or that has one of the keys. */
export async function readProfiles(
  identity: Pick<IdentityStore, 'companies' | 'contacts'>,
  references: References,
  keys: { companies: readonly string[]; contacts: readonly string[] } = NO_KEYS,
): Promise<StoredProfiles> {
  const companyIds = new Set(references.companies.flatMap(companyIdentifiers));
  const contactIds = new Set(references.contacts.flatMap(contactIdentifiers));
  const [companies, contacts] = await Promise.all([
    identity.companies(keys.companies, [...companyIds]),
    identity.contacts(keys.contacts, [...contactIds]),
  ]);
  return { companies, contacts };
}

const NO_KEYS = { companies: [], contacts: [] };

/** Builds the directory of the stored profiles, updated by the decisions of the batch. */
export function directoryOf<Profile extends { key: string; identifiers: readonly string[] }>(
  stored: readonly Profile[],
  decided: { records: readonly Profile[]; withdrawn: readonly Profile[] },
): Directory<Profile> {
  const withdrawnKeys = new Set(decided.withdrawn.map(({ key }) => key));
  const byKey = new Map([...stored, ...decided.records].map((each) => [each.key, each]));
  const profiles = [...byKey.values()].filter(({ key }) => !withdrawnKeys.has(key));
  return groupByEach(profiles, ({ identifiers }) => identifiers);
}
