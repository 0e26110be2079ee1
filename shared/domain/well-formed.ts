/**
 * Copies parsed JSON, in which it replaces halves of surrogate pairs (which no store accepts) by
 * U+FFFD, in names and values. Callers must limit the depth first.
 */
export function wellFormed<T>(value: T): T {
  return changeTexts(value, (text) => text.toWellFormed());
}

/** Copies parsed JSON with every text changed, in names and values. Callers must limit the depth. */
export function changeTexts<T>(value: T, change: (text: string) => string): T;
export function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each: unknown) => changeTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [change(name), changeTexts(each, change)]),
  );
}
