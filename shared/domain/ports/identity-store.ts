import type { CompanyDetails, ContactDetails, EventOrigin } from './event-records.js';

/** A company as its newest profile describes it. */
export interface CompanyRecord extends CompanyDetails, EventOrigin {
  key: string;
  /** The identifiers of the company, such as `domain:acme.example`; see `companyIdentifiers`. */
  identifiers: string[];
}

/** A person as their newest profile describes them. */
export interface ContactRecord extends ContactDetails, EventOrigin {
  key: string;
  /** Every address the person has or had, prefixed by `email:` or `network:`. */
  identifiers: string[];
  /** Key of the employer, empty if unknown. */
  employerKey: string;
  /** Domain of the employer, from the employer's profile. */
  employerDomain: string | null;
}

/** A name by which a company can be found. */
export interface CompanyName {
  companyKey: string;
  name: string;
}

/**
 * Stores profiles of companies and people, for ingest. The last put or withdrawal of a key wins:
 * callers decide what to write from all observations. Repeating a write changes nothing. Methods
 * reject with a retriable `AppError` if the store is unavailable.
 */
export interface IdentityStore {
  /**
   * Returns the profiles with these keys, and those that have one of the identifiers today (only a
   * few for each identifier). Each profile is returned once, in any order.
   */
  companies(keys: readonly string[], identifiers: readonly string[]): Promise<CompanyRecord[]>;
  /** Stores `records`, and hides the profiles in `withdrawn`. */
  putCompanies(
    records: readonly CompanyRecord[],
    withdrawn?: readonly CompanyRecord[],
  ): Promise<void>;
  /** Makes companies findable by name. Names are never removed: a search drops former ones. */
  putNames(names: readonly CompanyName[]): Promise<void>;
  /**
   * Returns the people with these keys, and those who have one of these addresses (`email:…`,
   * `network:…`). Each is returned once, in any order.
   */
  contacts(keys: readonly string[], identifiers: readonly string[]): Promise<ContactRecord[]>;
  /**
   * Returns a page of the people whose employer is named by one of these company identifiers: at
   * most `limit`, sorted by key, after `afterKey` (`null` for the first page). `next` is the
   * `afterKey` of the next page, `null` on the last page.
   */
  contactsEmployedBy(
    identifiers: readonly string[],
    afterKey: string | null,
    limit: number,
  ): Promise<{ records: ContactRecord[]; next: string | null }>;
  /** Stores `records`, and hides the profiles in `withdrawn`. */
  putContacts(
    records: readonly ContactRecord[],
    withdrawn?: readonly ContactRecord[],
  ): Promise<void>;
}
