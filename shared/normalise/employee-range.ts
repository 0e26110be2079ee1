/** Head counts as publishers write them: `5001-10000`, `10,001+ employees`, `11,144`, 37. */

export interface EmployeeRange {
  low: number | null;
  high: number | null;
}

const UNKNOWN: EmployeeRange = { low: null, high: null };
const MAX_EMPLOYEES = 100_000_000;

export function parseEmployeeRange(input: unknown): EmployeeRange {
  if (typeof input === 'number') return rangeOf(input, input);
  if (typeof input !== 'string') return UNKNOWN;
  const text = input.replace(/(?<=\d)[,.' ](?=\d{3}\b)/g, '').toLowerCase();
  const numbers = [...text.matchAll(/\d+/g)].map(Number);
  const [first, second] = numbers;
  if (first === undefined) return UNKNOWN;
  if (second !== undefined) return rangeOf(first, second);
  if (/\+|more than|over|>/.test(text)) return rangeOf(first, null);
  if (/less than|under|up to|</.test(text)) return rangeOf(null, first);
  return rangeOf(first, first);
}

function rangeOf(low: number | null, high: number | null): EmployeeRange {
  const valid = [low, high].every(
    (bound) => bound === null || (Number.isInteger(bound) && bound >= 0 && bound <= MAX_EMPLOYEES),
  );
  if (!valid) return UNKNOWN;
  return low !== null && high !== null && low > high ? { low: high, high: low } : { low, high };
}
