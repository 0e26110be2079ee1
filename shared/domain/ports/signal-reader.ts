import type { CursorPosition } from '../cursor.js';
import type { Signal } from '../schemas/types.generated.js';

/**
 * Conditions that signals must satisfy. Fields are combined by AND, several values of one field by
 * OR. An absent field does not filter.
 */
export interface SignalFilter {
  /** Compared by `foldCase`, as are subtypes and industries. */
  signalTypes?: readonly string[];
  signalSubtypes?: readonly string[];
  /** One of the company's industries equals one of these. */
  companyIndustries?: readonly string[];
  /** Keys from the identity graph. An empty list matches nothing. */
  companyKeys?: readonly string[];
  contactKeys?: readonly string[];
  /** Only signals whose company, or person, is known by a key. */
  concerning?: 'company' | 'contact';
  /** Leaves out this signal. */
  otherThan?: string;
  association?: 'company' | 'contact';
  /** Strictly after / strictly before, in milliseconds since the epoch. */
  detectedAfterMs?: number;
  detectedBeforeMs?: number;
  /** The company's range of employees overlaps this range. Unknown sizes never match. */
  employeeCountMin?: number;
  employeeCountMax?: number;
  /** The current email and profile URL of the signal's contact, normalized. */
  contactEmail?: string;
  contactNetworkUrl?: string;
}

export interface SignalPage {
  limit: number;
  offset?: number;
  /** Only signals strictly after this position, in the order `detected_at`, `signal_id`. */
  after?: CursorPosition | undefined;
}

/** The newest signals of one company or person, and how many it has of each type. */
export interface SignalsOfOne {
  signals: Signal[];
  byType: Record<string, number>;
}

/** Asks for counts of one type per month or week, from `fromMs` to `untilMs` (exclusive). */
export interface HistoryQuery {
  type: string;
  fromMs: number;
  untilMs: number;
  interval: 'monthly' | 'weekly';
  /** True if the answer must also contain the type as it is stored. */
  withStored: boolean;
}

/** A signal type as its signals spell it. */
export interface StoredType {
  type: string;
  /** The association of most of its signals. */
  association: 'company' | 'contact';
}

/** How often a signal type occurs. */
export interface TypeCount extends StoredType {
  count: number;
  subtypes: string[];
}

/** What signals are grouped by. Days, weeks (from Monday) and months are in UTC. */
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
   * The group's value for each group key: the key of a company, an industry folded by `foldCase`,
   * the first day of a time (`YYYY-MM-DD`). Empty if the company or industry is unknown.
   */
  key: Partial<Record<GroupKey, string>>;
  count: number;
  /** Key of a company that signals of the group are about, empty if none is known. */
  companyKey: string;
}

export interface Aggregate {
  /** The number of matching signals. Each is counted once, even if it is in several groups. */
  total: number;
  groups: SignalGroup[];
  /** The number of all groups, also beyond the limit. */
  groupCount: number;
}

/**
 * Reads stored signals. Counts are exact even if events are repeated. Methods reject with a
 * retriable `AppError` if the store cannot be reached; they never return a partial answer.
 */
export interface SignalReader {
  /**
   * Returns a signal, `null` if the id is unknown or not a UUID. For a news story that others also
   * report, returns the signal of its group.
   */
  get(signalId: string): Promise<Signal | null>;
  /** Returns stored signals, keyed by id. A news story that others also report is absent. */
  byIds(signalIds: readonly string[]): Promise<Map<string, Signal>>;
  /** Returns the unit vectors of summaries, keyed by signal id. Unknown ids are absent. */
  vectors(signalIds: readonly string[]): Promise<Map<string, Float32Array>>;
  /** Returns job titles of the people whom signals are about, by signal id. Others are absent. */
  titles(signalIds: readonly string[]): Promise<Map<string, string>>;
  /** Returns a page of matches, sorted by `detected_at` descending, `signal_id` ascending. */
  list(filter: SignalFilter, page: SignalPage): Promise<Signal[]>;
  /** Returns the same page as `list`, and the number of matches on all pages. */
  page(filter: SignalFilter, page: SignalPage): Promise<{ signals: Signal[]; total: number }>;
  /** Returns the number of matching signals. */
  count(filter: SignalFilter): Promise<number>;
  /** Returns the number of matches per signal type. The numbers add up to `count`. */
  countByType(filter: SignalFilter): Promise<Record<string, number>>;
  /**
   * Returns for each of these companies or people, keyed by key, its newest `limit` signals in the
   * order of `list` and its number of matches per type. Keys without matches are absent. `filter`
   * must not name companies or people.
   */
  each(
    of: 'company' | 'contact',
    keys: readonly string[],
    filter: SignalFilter,
    limit: number,
  ): Promise<Map<string, SignalsOfOne>>;
  /**
   * Counts matching signals by group: the largest groups first; if grouped by a time, the earliest
   * first. A signal is counted in the group of each of its company's industries. Total and groups
   * are read at the same moment.
   */
  aggregate(query: AggregateQuery): Promise<Aggregate>;
  /** Returns every type that occurs, sorted by name, with its number of signals and subtypes. */
  types(filter: Pick<SignalFilter, 'association' | 'detectedAfterMs'>): Promise<TypeCount[]>;
  /**
   * Returns counts keyed by the first UTC day of the month or week (`YYYY-MM-DD`). Months or weeks
   * without signals are absent. `stored` is the type as its signals spell it; `null` if it was not
   * asked for or has no signals.
   */
  history(query: HistoryQuery): Promise<{ stored: StoredType | null; counts: Map<string, number> }>;
}
