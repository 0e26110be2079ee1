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
  eventVersion: bigint;
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
  source: string;
  eventId: string;
  observedAtMs: number;
  eventVersion: bigint;
}

/**
 * Profiles of companies and people, for ingest. What is put or withdrawn last stands; callers decide
 * what that is from everything observed. Throws a retriable `AppError` (`unavailable`) when the store is away.
 */
export interface IdentityStore {
  companies(keys: readonly string[]): Promise<Map<string, CompanyRecord>>;
  /** Every profile that holds one of the identifiers today, at most a few per identifier. */
  companiesHolding(identifiers: readonly string[]): Promise<CompanyRecord[]>;
  putCompanies(records: readonly CompanyRecord[]): Promise<void>;
  withdrawCompanies(records: readonly CompanyRecord[]): Promise<void>;
  /** Makes companies without a profile findable by name. */
  putNames(names: readonly { companyKey: string; name: string }[]): Promise<void>;
  /** Every profile that holds one of these (`email:…`, `network:…`) today. */
  contactsHolding(identifiers: readonly string[]): Promise<ContactRecord[]>;
  contacts(keys: readonly string[]): Promise<Map<string, ContactRecord>>;
  /**
   * Profiles whose employer was named by any of these company identifiers, by key, at most `limit` of
   * those after `afterKey`. `next` is where the next page starts, `null` on the last one.
   */
  contactsEmployedBy(
    identifiers: readonly string[],
    afterKey: string | null,
    limit: number,
  ): Promise<{ records: ContactRecord[]; next: string | null }>;
  putContacts(records: readonly ContactRecord[]): Promise<void>;
  withdrawContacts(records: readonly ContactRecord[]): Promise<void>;
}
