/** The words of a headline as the news classifier counts them: words, pairs and beginnings, figures as one. */

/** Words, their beginnings, which most forms of a word share, and pairs; repeats included. */
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
  // No word has the mark.
  const beginnings = singles.map((word) => `${word.slice(0, BEGINNING)}~`);
  const pairs = singles.slice(1).map((word, index) => `${singles[index]} ${word}`);
  return [...singles, ...beginnings, ...pairs];
}

const BEGINNING = 5;
const MAX_CHARACTERS = 2_000;
