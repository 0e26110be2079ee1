/** Reads compounds, which some languages write as one word: "Werksschließung". Pure. */
import type { Language } from './glossary.js';

const LEAST_FIRST = 3;
const LEAST_LAST = 4;
/** Letters of a part that says nothing. */
const LEAST_IDLE = 5;
const LEAST_LETTERS = 8;
const MOST_LETTERS = 40;

/**
 * Returns the meaning of a compound of two known words, of which the second is as long as possible.
 * `undefined` if it is none.
 */
export function meaningOfCompound(word: string, language: Language): string | undefined {
  const { linking } = language;
  if (!linking || word.length < LEAST_LETTERS || word.length > MOST_LETTERS) return;
  for (let at = LEAST_FIRST; at <= word.length - LEAST_LAST; at += 1) {
    const last = meaningOf(word.slice(at), language);
    const first = last === undefined ? undefined : meaningOfFirst(word.slice(0, at), language);
    if (first !== undefined && last !== undefined) {
      const english = `${first} ${last}`.trim();
      return english === '' ? undefined : english;
    }
  }
  return;
}

function meaningOfFirst(part: string, language: Language): string | undefined {
  for (const link of language.linking ?? []) {
    if (!part.endsWith(link)) continue;
    const english = meaningOf(part.slice(0, part.length - link.length), language);
    if (english !== undefined) return english;
  }
  return;
}

function meaningOf(part: string, { meanings, stems, stemOf }: Language): string | undefined {
  if (part.length < LEAST_FIRST) return;
  const english = meanings.get(part) ?? stems.get(stemOf(part));
  // "Bei" and "vor" are no parts, "Firmen" is one.
  return english === '' && part.length < LEAST_IDLE ? undefined : english;
}
