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
  return foldCase(text.normalize('NFKD').replace(/\p{M}+/gu, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
