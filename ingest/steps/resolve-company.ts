/**
 * Decides which company an event's reference means: nobody rather than somebody wrong. Domain, CIK,
 * ticker, profile URL, board, then equality of names without a contradicting country; what several
 * profiles hold decides nothing. Pure: the same directory always gives the same answer.
 */
import { companyIdentifiers, nameKey } from '../../shared/company-identifiers.js';
import type { CompanyReference } from '../../shared/ports/event-records.js';
import type { CompanyRecord, IdentityStore } from '../../shared/ports/identity-store.js';
import type { CompanyLink } from '../../shared/ports/signal-writer.js';

/** Profiles by the identifiers they hold today. */
export type CompanyDirectory = ReadonlyMap<string, readonly CompanyRecord[]>;

/** Every profile that any of the references might mean, with one query. */
export async function loadCompanyDirectory(
  identity: IdentityStore,
  references: readonly CompanyReference[],
): Promise<CompanyDirectory> {
  const wanted = [...new Set(references.flatMap(companyIdentifiers))];
  const directory = new Map<string, CompanyRecord[]>(wanted.map((identifier) => [identifier, []]));
  for (const record of await identity.companiesHolding(wanted)) {
    for (const identifier of record.identifiers) directory.get(identifier)?.push(record);
  }
  return directory;
}

export function resolveCompany(
  reference: CompanyReference,
  directory: CompanyDirectory,
): CompanyLink {
  if (reference.domain !== null) {
    const profile = onlyHolder(directory, `domain:${reference.domain}`);
    return profile ? linkTo(profile) : unprofiled(reference, reference.domain);
  }
  for (const identifier of companyIdentifiers(reference)) {
    const profile = onlyHolder(directory, identifier);
    if (profile && !(isName(identifier) && contradicts(profile, reference))) return linkTo(profile);
  }
  return unprofiled(reference, keyWithoutProfile(reference));
}

function onlyHolder(directory: CompanyDirectory, identifier: string): CompanyRecord | undefined {
  const holders = directory.get(identifier) ?? [];
  return holders.length === 1 ? holders[0] : undefined;
}

function isName(identifier: string): boolean {
  return identifier.startsWith('name:');
}

function contradicts(profile: CompanyRecord, reference: CompanyReference): boolean {
  return (
    profile.country !== null && reference.country !== null && profile.country !== reference.country
  );
}

function linkTo(profile: CompanyRecord): CompanyLink {
  return {
    key: profile.key,
    domain: profile.domain,
    name: profile.name,
    networkUrl: profile.networkUrl,
    industries: profile.industries,
    employeeCountLow: profile.employeeCountLow,
    employeeCountHigh: profile.employeeCountHigh,
  };
}

function unprofiled(reference: CompanyReference, key: string): CompanyLink {
  return {
    key,
    domain: reference.domain,
    name: reference.name,
    networkUrl: reference.networkUrl,
    industries: [],
    employeeCountLow: null,
    employeeCountHigh: null,
  };
}

/** Empty when the event names no company at all. */
function keyWithoutProfile(reference: CompanyReference): string {
  if (reference.name !== null) return nameKey(reference.name);
  return companyIdentifiers(reference)[0] ?? '';
}
