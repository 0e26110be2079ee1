/** Words and numbers of summaries. */

/** "$10 million", "10 million" of an unknown currency; `null` without an amount. */
export function moneyText(
  amount: number | null | undefined,
  currency: string | null | undefined,
): string | null {
  if (amount === null || amount === undefined || !Number.isFinite(amount) || amount <= 0) {
    return null;
  }
  const number = COMPACT.format(amount);
  if (!currency || !/^[A-Za-z]{3}$/.test(currency)) return number;
  const code = currency.toUpperCase();
  const symbol = symbolOf(code);
  return symbol === code ? `${code} ${number}` : `${symbol}${number}`;
}

const COMPACT = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 1,
});

const symbols = new Map<string, string>();

/** `$`, `€`; the code itself if it has no symbol. Looked up once per code. */
function symbolOf(code: string): string {
  const known = symbols.get(code);
  if (known !== undefined) return known;
  const symbol = findSymbol(code);
  symbols.set(code, symbol);
  return symbol;
}

function findSymbol(code: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}

/** "A, B and C". */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

/** Blanks further before the bound are passed over: Chinese and Japanese hardly have any. */
const LAST_WORDS_CHARACTERS = 80;

/** At the last blank before the bound if it is near, else at the bound, but not within a surrogate pair. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const blank = text.lastIndexOf(' ', maxCharacters - 1);
  const isNear = blank > Math.max(0, maxCharacters - LAST_WORDS_CHARACTERS);
  return `${text.slice(0, isNear ? blank : maxCharacters).replace(HALF_AT_END, '')}…`;
}

const HALF_AT_END = /[\ud800-\udbff]$/;
