/**
 * The answers that the API must give, computed slowly and simply over plain arrays. Written from
 * the specification, not from the stores: no SQL, no index, no paging.
 */
import { storedVector } from '../fakes/fake-embedder.js';

export interface ModelCompany {
  domain: string;
  name: string;
  industries: string[];
  low: number | null;
  high: number | null;
}

export interface ModelContact {
  email: string;
  networkUrl: string;
  name: string;
  title: string;
}

export interface ModelSignal {
  eventId: string;
  id: string;
  type: string;
  subtype: string;
  detectedAtMs: number;
  association: 'company' | 'contact';
  company: ModelCompany;
  contact: ModelContact | null;
  summary: string;
}

export interface ModelFilter {
  signal_types?: string[];
  signal_subtypes?: string[];
  company_industries?: string[];
  association?: 'company' | 'contact';
  detected_after?: string;
  detected_before?: string;
  employee_count_min?: number;
  employee_count_max?: number;
  company_domain?: string;
  contact_email?: string;
  contact_network_url?: string;
}

interface Near {
  signal: ModelSignal;
  score: number;
}

export function matching(signals: readonly ModelSignal[], filter: ModelFilter): ModelSignal[] {
  return signals.filter((signal) => passes(signal, filter)).sort(newestFirst);
}

/**
 * Returns all signals with their similarity, nearest first, in the precision of the store, so that
 * equal texts tie.
 */
export function nearest(signals: readonly ModelSignal[], query: string): Near[] {
  const wanted = storedVector(query);
  const similarity = (signal: ModelSignal): number => {
    const own = storedVector(signal.summary);
    return Math.fround(own.reduce((sum, value, at) => sum + value * (wanted[at] ?? 0), 0));
  };
  return signals.map((signal) => ({ signal, score: similarity(signal) })).sort(bestFirst);
}

/** Returns them as clients see them: with scores from 0 to 1 of four decimals. */
export function expectedNearest(signals: readonly ModelSignal[], query: string): Near[] {
  const shown = (score: number) => Math.round(Math.min(1, Math.max(0, score)) * 10_000) / 10_000;
  return nearest(signals, query)
    .map(({ signal, score }) => ({ signal, score: shown(score) }))
    .sort(bestFirst);
}

export function summaryOf(signals: readonly ModelSignal[]): Record<string, number> {
  const summary: Record<string, number> = {};
  for (const { type } of signals) summary[type] = (summary[type] ?? 0) + 1;
  return summary;
}

function passes(signal: ModelSignal, filter: ModelFilter): boolean {
  const { company, contact } = signal;
  const { employee_count_min: min, employee_count_max: max } = filter;
  const sizeAsked = min !== undefined || max !== undefined;
  return (
    oneOf([signal.type], filter.signal_types) &&
    oneOf([signal.subtype], filter.signal_subtypes) &&
    oneOf(company.industries, filter.company_industries) &&
    (!filter.association || signal.association === filter.association) &&
    (!filter.detected_after || signal.detectedAtMs > Date.parse(filter.detected_after)) &&
    (!filter.detected_before || signal.detectedAtMs < Date.parse(filter.detected_before)) &&
    (!filter.company_domain || company.domain === filter.company_domain) &&
    (!filter.contact_email || contact?.email === filter.contact_email) &&
    (!filter.contact_network_url || contact?.networkUrl === filter.contact_network_url) &&
    (!sizeAsked || overlaps(company, min ?? 0, max ?? Number.POSITIVE_INFINITY))
  );
}

/** An open end of a known range is unlimited; an unknown size never matches. */
function overlaps({ low, high }: ModelCompany, min: number, max: number): boolean {
  if (low === null && high === null) return false;
  return (high ?? Number.POSITIVE_INFINITY) >= min && (low ?? 0) <= max;
}

/** Compares without case: values are equal if they are so in upper case. */
function oneOf(values: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined) return true;
  return values.some((value) => wanted.some((each) => same(value, each)));
}

function same(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}

function bestFirst(a: Near, b: Near): number {
  return b.score - a.score || newestFirst(a.signal, b.signal);
}

function newestFirst(a: ModelSignal, b: ModelSignal): number {
  return b.detectedAtMs - a.detectedAtMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
