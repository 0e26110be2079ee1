import type { Company, Contact } from '../schemas/types.generated.js';

/** A company as known today: from its profile, or from the newest signal that names it. */
export interface KnownCompany {
  /**
   * Links signals to the company: its domain, or `name:<normalised name>` without one; with `unresolved:`
   * before it if that is the key of a profile which the events do not surely mean.
   */
  key: string;
  company: Company;
}

/** What questions ask of a company beside its signals. */
export interface CompanyFacts {
  industries: readonly string[];
  /** ISO 3166-1 alpha-2, empty when unknown. */
  country: string;
  /** `null` for an open end; both when unknown. */
  employees: { low: number | null; high: number | null };
}

/** Of more, some are not told. */
export const MAX_INDUSTRIES = 5_000;

/** What companies may have in common; an empty list asks for nothing. */
export interface CompanyTraits {
  /** One of them; ISO 3166-1 alpha-2. */
  countries: readonly string[];
  /** Parts of the name of an industry, in lower case: one of them. */
  industries: readonly string[];
}

export interface KnownContact {
  /** Link signals to the person; several if some events say only an email, others a profile URL. */
  keys: readonly [string, ...string[]];
  contact: Contact;
  /** Today's employer, `null` when unknown. */
  employer: KnownCompany | null;
}

export interface ContactIdentifiers {
  email?: string | undefined;
  networkUrl?: string | undefined;
}

export interface SuggestedCompany extends KnownCompany {
  signalCount: number;
}

/** What a company is called, nearly as a text says. */
export interface NearName {
  /** The first word of the normalised name, its first two, or all of it. */
  words: string;
  /** How many letters of the text are wrong, blanks aside; two in each other's place are one. */
  errors: number;
  /** Of the company of that name with the most. */
  signalCount: number;
}

/**
 * Lookups of companies and people; identifiers are given normalised. Read-only, throws a
 * retriable `AppError` (`unavailable`) when the store cannot be reached.
 */
export interface IdentityGraph {
  /** By key; what is unknown is absent. */
  companies(keys: readonly string[]): Promise<Map<string, KnownCompany>>;
  /** By key, from profiles alone; what has none is absent. */
  facts(keys: readonly string[]): Promise<Map<string, CompanyFacts>>;
  /** Keys of companies that have both, from profiles alone; no more than `limit`, in any order. */
  keysWith(traits: CompanyTraits, limit: number): Promise<string[]>;
  /** Names of industries that profiles give, at most `MAX_INDUSTRIES`, in any order but always the same. */
  industries(): Promise<readonly string[]>;
  /** One entry per domain asked for, in order, `null` where unknown. */
  companiesByDomain(domains: readonly string[]): Promise<(KnownCompany | null)[]>;
  companyByNetworkUrl(networkUrl: string): Promise<KnownCompany | null>;
  /** Companies whose normalised name equals that of `name`, unresolved ones among them. */
  companiesNamed(name: string): Promise<KnownCompany[]>;
  /**
   * For each text, normalised and without blanks: what companies are called that begins with the same letter and
   * differs by no more than one letter, from nine letters on two. Those with the fewest errors first, then with
   * the most signals; texts without any are absent. One error within the first five letters is found. The
   * work has a limit however many companies there are.
   */
  nearestNames(texts: readonly string[]): Promise<ReadonlyMap<string, readonly NearName[]>>;
  /** The best 20 companies by trigram Jaccard >= 0.6 of normalised names, unresolved ones among them, best first. */
  companiesLike(name: string): Promise<KnownCompany[]>;
  /**
   * Companies whose normalised name or domain begins with the text, then those with a similar one: at least
   * 60 % of its beginning typed rightly, or trigram Jaccard >= 0.3 (of domains without their last label); in
   * both cases the most similar first. The work has a limit however many companies there are: of a very
   * common beginning some are not found.
   */
  suggest(text: string, limit: number): Promise<SuggestedCompany[]>;
  /** One entry per person asked for, in order; the email decides when both are given and known. */
  contacts(people: readonly ContactIdentifiers[]): Promise<(KnownContact | null)[]>;
}
