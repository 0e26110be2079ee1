/** Decides whether a spelling may be a typing error of another one. Pure. */
import leven from 'leven';

/** Rows of a keyboard. Letters of the next row are below and to the left. */
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Groups of letters that sound alike. */
const ALIKE = ['aeiouy', 'cks', 'szx', 'kq', 'fvw', 'bp', 'dt', 'gj', 'mn', 'lr'];

/** Counts wrong letters. Two swapped letters count as one, and so does a wrongly doubled letter. */
export function errorsIn(typed: string, meant: string): number {
  return isSwapped(typed, meant) || isDoubledElsewhere(typed, meant) ? 1 : leven(typed, meant);
}

/** True if the wrong letter is doubled, for example in "Matell" for "Mattel". */
function isDoubledElsewhere(typed: string, meant: string): boolean {
  return typed !== meant && typed.length === meant.length && undoubled(typed) === undoubled(meant);
}

/** Returns the word with doubled letters written once. */
export function undoubled(word: string): string {
  return word.replace(/(.)\1/gu, '$1');
}

/**
 * True if `typed` may be a typing error of `meant`. Words that differ in their last letter are
 * different words ("banks", "investor"), unless that letter is typed twice. So are words with one
 * other letter that neither sounds alike nor is next to the right one on the keyboard ("cider",
 * "citer").
 */
export function isTypingError(typed: string, meant: string): boolean {
  if (isSwapped(typed, meant)) return true;
  const [short = '', long = ''] = [typed, meant].sort((a, b) => a.length - b.length);
  const isTwice = long === short + short.at(-1);
  if (!isTwice && typed.at(-1) !== meant.at(-1)) return false;
  if (typed.length !== meant.length) return true;
  const places = differing(typed, meant);
  return places.length !== 1 || places.every((at) => isNear(typed[at] ?? '', meant[at] ?? ''));
}

/** True if the words only differ by two adjacent letters that changed places. */
export function isSwapped(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const [first = 0, second = 0, ...others] = differing(typed, meant);
  return (
    others.length === 0 &&
    second === first + 1 &&
    typed[first] === meant[second] &&
    typed[second] === meant[first]
  );
}

/** Returns the positions at which two words of the same length differ. */
function differing(a: string, b: string): number[] {
  return Array.from(a, (_, at) => at).filter((at) => a[at] !== b[at]);
}

/** True if two letters sound alike or are next to each other on a keyboard. */
function isNear(a: string, b: string): boolean {
  if (ALIKE.some((letters) => letters.includes(a) && letters.includes(b))) return true;
  const [one, other] = [placeOf(a), placeOf(b)];
  if (!one || !other) return false;
  const [upper, lower] = one.row <= other.row ? [one, other] : [other, one];
  const columns = upper.column - lower.column;
  if (upper.row === lower.row) return Math.abs(columns) === 1;
  return lower.row === upper.row + 1 && (columns === 0 || columns === 1);
}

function placeOf(letter: string): { row: number; column: number } | undefined {
  const row = KEYS.findIndex((keys) => keys.includes(letter));
  return row < 0 ? undefined : { row, column: KEYS[row]?.indexOf(letter) ?? 0 };
}
