import type { CompanyReference } from './event-records.js';
import type { CompanyLink } from './signal-writer.js';

/** A company as its newest profile describes it. */
export interface CompanyRecord extends CompanyLink {
  country: string | null;
  aliases: string[];
  boards: string[];
  tickers: string[];
  cik: string | null;
  /** `domain:`, `cik:`, `ticker:`, `network:`, `board:`, `name:` with normalised values. */
  identifiers: string[];
  source: string;
  eventId: string;
  observedAtMs: number;
}

/** A person as the newest profile describes them. */
export interface ContactRecord {
  key: string;
  /** `email:`, `network:`: every address the person had, the current ones among them. */
  identifiers: string[];
  email: string | null;
  networkUrl: string | null;
  name: string | null;
  title: string | null;
  employer: CompanyReference | null;
  /** Key of the employer, empty when unknown. */
  employerKey: string;
  /** Domain of the employer, as its profile has it. */
  employerDomain: string | null;
  source: string;
  eventId: string;
  observedAtMs: number;
}

/** A name by which a company may be found. */
export interface CompanyName {
  companyKey: string;
  name: string;
}

/**
 * Profiles of companies and people, for ingest. The last put or withdrawal wins; callers decide what to
 * write from all observations. Throws a retriable `AppError` (`unavailable`) if the store is unavailable.
 */
export interface IdentityStore {
  /** Profiles under these keys, and those that hold one of the identifiers today (a few for each). */
  companies(keys: readonly string[], identifiers: readonly string[]): Promise<CompanyRecord[]>;
  putCompanies(
    records: readonly CompanyRecord[],
    withdrawn?: readonly CompanyRecord[],
  ): Promise<void>;
  /** Makes companies findable by name. */
  putNames(names: readonly CompanyName[]): Promise<void>;
  /** Profiles under these keys, and those that hold one of these (`email:…`, `network:…`) today. */
  contacts(keys: readonly string[], identifiers: readonly string[]): Promise<ContactRecord[]>;
  /**
   * Profiles whose employer was named by any of these company identifiers, by key, at most `limit` of
   * those after `afterKey`. `next` is where the next page starts, `null` on the last one.
   */
  contactsEmployedBy(
    identifiers: readonly string[],
    afterKey: string | null,
    limit: number,
  ): Promise<{ records: ContactRecord[]; next: string | null }>;
  putContacts(
    records: readonly ContactRecord[],
    withdrawn?: readonly ContactRecord[],
  ): Promise<void>;
}
