/** Which word of business a misspelt word means. Pure. */
import leven from 'leven';

export interface MeantWord {
  word: string;
  /** Letters that are wrong; two in each other's place are one. */
  errors: number;
}

/** Shorter words are too much alike. */
const LEAST_LETTERS = 5;
/** Longer words may have two errors. */
const LETTERS_OF_TWO_ERRORS = 9;

/** How often texts have each word, in lower case. */
export function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

/** Of several the one with the fewest errors; a letter is rather forgotten than added. */
export function wordMeant(word: string, known: ReadonlyMap<string, number>): MeantWord | undefined {
  if (word.length < LEAST_LETTERS || known.has(word)) return;
  const most = word.length < LETTERS_OF_TWO_ERRORS ? 1 : 2;
  const near = [...known.keys()].flatMap((each) => {
    if (each.length < LEAST_LETTERS || each[0] !== word[0] || isBeginning(each, word)) return [];
    const errors = leven(word, each, { maxDistance: most + 1 });
    return errors <= most ? [{ word: each, errors }] : [];
  });
  const swapped = swapsOf(word).filter((each) => known.has(each));
  const found = [...near, ...swapped.map((each) => ({ word: each, errors: 1 }))];
  const byLikeness = found.sort(
    (a, b) =>
      a.errors - b.errors ||
      b.word.length - a.word.length ||
      (known.get(b.word) ?? 0) - (known.get(a.word) ?? 0),
  );
  return byLikeness[0];
}

/** Names are made so: "Investa", "Hirely". A letter that is typed twice is none. */
function isBeginning(known: string, word: string): boolean {
  return word.startsWith(known) && word.at(-1) !== word.at(-2);
}

/** With two letters in each other's place. */
function swapsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}
