/**
 * Makes the short form of a signal: what an agent needs to judge it and to request the complete
 * signal. The parts of an answer around signals are unchanged.
 */
import { cutCharacters } from '../../shared/domain/cut-characters.js';
import { isObject } from '../../shared/domain/is-object.js';

/** The properties that are kept, by the object that has them. */
export const CONCISE_FIELDS = {
  signal: [
    'signal_id',
    'signal_type',
    'signal_subtype',
    'detected_at',
    'company',
    'contact',
    'data',
    'score',
    'explanation',
  ],
  company: ['name', 'domain'],
  contact: ['name', 'email', 'title'],
  data: ['summary'],
} as const;

export const MAX_SUMMARY_CHARACTERS = 500;

export function toConcise(signal: Record<string, unknown>): Record<string, unknown> {
  const short = pick(signal, CONCISE_FIELDS.signal);
  for (const part of ['company', 'contact'] as const) {
    const whole = short[part];
    if (isObject(whole)) short[part] = pick(whole, CONCISE_FIELDS[part]);
  }
  const data = shortData(signal.data, MAX_SUMMARY_CHARACTERS);
  return { ...short, ...fitExplanation(short.explanation, data), data };
}

/**
 * Adapts an explanation to a truncated summary: drops the matches of words that were cut off. If
 * something else also meets such a match, for example the company, the match stays without a word.
 */
function fitExplanation(explanation: unknown, { summary }: Record<string, unknown>): object {
  if (!isObject(explanation) || !Array.isArray(explanation.matches)) return {};
  const length = typeof summary === 'string' ? summary.length : 0;
  const matches = explanation.matches.flatMap((each) => {
    if (!isObject(each)) return [];
    if (Number(each.end) <= length) return [each];
    const isMetElsewhere = each.met_by !== undefined && each.met_by !== 'summary';
    return isMetElsewhere ? [{ ...each, summary_word: '', start: 0, end: 0 }] : [];
  });
  return { explanation: { ...explanation, matches } };
}

/** Returns only the summary of the data, truncated to `maxCharacters`. */
export function shortData(data: unknown, maxCharacters: number): Record<string, unknown> {
  const short = isObject(data) ? pick(data, CONCISE_FIELDS.data) : {};
  const { summary } = short;
  if (typeof summary !== 'string' || summary.length <= maxCharacters) return short;
  return { ...short, summary: `${cutCharacters(summary, maxCharacters).trimEnd()}…` };
}

export function isSignal(value: Record<string, unknown>): boolean {
  // Parts of an intent explanation have a `signal_id` too, but no `signal_type`.
  return Object.hasOwn(value, 'signal_id') && Object.hasOwn(value, 'signal_type');
}

function pick(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}
