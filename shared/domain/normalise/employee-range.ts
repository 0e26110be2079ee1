/** Reads employee counts: `5001-10000`, `1-5k`, `10,001+ employees`, `11,144`, 37. */
import { isNegative, withoutExponents } from './number-text.js';

interface EmployeeRange {
  low: number | null;
  high: number | null;
}

const UNKNOWN: EmployeeRange = { low: null, high: null };
const COUNT = /(\d+(?:\.\d+)?)(?:\s?(k)\b)?/;
/** Two numbers are a range only if they are joined: `120 (of 400)` is 120. */
const RANGE = /(?<!\d)(\d+(?:\.\d+)?)(?:\s?(k))?\s*(?:-|–|—|\bto\b)\s*(\d+(?:\.\d+)?)(?:\s?(k)\b)?/;
const MAX_EMPLOYEES = 100_000_000;

/** Returns the range. An end is `null` if it is open; both are `null` if the size is unknown. */
export function parseEmployeeRange(input: unknown): EmployeeRange {
  if (typeof input === 'number') return rangeOf(input, input);
  if (typeof input !== 'string') return UNKNOWN;
  const text = withoutExponents(input)
    .replace(/(?<=\d)[,.'’\u00a0\u202f ](?=\d{3}\b)/g, '')
    .toLowerCase();
  const range = RANGE.exec(text);
  const single = COUNT.exec(text);
  const first = range ?? single;
  if (!first || !isCount(text, first)) return UNKNOWN;
  if (range) return spanOf(range[1], range[2], range[3], range[4]);
  const count = countOf(single?.[1], single?.[2]);
  if (/\+|more than|over|>/.test(text)) return rangeOf(count, null);
  if (/less than|under|up to|</.test(text)) return rangeOf(null, count);
  return rangeOf(count, count);
}

/** Returns false for `-12` and for `50%`, which say nothing about a number of people. */
function isCount(text: string, match: RegExpExecArray): boolean {
  const after = text.slice(match.index + match[0].length);
  return !/^ ?(?:%|per ?cent)/.test(after) && !isNegative(text, match.index);
}

/** In `1-5k` both numbers are thousands, in `500-1k` only the second. */
function spanOf(low?: string, lowK?: string, high?: string, highK?: string): EmployeeRange {
  const shared = Number(low) < Number(high) ? highK : undefined;
  return rangeOf(countOf(low, lowK ?? shared), countOf(high, highK));
}

/** Converts `1.5k` to 1500 and `350.0`, as spreadsheets write it, to 350. */
function countOf(digits = '', thousands: string | undefined): number {
  return Math.round(Number(digits) * (thousands === undefined ? 1 : 1_000));
}

function rangeOf(low: number | null, high: number | null): EmployeeRange {
  const isValid = [low, high].every(
    (bound) => bound === null || (Number.isInteger(bound) && bound >= 0 && bound <= MAX_EMPLOYEES),
  );
  if (!isValid) return UNKNOWN;
  return low !== null && high !== null && low > high ? { low: high, high: low } : { low, high };
}
