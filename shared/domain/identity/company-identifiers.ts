/**
 * The identifiers by which an event or a profile names a company, prefixed by their kind so that
 * they share one lookup: `domain:`, `cik:`, `ticker:`, `network:`, `board:`, `name:`.
 */
import { normaliseCompanyName } from '../normalise/company-name.js';
import type { CompanyFacts, CompanyReference } from '../ports/event-records.js';

type NamedCompany = CompanyReference & { boards?: readonly string[] };

/** In the order in which they decide. */
export function companyIdentifiers(company: NamedCompany): string[] {
  const names = [company.name, ...company.aliases].filter((name) => name !== null);
  const identifiers = [
    company.domain && `domain:${company.domain}`,
    company.cik && `cik:${company.cik}`,
    ...company.tickers.map((ticker) => `ticker:${ticker}`),
    company.networkUrl && `network:${company.networkUrl}`,
    company.board && `board:${company.board}`,
    ...(company.boards ?? []).map((board) => `board:${board}`),
    ...names.map((name) => `name:${normaliseCompanyName(name)}`),
  ];
  return [...new Set(identifiers.filter((each): each is string => Boolean(each)))];
}

export function profileIdentifiers(profile: CompanyFacts): string[] {
  return companyIdentifiers({ ...profile, board: null });
}

/** Key of a company with a profile: its domain; without one, the first other identifier. */
export function profileKey(profile: CompanyFacts): string {
  return profile.domain ?? profileIdentifiers(profile)[0] ?? '';
}

/** Key of a company that is known by its name alone. */
export function nameKey(name: string): string {
  return `name:${normaliseCompanyName(name)}`;
}

const UNRESOLVED = 'unresolved:';

/** Key of the events that may mean the profile with this key, but do not surely mean it. */
export function unresolvedKey(profileKey: string): string {
  return `${UNRESOLVED}${profileKey}`;
}

/** The events of this key may mean a profile of the same name, or another company. */
export function isUnresolved(key: string): boolean {
  return key.startsWith(UNRESOLVED);
}
