/** The one way in which texts are compared without regard to case, here and in ClickHouse columns. */

/** Upper case first, so that `ß` and `SS`, `ς` and `σ` meet. */
export function foldCase(text: string): string {
  return text.trim().normalize('NFC').toUpperCase().toLowerCase();
}
