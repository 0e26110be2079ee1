/**
 * Decides which company an event's reference means; no match is better than a wrong match. Profiles
 * match by domain, CIK, ticker, profile URL, board, equal name, in this order; by ticker and name
 * only if the countries do not contradict each other. An identifier of several profiles does not
 * match. A reference without a match never gets the key of a profile. Pure: the same directory
 * always gives the same result.
 */
import {
  companyIdentifiers,
  nameKey,
  unresolvedKey,
} from '../../shared/domain/identity/company-identifiers.js';
import type { CompanyReference } from '../../shared/domain/ports/event-records.js';
import type { CompanyRecord } from '../../shared/domain/ports/identity-store.js';
import type { CompanyLink } from '../../shared/domain/ports/signal-writer.js';
import type { Directory } from './directory.js';

export type CompanyDirectory = Directory<CompanyRecord>;

export function resolveCompany(
  reference: CompanyReference,
  directory: CompanyDirectory,
): CompanyLink {
  for (const identifier of companyIdentifiers({ ...reference, name: null, aliases: [] })) {
    const [profile, ...others] = holdersOf(directory, identifier);
    if (!profile || others.length > 0) continue;
    const isDoubtful = identifier.startsWith('ticker:') && contradicts(profile, reference);
    if (!isDoubtful) return linkTo(profile);
  }
  // A domain that no profile holds is a company of its own, whatever its name is.
  if (reference.domain !== null) return linkByKey(reference, reference.domain);
  const profile = profileByName(reference, directory);
  return profile ? linkTo(profile) : linkByKey(reference, keyWithoutProfile(reference, directory));
}

/** Finds the profile by its name, else by the aliases if they all mean the same profile. */
function profileByName(
  reference: CompanyReference,
  directory: CompanyDirectory,
): CompanyRecord | undefined {
  const namesakes = reference.name === null ? [] : holdersOf(directory, nameKey(reference.name));
  const candidates =
    namesakes.length > 0
      ? namesakes
      : reference.aliases.flatMap((alias) => {
          const holders = holdersOf(directory, nameKey(alias));
          return holders.length === 1 ? holders : [];
        });
  const [profile, ...others] = [...new Set(candidates)];
  if (!profile || others.length > 0 || contradicts(profile, reference)) return undefined;
  return profile;
}

function holdersOf(directory: CompanyDirectory, identifier: string): readonly CompanyRecord[] {
  return directory.get(identifier) ?? [];
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

function linkByKey(reference: CompanyReference, key: string): CompanyLink {
  return {
    key,
    domain: reference.domain,
    // If the company has no name, the slug of its board is shown.
    name: reference.name ?? reference.board?.replace(/^[^:]*:/, '') ?? null,
    networkUrl: reference.networkUrl,
    industries: [],
    employeeCountLow: null,
    employeeCountHigh: null,
  };
}

/** Returns a key for a company without a profile; empty if the event does not name a company. */
function keyWithoutProfile(reference: CompanyReference, directory: CompanyDirectory): string {
  const identifier =
    reference.name === null ? (companyIdentifiers(reference)[0] ?? '') : nameKey(reference.name);
  // The key of a profile without a domain is its first identifier, so this one may be taken.
  const isTaken = holdersOf(directory, identifier).some(({ key }) => key === identifier);
  return isTaken ? unresolvedKey(identifier) : identifier;
}
