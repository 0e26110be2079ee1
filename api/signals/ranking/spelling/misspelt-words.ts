/** Finds the word of business that a misspelled word means. Pure. */
import leven from 'leven';

export interface MeantWord {
  word: string;
  /** The number of wrong letters; two letters that changed places count as one. */
  errors: number;
}

/** Shorter words are not corrected, because too many are similar. */
const LEAST_LETTERS = 5;
/** Words with at least so many letters may have two errors. */
const LETTERS_OF_TWO_ERRORS = 9;

/** Counts how often each word, in lower case, occurs in the texts. */
export function countWords(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Returns the known word with the fewest errors, then the longest one (a letter is more often
 * forgotten than added), then one with swapped letters, then the most frequent one. `undefined` if
 * the word is known, too short, or like none.
 */
export function wordMeant(
  word: string,
  counts: ReadonlyMap<string, number>,
): MeantWord | undefined {
  if (word.length < LEAST_LETTERS || counts.has(word)) return;
  const most = word.length < LETTERS_OF_TWO_ERRORS ? 1 : 2;
  const swapped = new Set(swapsOf(word).filter((each) => counts.has(each)));
  const near = [...counts.keys()].flatMap((each) => {
    if (swapped.has(each)) return [{ word: each, errors: 1 }];
    if (each.length < LEAST_LETTERS || each[0] !== word[0] || isBeginning(each, word)) return [];
    const errors = leven(word, each, { maxDistance: most + 1 });
    return errors <= most ? [{ word: each, errors }] : [];
  });
  const byLikeness = near.toSorted(
    (a, b) =>
      a.errors - b.errors ||
      b.word.length - a.word.length ||
      // "Druing" is "during" before "drying".
      Number(swapped.has(b.word)) - Number(swapped.has(a.word)) ||
      (counts.get(b.word) ?? 0) - (counts.get(a.word) ?? 0),
  );
  return byLikeness[0];
}

/**
 * True if the word is a known word with letters appended, as in invented names: "Investa",
 * "Hirely". A last letter that is typed twice is an error instead.
 */
function isBeginning(known: string, word: string): boolean {
  return word.startsWith(known) && word.at(-1) !== word.at(-2);
}

/** Returns the word with each two adjacent letters swapped. */
function swapsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}
