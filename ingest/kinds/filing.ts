/**
 * Reads `filing` events: gives one `sec-8k` signal per 8-K item, a `sec-10k` signal with subtype
 * `annualReport` for annual reports, and a signal per content tag that the filing's texts carry.
 */
import type { Filing } from '../../shared/domain/schemas/types.generated.js';
import { tagPassages } from '../values/content-tags.js';
import { itemPhrase, readItems } from './filing-items.js';
import type { KindContext, KindDraft, KindResult } from './kind.js';
import { labelIn, requireCompany, shownName, textOf } from './references.js';
import { cutText, sentence } from './words.js';

const OTHER_ITEM = '8.01';
/**
 * Signal types of tagged passages, by form. Those of annual reports have a type of their own; those
 * of an 8-K have the type of its items.
 */
const PASSAGE_TYPES: Readonly<Record<string, string>> = { '8-K': 'sec-8k', '10-K': '10k' };
const MAX_PASSAGE_CHARACTERS = 500;
/** Length to which the text of an item is cut: one or two sentences say what happened. */
const MAX_ITEM_CHARACTERS = 300;

export function readFiling(event: Filing, context: KindContext): KindResult {
  const company = requireCompany(event.company, 'company');
  const amended = /\/A$/i.test(event.form.trim());
  const form = event.form.trim().toUpperCase().replace(/\/A$/, '');
  const filing: FilingParts = {
    event,
    form,
    name: shownName(company),
    common: { company, dates: [{ field: 'accepted_at', text: event.accepted_at }] },
    facts: {
      form: event.form.trim(),
      amended,
      accession: textOf(event.accession),
      url: textOf(event.url),
    },
  };
  if (form !== '8-K' && form !== '10-K') return { signals: [] };
  const main = form === '10-K' ? [annualReportDraft(filing)] : itemDrafts(filing, context);
  return { signals: [...main, ...passageDrafts(filing, context)] };
}

interface FilingParts {
  event: Filing;
  /** The form in upper case, without the `/A` of amendments. */
  form: string;
  name: string;
  common: Pick<KindDraft, 'company' | 'dates'>;
  facts: { form: string; amended: boolean; accession: string | null; url: string | null };
}

function annualReportDraft({ name, common, facts }: FilingParts): KindDraft {
  const correction = facts.amended ? ', amended' : '';
  const summary = `${name} filed its annual report${correction} (${facts.form}).`;
  return {
    ...common,
    signalType: 'sec-10k',
    signalSubtype: 'annualReport',
    data: { summary, ...facts },
  };
}

function itemDrafts(
  { event, name, common, facts }: FilingParts,
  { types }: KindContext,
): KindDraft[] {
  const texts = new Map(textsOf(event).map(({ place, text }) => [place, text]));
  const description = descriptionOf(event, name);
  return readItems(event.items).map((item) => {
    const detail = texts.get(item) || description;
    const subtype = types.subtypeOfItem(item) ?? types.subtypeOfItem(OTHER_ITEM);
    const correction = facts.amended ? ', in an amended report' : '';
    const phrase = `${name} ${itemPhrase(item)}${correction}`;
    const summary = detail
      ? sentence(`${phrase}: ${cutText(detail, MAX_ITEM_CHARACTERS)}`)
      : `${phrase}.`;
    return {
      ...common,
      discriminator: item,
      signalType: 'sec-8k',
      signalSubtype: subtype?.subtype ?? 'otherEvent',
      data: { summary, item, ...facts, description: labelIn(event.description) },
    };
  });
}

function passageDrafts({ event, form, name, common, facts }: FilingParts, context: KindContext) {
  const type = PASSAGE_TYPES[form] ?? '';
  return tagPassages(type, textsOf(event), context.tags).map(
    ({ tag, places, passages: found }): KindDraft => {
      const summary = `${name}: ${cutText(found[0] ?? '', MAX_PASSAGE_CHARACTERS)}`;
      return {
        ...common,
        discriminator: `tag:${tag}`,
        signalType: type,
        signalSubtype: tag,
        data: { summary, item: places[0] ?? null, items: places, passages: found, ...facts },
      };
    },
  );
}

/**
 * Returns the texts of the items. `place` is the number of the item ("5.02", "1A"). `text` is on
 * one line, without the item's number at its start.
 */
function textsOf({ texts }: Filing): { place: string; text: string }[] {
  return Object.entries(texts ?? {}).map(([place, text]) => ({
    place: place.trim().replace(ITEM, ''),
    text: (text ?? '').replace(/\s+/g, ' ').trim().replace(ITEM_NUMBER, ''),
  }));
}

const ITEM = /^item\s*/i;
const ITEM_NUMBER = /^item \d{1,2}(?:\.\d\d)?[a-z]?\b[.:]? ?/i;

/** Returns a text such as "Dividend declaration"; `null` if it only has form, company or date. */
function descriptionOf({ description, company }: Filing, name: string): string | null {
  const text = labelIn(description);
  if (text === null || text.length > MAX_DESCRIPTION_CHARACTERS) return null;
  const names = new Set(wordsOf(`${name} ${company.name ?? ''}`));
  const telling = wordsOf(text).filter((word) => !names.has(word) && !SAYS_NOTHING.test(word));
  return telling.length > 0 ? text : null;
}

/** Longest text that counts as a description. */
const MAX_DESCRIPTION_CHARACTERS = 200;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Matches words of forms, companies and dates, words of up to two letters, words with digits. */
const SAYS_NOTHING =
  /^(?:\p{L}{0,2}|\D*\d.*|the|and|for|form|forms|formk|eight|filing|filings|filed|live|current|report|reports|amendment|amended|main|body|document|primary|press|release|releases|material|event|events|other|corporate|changes|date|dated|text|cover|page|pdf|htm|inc|corp|corporation|company|companies|group|plc|llc|ltd|holdings|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)$/u;
