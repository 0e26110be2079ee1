/** Beginnings of names and domains as `company_spellings` has them: whole, and without each of their letters. */

/** Lengths of the beginnings: for short texts, and for all. */
export const SHORT_START = 5;
export const LONG_START = 8;

/** Of a text without blanks, dots and hyphens; the whole beginning first. */
export function spellingsOf(text: string, length: number): string[] {
  const start = [...text].slice(0, length);
  return [start.join(''), ...start.map((_, at) => start.toSpliced(at, 1).join(''))];
}
