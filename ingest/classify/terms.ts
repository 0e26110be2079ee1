/**
 * Splits a headline into the terms that the news classifier counts: words, pairs of words and
 * prefixes. All figures are the same term.
 */

/** Returns words, prefixes (most forms of a word share one) and pairs of words, with repeats. */
export function termsOf(text: string): string[] {
  const words = text
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\$[a-z]{1,5}\b/g, ' ')
    .replace(/\d[\d,.]*/g, ' 0 ')
    .match(/\p{L}{2,}|0|[$€£₹%]/gu);
  const singles = words ?? [];
  // No word contains "~", so a prefix never equals a word.
  const beginnings = singles.map((word) => `${word.slice(0, BEGINNING)}~`);
  const pairs = singles.slice(1).map((word, index) => `${singles[index]} ${word}`);
  return [...singles, ...beginnings, ...pairs];
}

const BEGINNING = 5;
const MAX_CHARACTERS = 2_000;
