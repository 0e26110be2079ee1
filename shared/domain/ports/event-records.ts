/** How an event names the company that it concerns. Every identifier is normalized, or `null`. */
export interface CompanyReference {
  name: string | null;
  domain: string | null;
  networkUrl: string | null;
  /** The company's number at the SEC: ten digits, or `null`. */
  cik: string | null;
  tickers: string[];
  /** Slug of a job board, prefixed by the kind of its host, for example `greenhouse:acme`. */
  board: string | null;
  /** ISO 3166-1 alpha-2, or `null`. */
  country: string | null;
  /** Other names that the event gives the company. Those of a reference count if it has no name. */
  aliases: string[];
}

/** How an event names a person. Every identifier is normalized, or `null`. */
export interface ContactReference {
  name: string | null;
  email: string | null;
  networkUrl: string | null;
  title: string | null;
}

/** The event that something comes from. */
export interface EventOrigin {
  source: string;
  eventId: string;
  /** Milliseconds since the epoch. */
  observedAtMs: number;
}

/** A version of an event, which an event, its signals and its snapshot have in common. */
export interface SignalOrigin extends EventOrigin {
  /** Of two versions, the one with the greater number wins; see `versions.ts`. */
  eventVersion: bigint;
}

/** A signal as an event yields it, before its company and its person are looked up. */
export interface SignalDraft {
  origin: SignalOrigin;
  signalId: string;
  signalType: string;
  signalSubtype: string;
  signalName: string;
  /** True if the subtype is provisional: the summary's vector decides it during the write. */
  subtypeIsOpen: boolean;
  /** How certain the subtype is, from 0 to 1. 1 if the source states it. */
  confidence: number;
  /** When the fact was detected, in milliseconds since the epoch. */
  detectedAtMs: number;
  association: 'company' | 'contact';
  company: CompanyReference;
  contact: ContactReference | null;
  /** The signal's content. `summary` is the text that is embedded. */
  data: Record<string, unknown> & { summary: string };
}

/** The profile of a company. Every identifier is normalized, or `null`. */
export interface CompanyDetails extends Omit<CompanyReference, 'board'> {
  industries: string[];
  employeeCountLow: number | null;
  employeeCountHigh: number | null;
  /** Slugs of the company's job boards, prefixed by the kind of their host. */
  boards: string[];
}

/** The profile of a person. It has an email or a profile URL. */
export interface ContactDetails extends ContactReference {
  employer: CompanyReference | null;
}

/** An event that has passed every step that needs no store. */
export interface NormalisedEvent extends SignalOrigin {
  kind: string;
  /** False if `observedAtMs` is only the time of the file, which says nothing about the event. */
  hasOwnTime: boolean;
  /** SHA-256 of the canonical payload, hexadecimal. Decides between versions of equal time. */
  payloadHash: string;
  signals: SignalDraft[];
  /** Id of the signal that is a news story, which others may report too; otherwise `null`. */
  storyId: string | null;
  /** What the event adds to the history of a company, a person or a job board; `null` if nothing. */
  snapshot: Snapshot | null;
  /** Vector delivered with the event for its only signal, in the format of `packVector`. */
  embedding: string | null;
}

/** What one event says about a company. */
export interface CompanyEvidence {
  kind: 'company';
  facts: CompanyDetails;
}

/** What one observation says about a person. */
export interface ContactEvidence {
  kind: 'contact';
  /** A `profile` creates a contact. A `milestone` only says where somebody works now. */
  evidence: 'profile' | 'milestone';
  /** When this was true, in milliseconds since the epoch. */
  atMs: number;
  facts: ContactDetails;
}

/** All open jobs of a job board at one moment, or one part of them. */
export interface BoardEvidence {
  kind: 'board';
  /** The board's slug, unique within the source. */
  board: string;
  /** When the board was read, in milliseconds since the epoch. */
  atMs: number;
  /** The number of this part, from 1 to `parts`. */
  part: number;
  parts: number;
  company: CompanyReference;
  /** The number of open jobs by department. The key is empty for jobs without a department. */
  departments: Readonly<Record<string, number>>;
  /** Empty if a reader asked only for the counts. */
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

/** The key of a snapshot. */
export interface SnapshotKey {
  source: string;
  eventId: string;
  /** `observed_at` if each observation is kept; 0 if versions of an event replace each other. */
  takenAtMs: number;
}

/** The newest stored version of an observation. */
export type Snapshot<E extends Evidence = Evidence> = SnapshotKey & SignalOrigin & { evidence: E };

/** Returns the key of a snapshot as text. Pure. */
export function snapshotKeyText({ source, eventId, takenAtMs }: SnapshotKey): string {
  return `${source}\n${eventId}\n${takenAtMs}`;
}
