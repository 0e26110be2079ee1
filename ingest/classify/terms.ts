/** The words of a headline as the news classifier counts them: words and pairs, figures as one. */

/** In order of appearance, repeats included. */
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
  const pairs = singles.slice(1).map((word, index) => `${singles[index]} ${word}`);
  return [...singles, ...pairs];
}

const MAX_CHARACTERS = 2_000;
