/**
 * Makes the entries of `company_spellings` for a name: its prefix, and the prefix without each of
 * its letters. A name and its misspelling have such an entry in common.
 */

/** Lengths of prefixes in characters. Short texts are looked up by the short one. */
export const SHORT_START = 5;
export const LONG_START = 8;

/** Returns the whole prefix first. `text` is without blanks, dots and hyphens. */
export function spellingsOf(text: string, length: number): string[] {
  const start = [...text].slice(0, length);
  return [start.join(''), ...start.map((_, at) => start.toSpliced(at, 1).join(''))];
}
