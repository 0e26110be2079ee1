/** Formats words and numbers for summaries. */
import { cutCharacters } from '../../shared/domain/cut-characters.js';

/**
 * Formats an amount, for example "$10 million", "SEK 10 million", or "10 million" if the currency
 * is unknown; `null` without an amount.
 */
export function moneyText(
  amount: number | null | undefined,
  currency: string | null | undefined,
): string | null {
  if (amount === null || amount === undefined || !Number.isFinite(amount) || amount <= 0) {
    return null;
  }
  const number = COMPACT.format(amount);
  if (!currency || !/^[A-Za-z]{3}$/.test(currency)) return number;
  const symbol = symbolOf(currency.toUpperCase());
  return /\p{L}$/u.test(symbol) ? `${symbol} ${number}` : `${symbol}${number}`;
}

const COMPACT = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumFractionDigits: 2,
});

const symbols = new Map<string, string>();

/** Returns for example `$`, `CA$` or `€`; the code itself if it has none. Looks each up once. */
function symbolOf(code: string): string {
  const cached = symbols.get(code);
  if (cached !== undefined) return cached;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  symbols.set(code, symbol);
  return symbol;
}

/** Adds a full stop, unless the text has its own, for example "… Acme Inc." */
export function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * Matches a word that begins with a vowel sound. Short acronyms are read letter by letter ("an HR
 * manager"); "unit", "user" and "euro" begin with the sound of a y.
 */
const VOWEL_SOUND =
  /^(?:[AEFHILMNORSX][A-Z]{0,2}(?![A-Za-z])|(?![Ee]u|[Oo]ne\b)[AEIOaeio]|[Uu](?!ni|s[ae]|ti)[a-z])/;

/** Adds "a" or "an", for example "a seed round", "an angel round", "a UX designer". */
export function withArticle(text: string): string {
  return `${VOWEL_SOUND.test(text) ? 'an' : 'a'} ${text}`;
}

/** Joins names with commas and "and", for example "A, B, and C". */
export function listText(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
}

/** How far before the bound a blank may be. Chinese and Japanese have hardly any blanks. */
const LAST_WORDS_CHARACTERS = 80;

/** Cuts a text at the last blank before the bound if that is near, else at the bound. */
export function cutText(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const blank = text.lastIndexOf(' ', maxCharacters - 1);
  const isNear = blank > Math.max(0, maxCharacters - LAST_WORDS_CHARACTERS);
  return `${cutCharacters(text, isNear ? blank : maxCharacters)}…`;
}
