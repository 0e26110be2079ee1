/**
 * The identifiers by which an event or a profile names a company. Prefixes (`domain:`, `cik:`,
 * `ticker:`, `network:`, `board:`, `name:`) let them share one lookup.
 */
import { normaliseCompanyName } from '../normalise/company-name.js';
import type { CompanyDetails, CompanyReference } from '../ports/event-records.js';

type NamedCompany = CompanyReference & { boards?: readonly string[] };

/** Returns a company's identifiers, the most reliable first: the first known one decides. */
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

export function profileIdentifiers(profile: CompanyDetails): string[] {
  return companyIdentifiers({ ...profile, board: null });
}

/** Returns the key of a company with a profile: its domain, or else its first identifier. */
export function profileKey(profile: CompanyDetails): string {
  return profile.domain ?? profileIdentifiers(profile)[0] ?? '';
}

/** Returns the key of a company that is known only by its name. */
export function nameKey(name: string): string {
  return `name:${normaliseCompanyName(name)}`;
}

const UNRESOLVED = 'unresolved:';

/** Returns the key of events that may mean the profile with this key, but not certainly. */
export function unresolvedKey(key: string): string {
  return `${UNRESOLVED}${key}`;
}

/** Returns true if events with this key may mean a profile of that name or another company. */
export function isUnresolved(key: string): boolean {
  return key.startsWith(UNRESOLVED);
}
