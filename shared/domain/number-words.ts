/** Words for numbers in English texts, in lower case, with their values. */

const UP_TO_NINETEEN =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
export const SMALL = new Map(UP_TO_NINETEEN.split(' ').map((word, at) => [word, at + 1]));
export const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at) => [word, 20 + 10 * at]),
);
/** Words that multiply the number before them. */
export const GROUPS = valuesOfWords(
  [12, 'dozen'],
  [10, 'decade decades'],
  [100, 'hundred century centuries'],
);
export const ORDINALS = new Map([
  ...[...TENS].map(([word, value]) => [word.replace(/y$/, 'ieth'), value] as const),
  ...'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
    .split(' ')
    .map((word, at) => [word, at + 1] as const),
]);
/** Words and letters behind figures: "5 million", "5m". */
export const SCALES = valuesOfWords(
  [1e3, 'k thousand'],
  [1e5, 'lakh lakhs'],
  [1e6, 'm mn mln mil mio million'],
  [1e7, 'crore crores'],
  [1e9, 'b bn bln mrd billion'],
  [1e12, 'tn trillion'],
);
/** Parts of a whole: 3 is a third. */
export const PARTS = valuesOfWords(
  [2, 'half halves'],
  [3, 'third thirds'],
  [4, 'quarter quarters'],
  [5, 'fifth fifths'],
  [10, 'tenth tenths'],
);

/** Returns the value of each word of the rows, in which words are separated by spaces. */
export function valuesOfWords(
  ...rows: readonly (readonly [value: number, words: string])[]
): ReadonlyMap<string, number> {
  return new Map(
    rows.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)),
  );
}

/** Returns the value of a number word or of up to three digits, 0 for other words. */
export function wordValue(word: string): number {
  return SMALL.get(word) ?? TENS.get(word) ?? (/^\d{1,3}$/.test(word) ? Number(word) : 0);
}
