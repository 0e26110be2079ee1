/** Extracts a filing's own words: the texts of its items, the description of its main document. */
import type { Filing } from '../../shared/domain/schemas/types.generated.js';
import { textOf } from './references.js';

/**
 * Returns the texts of the items. `place` is the number of the item ("5.02", "1A"). `text` is on
 * one line, without the item's number at its start.
 */
export function textsOf({ texts }: Filing): { place: string; text: string }[] {
  return Object.entries(texts ?? {}).map(([place, text]) => ({
    place: place.trim().replace(ITEM, ''),
    text: (text ?? '').replace(/\s+/g, ' ').trim().replace(ITEM_NUMBER, ''),
  }));
}

const ITEM = /^item\s*/i;
const ITEM_NUMBER = /^item \d{1,2}(?:\.\d\d)?[a-z]?\b[.:]? ?/i;

/** Returns a text such as "Dividend declaration"; `null` if it only has form, company or date. */
export function descriptionOf({ description, company }: Filing, name: string): string | null {
  const text = textOf(description)?.replace(/\s+/g, ' ') ?? null;
  if (text === null || text.length > MAX_CHARACTERS) return null;
  const names = new Set(wordsOf(`${name} ${company.name ?? ''}`));
  const telling = wordsOf(text).filter((word) => !names.has(word) && !SAYS_NOTHING.test(word));
  return telling.length > 0 ? text : null;
}

/** Longest text that counts as a description. */
const MAX_CHARACTERS = 200;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Matches words of forms, companies and dates, words of up to two letters, words with digits. */
const SAYS_NOTHING =
  /^(?:\p{L}{0,2}|.*\d.*|the|and|for|form|forms|formk|eight|filing|filings|filed|live|current|report|reports|amendment|amended|main|body|document|primary|press|release|releases|material|event|events|other|corporate|changes|date|dated|text|cover|page|pdf|htm|inc|corp|corporation|company|companies|group|plc|llc|ltd|holdings|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)$/u;
