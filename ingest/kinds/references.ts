/** Normalises what events say about companies and people: blank values are absent. */
import { countryCode } from '../../shared/domain/normalise/country-code.js';
import {
  normaliseDomain,
  normaliseEmail,
  normaliseProfileUrl,
} from '../../shared/domain/normalise/identifiers.js';
import type {
  CompanyReference,
  ContactReference,
} from '../../shared/domain/ports/event-records.js';
import type {
  CompanyReferenceInput,
  ContactReferenceInput,
} from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';

/** What spreadsheets write when a formula failed, and what forms write for nothing. */
const NO_NAME =
  /^(#(NAME\?|N\/A|REF!|VALUE!|DIV\/0!|NULL!|NUM!)|n\/?a|null|none|unknown|undefined|-+|\?+|\.+)$/i;

export const NO_COMPANY: CompanyReference = {
  name: null,
  domain: null,
  networkUrl: null,
  cik: null,
  tickers: [],
  board: null,
  country: null,
  aliases: [],
};

/** Throws `invalid_name` for a name that is an error mark; `field` is the field of the company. */
export function companyReference(
  input: CompanyReferenceInput | null | undefined,
  field: string,
): CompanyReference {
  if (!input) return NO_COMPANY;
  return {
    name: companyName(input.name, field === '' ? 'name' : `${field}.name`),
    domain: normalised(input.domain, normaliseDomain),
    networkUrl: normalised(input.network_url, normaliseProfileUrl),
    cik: cikOf(input.cik),
    tickers: tickersOf(input.tickers),
    board: textOf(input.board)?.toLowerCase() ?? null,
    country: normalised(input.country, countryCode),
    aliases: uniqueTexts(input.aliases),
  };
}

export function contactReference(
  input: ContactReferenceInput | null | undefined,
): ContactReference {
  return {
    name: textOf(input?.name),
    email: normalised(input?.email, normaliseEmail),
    networkUrl: normalised(input?.network_url, normaliseProfileUrl),
    title: textOf(input?.title),
  };
}

export function isNamed(company: CompanyReference): boolean {
  const { name, domain, networkUrl, cik, tickers, board } = company;
  return [name, domain, networkUrl, cik, board].some((each) => each !== null) || tickers.length > 0;
}

/** Throws `missing_company` when the event does not say which company it concerns. */
export function requireCompany(company: CompanyReference, field: string): CompanyReference {
  if (isNamed(company)) return company;
  throw new Rejection(
    'missing_company',
    field,
    `${field} must have a name, a domain or another identifier`,
  );
}

export function companyName(name: string | null | undefined, field: string): string | null {
  const text = textOf(name);
  if (text === null) return null;
  if (NO_NAME.test(text) || !/[\p{L}\p{N}]/u.test(text)) {
    throw new Rejection(
      'invalid_name',
      field,
      `${field} is ${JSON.stringify(text)}, which is not a name`,
    );
  }
  return text;
}

/** Names of EDGAR end in marks of their register: "MATTEL INC /DE/", "WALT DISNEY CO/". */
export function shownName(company: CompanyReference): string {
  const { cik } = company;
  const registered = cik === null ? '' : `The company with CIK ${Number(cik)}`;
  const name =
    company.name ?? company.domain ?? company.networkUrl ?? company.tickers[0] ?? registered;
  return name.replace(/[\\/](?:[A-Za-z]{2,3}[\\/])?\s*$/, '').trim() || name;
}

export function textOf(text: string | null | undefined): string | null {
  const trimmed = text?.replace(/\s+/g, ' ').trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** Ten digits. */
function cikOf(cik: string | number | null | undefined): string | null {
  const digits = String(cik ?? '').trim();
  return /^\d{1,10}$/.test(digits) && Number(digits) > 0 ? digits.padStart(10, '0') : null;
}

function tickersOf(tickers: readonly string[] | null | undefined): string[] {
  return uniqueTexts(tickers?.map((ticker) => ticker.toUpperCase()));
}

export function uniqueTexts(texts: readonly string[] | null | undefined): string[] {
  const kept = (texts ?? []).map(textOf).filter((text) => text !== null);
  return [...new Set(kept)];
}

function normalised(
  text: string | null | undefined,
  normalise: (text: string) => string | null,
): string | null {
  const trimmed = textOf(text);
  return trimmed === null ? null : normalise(trimmed);
}
