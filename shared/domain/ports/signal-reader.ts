import type { Signal } from '../schemas/types.generated.js';

/** Hard constraints, ANDed; several values of one field are ORed; an absent field does not filter. */
export interface SignalFilter {
  /** Compared by `foldCase`, like the subtypes and industries. */
  signalTypes?: readonly string[];
  signalSubtypes?: readonly string[];
  /** Any of the company's industries equals any of these. */
  companyIndustries?: readonly string[];
  /** Keys from the identity graph; an empty list matches nothing. */
  companyKeys?: readonly string[];
  contactKeys?: readonly string[];
  /** Only signals whose company, or person, is known by a key. */
  concerning?: 'company' | 'contact';
  /** All but this signal. */
  otherThan?: string;
  association?: 'company' | 'contact';
  /** Strictly after / before, milliseconds since the epoch. */
  detectedAfterMs?: number;
  detectedBeforeMs?: number;
  /** The company's range overlaps the asked one; unknown sizes never match. */
  employeeCountMin?: number;
  employeeCountMax?: number;
  /** Today's email and profile URL of the signal's contact, normalised. */
  contactEmail?: string;
  contactNetworkUrl?: string;
}

/** A place in the order `detected_at` descending, `signal_id` ascending. */
export interface SignalPosition {
  detectedAtMs: number;
  signalId: string;
}

export interface SignalPage {
  limit: number;
  offset?: number;
  /** Only signals strictly after this position. */
  after?: SignalPosition;
}

export interface SignalsOfOne {
  signals: Signal[];
  byType: Record<string, number>;
}

export interface TypeCount {
  type: string;
  association: 'company' | 'contact';
  count: number;
  subtypes: string[];
}

export interface HistoryQuery {
  type: string;
  fromMs: number;
  untilMs: number;
  interval: 'monthly' | 'weekly';
  /** Whether the type as it is stored is wanted too. */
  withStored: boolean;
}

export interface StoredType {
  type: string;
  /** Of most of its signals. */
  association: 'company' | 'contact';
}

/** What signals are counted by; days, weeks (from Monday) and months are in UTC. */
export type GroupKey =
  | 'signal_type'
  | 'signal_subtype'
  | 'company'
  | 'industry'
  | 'day'
  | 'week'
  | 'month';

export interface AggregateQuery {
  filter: SignalFilter;
  groupBy: readonly GroupKey[];
  limit: number;
}

export interface SignalGroup {
  /**
   * By group key: a company by its key, an industry folded by `foldCase`, a time by its first day
   * (`YYYY-MM-DD`); empty for signals whose company or industry is unknown.
   */
  key: Partial<Record<GroupKey, string>>;
  count: number;
  /** Key of a company that signals of the group are about, empty when none is known. */
  companyKey: string;
}

export interface Aggregate {
  /** Matches, each counted once. */
  total: number;
  groups: SignalGroup[];
  hasMore: boolean;
}

/**
 * Reads of stored signals; each throws a retriable `AppError` (`unavailable`) when the store
 * cannot be reached and never answers partly. Counts are exact although events repeat.
 */
export interface SignalReader {
  /** `null` for an id that is unknown (or no UUID). */
  get(signalId: string): Promise<Signal | null>;
  /** Those that are stored, by id; a story that others also report is none of them. */
  some(signalIds: readonly string[]): Promise<Map<string, Signal>>;
  /** Unit vectors of summaries, by id; of those that are stored. */
  vectors(signalIds: readonly string[]): Promise<Map<string, Float32Array>>;
  /** Job titles of the people whom they are about, by id; of those that tell one. */
  titles(signalIds: readonly string[]): Promise<Map<string, string>>;
  /** `detected_at` descending, `signal_id` ascending. */
  list(filter: SignalFilter, page: SignalPage): Promise<Signal[]>;
  /** As `list`, and how many match on all pages. */
  page(filter: SignalFilter, page: SignalPage): Promise<{ signals: Signal[]; total: number }>;
  count(filter: SignalFilter): Promise<number>;
  /** Matches per signal type; the values add up to `count`. */
  countByType(filter: SignalFilter): Promise<Record<string, number>>;
  /**
   * For each of these companies or people, by key: its newest `limit` signals in the order of `list`, and
   * its matches per type. Keys without matches are absent. `filter` names neither companies nor people.
   */
  each(
    of: 'company' | 'contact',
    keys: readonly string[],
    filter: SignalFilter,
    limit: number,
  ): Promise<Map<string, SignalsOfOne>>;
  /**
   * The largest groups first; by a time, the earliest first. A signal is in the group of each industry of
   * its company. Total and groups are of one moment.
   */
  aggregate(query: AggregateQuery): Promise<Aggregate>;
  /** Every type present, with its count, the association of most of its signals, its subtypes. */
  types(filter: Pick<SignalFilter, 'association' | 'detectedAfterMs'>): Promise<TypeCount[]>;
  /**
   * Counts keyed by the bucket's first UTC day (`YYYY-MM-DD`); buckets without signals are absent.
   * `stored` is the type as its signals have it, `null` when that was not wanted or it has none.
   */
  history(query: HistoryQuery): Promise<{ stored: StoredType | null; counts: Map<string, number> }>;
}
