/** What an event says about which company it concerns; every identifier is normalised or null. */
export interface CompanyReference {
  name: string | null;
  domain: string | null;
  networkUrl: string | null;
  cik: string | null;
  tickers: string[];
  /** A job board's slug, prefixed by its host kind: `greenhouse:acme`. */
  board: string | null;
  /** ISO 3166-1 alpha-2, or null. */
  country: string | null;
  /** Other names the event gives it; they count only where the name itself is unknown. */
  aliases: string[];
}

export interface ContactReference {
  name: string | null;
  email: string | null;
  networkUrl: string | null;
  title: string | null;
}

/** The event that a signal is shown to come from. */
export interface SignalOrigin {
  source: string;
  eventId: string;
  observedAtMs: number;
  /** Of two versions of a signal the greater one wins. */
  eventVersion: bigint;
}

/** One signal as an event yields it, before company and contact are resolved. */
export interface SignalDraft {
  origin: SignalOrigin;
  signalId: string;
  signalType: string;
  signalSubtype: string;
  signalName: string;
  /** The subtype is provisional; the summary's vector decides it when the event is written. */
  subtypeIsOpen: boolean;
  /** How sure the subtype is, from 0 to 1: 1 if the source states it. */
  confidence: number;
  /** Milliseconds since the epoch. */
  detectedAtMs: number;
  association: 'company' | 'contact';
  company: CompanyReference;
  contact: ContactReference | null;
  /** Contains `summary`, the text that is embedded. */
  data: Record<string, unknown> & { summary: string };
}

/** A company's profile; every identifier is normalised or null. */
export interface CompanyFacts {
  name: string | null;
  domain: string | null;
  networkUrl: string | null;
  industries: string[];
  employeeCountLow: number | null;
  employeeCountHigh: number | null;
  /** ISO 3166-1 alpha-2, or null. */
  country: string | null;
  aliases: string[];
  /** Slugs of its job boards, prefixed by their host kind. */
  boards: string[];
  tickers: string[];
  /** Ten digits, or null. */
  cik: string | null;
}

/** A person's profile; has an email or a profile URL. */
export interface ContactFacts extends ContactReference {
  employer: CompanyReference | null;
}

export interface EventSnapshot {
  /**
   * `observed_at` for records that are kept per observation, 0 if versions of the event replace each
   * other.
   */
  takenAtMs: number;
  evidence: Evidence;
}

/** An event that passed every step which needs no store. */
export interface NormalisedEvent {
  source: string;
  eventId: string;
  kind: string;
  observedAtMs: number;
  /** False if it is the time of the file, which says nothing about the event. */
  hasOwnTime: boolean;
  /** SHA-256 of the canonical payload, hexadecimal; decides between versions of equal time. */
  payloadHash: string;
  signals: SignalDraft[];
  companyProfile: CompanyFacts | null;
  contactProfile: ContactFacts | null;
  /** Which of the signals is a story of the press, that others may tell too. */
  storyId: string | null;
  /** What the event adds to the history of a person or a board. */
  snapshot: EventSnapshot | null;
  /** Vector delivered with the event, for its only signal, as `packVector` makes it. */
  embedding: string | null;
}

/** What one event says about a company. */
export interface CompanyEvidence {
  kind: 'company';
  facts: CompanyFacts;
}

/** What one observation says about a person. */
export interface ContactEvidence {
  kind: 'contact';
  /** A profile makes a contact; a milestone only says where somebody is now. */
  evidence: 'profile' | 'milestone';
  /** When it was so, milliseconds since the epoch. */
  atMs: number;
  facts: ContactFacts;
}

/** All open jobs of a board, or one part of them, at one moment. */
export interface BoardEvidence {
  kind: 'board';
  /** Slug, unique within the source. */
  board: string;
  /** When the board was read, milliseconds since the epoch. */
  atMs: number;
  /** From 1. */
  part: number;
  parts: number;
  company: CompanyReference;
  /** Open jobs by department; jobs without one are under the empty name. */
  departments: Readonly<Record<string, number>>;
  /** Left out where only the counts are asked for. */
  jobs: BoardJob[];
}

export interface BoardJob {
  id: string;
  title: string;
  department: string | null;
  location: string | null;
  url: string | null;
  postedAt: string | null;
}

export type Evidence = CompanyEvidence | ContactEvidence | BoardEvidence;
