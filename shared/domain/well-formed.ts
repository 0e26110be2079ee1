/**
 * Copies parsed JSON, in which it replaces halves of surrogate pairs (which no store accepts) by
 * U+FFFD, in names and values. Callers must limit the depth first.
 */
export function wellFormed<T>(value: T): T;
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map((each: unknown) => wellFormed(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.toWellFormed(), wellFormed(each)]),
  );
}
