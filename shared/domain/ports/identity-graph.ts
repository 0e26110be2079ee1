import type { Company, Contact } from '../schemas/types.generated.js';

/** A company as known today: from its profile, or else from the newest signal that names it. */
export interface KnownCompany {
  /**
   * Links signals to the company: its domain, or `name:<normalised name>` if it has none. The key
   * of a profile is prefixed by `unresolved:` if it is not certain that the events mean that
   * profile.
   */
  key: string;
  company: Company;
}

/** What questions ask about a company in addition to its signals. */
export interface CompanyFacts {
  industries: readonly string[];
  /** ISO 3166-1 alpha-2, empty if unknown. */
  country: string;
  /** An end is `null` if the range is open there. Both are `null` if the size is unknown. */
  employees: { low: number | null; high: number | null };
}

/** The greatest number of names that `industries` returns. If there are more, some are left out. */
export const MAX_INDUSTRIES = 5_000;

/** What a group of companies has in common. An empty list does not restrict the group. */
export interface CompanyTraits {
  /** The company is in one of these countries (ISO 3166-1 alpha-2). */
  countries: readonly string[];
  /** The name of one of the company's industries contains one of these texts, in lower case. */
  industries: readonly string[];
}

/** A person as known today: from their profile, or else from the newest signal that names them. */
export interface KnownContact {
  /** Link signals to the person. Several if some events give an email only, others a URL. */
  keys: readonly [string, ...string[]];
  contact: Contact;
  /** Today's employer, `null` if unknown. */
  employer: KnownCompany | null;
}

/** People whose name is equal or similar to a text. */
export interface NamedPeople {
  /** The name in lower case, words one space apart. */
  name: string;
  /** Wrong letters in the text; two swapped letters count once. */
  errors: number;
  /** Keys of people who have or had the name: up to 100, sorted. */
  keys: readonly string[];
}

/** How a caller names a person: an email, a profile URL, or both, normalized. */
export interface ContactIdentifiers {
  email?: string | undefined;
  networkUrl?: string | undefined;
}

export interface SuggestedCompany extends KnownCompany {
  signalCount: number;
}

/** A company name that is similar to a text, which may be misspelled. */
export interface NearName {
  /** The first word of the normalized name, its first two words, or all of it. */
  words: string;
  /** Wrong letters in the text. Spaces do not count; two swapped letters count once. */
  errors: number;
  /** The number of signals of the company that has this name; the greatest if several have it. */
  signalCount: number;
}

/**
 * Finds companies and people. Callers pass normalized identifiers. Read-only. Methods reject with a
 * retriable `AppError` if the store cannot be reached.
 */
export interface IdentityGraph {
  /** Returns companies keyed by their key, such as their domain. Unknown keys are absent. */
  companies(keys: readonly string[]): Promise<Map<string, KnownCompany>>;
  /** Returns facts from profiles, keyed by company key. Companies without a profile are absent. */
  facts(keys: readonly string[]): Promise<Map<string, CompanyFacts>>;
  /** Returns keys of companies with both traits, from profiles: up to `limit`, in any order. */
  keysWith(traits: CompanyTraits, limit: number): Promise<string[]>;
  /** Returns up to `MAX_INDUSTRIES` industries that profiles name, always in the same order. */
  industries(): Promise<readonly string[]>;
  /** Returns the company with this profile URL, `null` if it is unknown. */
  companyByNetworkUrl(networkUrl: string): Promise<KnownCompany | null>;
  /**
   * Returns the companies whose normalized name equals that of `name`, also unresolved ones.
   * Companies with a domain come first, then they are sorted by key.
   */
  companiesNamed(name: string): Promise<KnownCompany[]>;
  /**
   * Finds company names that are similar to texts (normalized, without spaces), keyed by text. A
   * name begins with the same letter as the text and differs by at most one letter, or two from
   * nine letters on; at most one of the errors is within the first five letters. The names with the
   * fewest errors come first, then those with the most signals. Texts without any are absent. The
   * work is limited however many companies there are.
   */
  nearestNames(texts: readonly string[]): Promise<ReadonlyMap<string, readonly NearName[]>>;
  /**
   * Returns the 20 companies with the most similar names, the best first, also unresolved ones:
   * trigram Jaccard similarity of normalized names, at least 0.6.
   */
  companiesLike(name: string): Promise<KnownCompany[]>;
  /**
   * Returns companies whose normalized name or domain begins with the text, then those with a
   * similar one: a later word of the name begins with the text, at least 60 % of its beginning is
   * typed correctly, or the trigram Jaccard similarity is at least 0.3 (of domains without their
   * last label). In both groups the most similar come first. The work is limited however many companies there are, so some companies are
   * not found by a very common beginning.
   */
  suggest(text: string, limit: number): Promise<SuggestedCompany[]>;
  /**
   * Finds people by a name of two or more words, in any case, also with the last word first or
   * without words in between. Names with up to two wrong letters are found if they have the first
   * or the last word as typed, and the others begin with the same letter. The names with the fewest
   * errors come first. The work is limited however many people there are.
   */
  peopleNamed(name: string): Promise<NamedPeople[]>;
  /**
   * Returns one entry per person, in the order of `people`; `null` if the person is unknown. If
   * both identifiers are given and known, the email decides.
   */
  contacts(people: readonly ContactIdentifiers[]): Promise<(KnownContact | null)[]>;
}
