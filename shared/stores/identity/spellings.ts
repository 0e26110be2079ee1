/** Makes the pieces of `company_spellings`: a beginning, whole and without each of its letters. */

/** Numbers of characters in a beginning: one for short texts, one for all texts. */
export const SHORT_START = 5;
export const LONG_START = 8;

/** Returns the whole beginning first. `text` is without blanks, dots and hyphens. */
export function spellingsOf(text: string, length: number): string[] {
  const start = [...text].slice(0, length);
  return [start.join(''), ...start.map((_, at) => start.toSpliced(at, 1).join(''))];
}
