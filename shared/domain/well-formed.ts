/**
 * A copy of parsed JSON without halves of surrogate pairs, which no store accepts: they become U+FFFD, in
 * names as in values. Bound its depth before.
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
