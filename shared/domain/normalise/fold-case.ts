/** Folds case for comparisons, in the same way here and in ClickHouse columns. */

/**
 * Decomposed, so that accents stay in one order; upper case first, so that `ß` and `SS`, `ς` and `σ`
 * meet; composed again, as it is stored.
 */
export function foldCase(text: string): string {
  return text.trim().normalize('NFD').toUpperCase().normalize('NFD').toLowerCase().normalize('NFC');
}

/** The words of a text without case, accents and signs, a space between two: "L'Été" is "l ete". */
export function foldWords(text: string): string {
  return foldCase(withoutAccents(text))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Decomposed, and without the marks that writers leave out: accents, and the vowels of Hebrew and Arabic. In
 * other scripts marks make other letters; those that follow no letter are none.
 */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '');
}

const ACCENTS =
  /(?:(?<![\p{L}\p{M}])|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]))\p{M}+/gu;
