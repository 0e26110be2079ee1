/** Folds case for comparisons, in the same way here and in ClickHouse columns. */

/**
 * Folds the case of a text. It is decomposed, so that accents are in one order. Through upper case
 * `ß` and `SS`, `ς` and `σ` become equal; lower case before it makes `ẞ` a `ß`. Then it is composed
 * again, as it is stored.
 */
export function foldCase(text: string): string {
  const upper = text.trim().normalize('NFD').toLowerCase().toUpperCase();
  return upper.normalize('NFD').toLowerCase().normalize('NFC');
}

/** Returns words without case, accents and signs, one space apart: "l ete" for "L'Été". */
export function foldWords(text: string): string {
  return foldCase(withoutAccents(text))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Returns the text decomposed and without marks that writers often leave out: accents, and the
 * vowels of Hebrew and Arabic. Marks of other scripts make other letters, and are kept after a
 * letter.
 */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '');
}

const ACCENTS =
  /(?:(?<![\p{L}\p{M}])|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]))\p{M}+/gu;
