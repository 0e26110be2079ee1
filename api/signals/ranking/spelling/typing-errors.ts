/** Whether somebody who means one spelling types the other. Pure. */
import leven from 'leven';

/** Letters beside each other on a keyboard; those of the next row are under them and to the left. */
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Letters that sound alike. */
const ALIKE = ['aeiouy', 'cks', 'szx', 'kq', 'fvw', 'bp', 'dt', 'gj', 'mn', 'lr'];

/** Letters that are wrong; two in each other's place are one, and so is a letter that is doubled for another. */
export function errorsIn(typed: string, meant: string): number {
  return isSwapped(typed, meant) || isDoubledElsewhere(typed, meant) ? 1 : leven(typed, meant);
}

/** "Matell" for "Mattel". */
function isDoubledElsewhere(typed: string, meant: string): boolean {
  return typed !== meant && typed.length === meant.length && once(typed) === once(meant);
}

function once(word: string): string {
  return word.replace(/(.)\1/gu, '$1');
}

/**
 * Words that differ in their last letter are other words ("banks", "investor"), unless it is typed twice; so are
 * words with another letter that neither sounds alike nor is beside the right one ("cider", "citer").
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

function isSwapped(typed: string, meant: string): boolean {
  if (typed.length !== meant.length) return false;
  const [first = 0, second = 0, ...others] = differing(typed, meant);
  return (
    others.length === 0 &&
    second === first + 1 &&
    typed[first] === meant[second] &&
    typed[second] === meant[first]
  );
}

/** Places of letters, in two words of the same length. */
function differing(a: string, b: string): number[] {
  return Array.from(a, (_, at) => at).filter((at) => a[at] !== b[at]);
}

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
