/** Normalises what events say about companies and people. Blank values count as absent. */
import { companyIdentifiers } from '../../shared/domain/identity/company-identifiers.js';
import { countryCode } from '../../shared/domain/normalise/country-code.js';
import {
  normaliseEmail,
  normaliseProfileUrl,
  withoutInvisible,
} from '../../shared/domain/normalise/identifiers.js';
import { unescapeName } from '../../shared/domain/normalise/plain-text.js';
import type {
  CompanyReference,
  ContactReference,
} from '../../shared/domain/ports/event-records.js';
import type {
  CompanyReferenceInput,
  ContactReferenceInput,
} from '../../shared/domain/schemas/types.generated.js';
import { Rejection } from '../outcomes/outcome.js';
import { companyDomain } from './company-domain.js';
import { cutText, sentence } from './words.js';

/** Matches what spreadsheets write if a formula fails, and what forms write if there is nothing. */
const NOTHING =
  /^(#(NAME\?|N\/A|REF!|VALUE!|DIV\/0!|NULL!|NUM!)|n\/?a|null|none|unknown|undefined|-+|\?+|\.+)$/i;

/** Longest name or title, as in search: suggesting a company costs the square of its name's length. */
const MAX_NAME_CHARACTERS = 500;
const MAX_URL_CHARACTERS = 2_000;
/** Number of aliases, and of tickers, that are kept of one company; further ones are left out. */
const MAX_OTHER_NAMES = 200;

/**
 * Normalises a reference to a company. A name that is an error mark, is too long or says that there
 * is none also counts as absent; so do names and titles of people.
 */
export function companyReference(
  input: CompanyReferenceInput | null | undefined,
): CompanyReference {
  const tickers = input?.tickers?.map((ticker) => ticker.toUpperCase());
  return {
    name: nameIn(input?.name),
    domain: normalised(input?.domain, companyDomain),
    networkUrl: normalised(input?.network_url, profileUrl),
    cik: cikOf(input?.cik),
    tickers: uniqueTexts(tickers).slice(0, MAX_OTHER_NAMES),
    board: textOf(input?.board)?.toLowerCase() ?? null,
    country: normalised(input?.country, countryCode),
    aliases: uniqueNames(input?.aliases).slice(0, MAX_OTHER_NAMES),
  };
}

export function contactReference(
  input: ContactReferenceInput | null | undefined,
): ContactReference {
  return {
    name: nameIn(input?.name),
    email: normalised(input?.email, normaliseEmail),
    networkUrl: normalised(input?.network_url, profileUrl),
    title: nameIn(input?.title),
  };
}

/** Returns the person of the event; throws `missing_contact` if nothing says who it is. */
export function requireContact(
  input: ContactReferenceInput | null | undefined,
  field: string,
): ContactReference {
  const contact = contactReference(input);
  if (contact.name || contact.email || contact.networkUrl) return contact;
  const message = `${field} must have a name, an email or a profile URL`;
  throw new Rejection('missing_contact', field, message);
}

/** Says whether the reference has a name or another identifier. */
export function isNamed(company: CompanyReference): boolean {
  const { name, domain, networkUrl, cik, tickers, board } = company;
  return [name, domain, networkUrl, cik, board].some((each) => each !== null) || tickers.length > 0;
}

/**
 * Returns the company of the event; `field` is blank if that is the event itself. Throws
 * `invalid_name` if only an invalid name is given, `missing_company` if nothing is.
 */
export function requireCompany(
  input: CompanyReferenceInput | null | undefined,
  field: string,
): CompanyReference {
  const company = companyReference(input);
  if (isNamed(company)) return company;
  const name = textOf(input?.name);
  const nameField = field === '' ? 'name' : `${field}.name`;
  if (name !== null) {
    const message =
      name.length > MAX_NAME_CHARACTERS
        ? `${nameField} must have at most ${MAX_NAME_CHARACTERS} characters`
        : `${nameField} is ${JSON.stringify(name)}, which is not a name`;
    throw new Rejection('invalid_name', nameField, message);
  }
  const domain = textOf(input?.domain);
  if (domain !== null) {
    const domainField = field === '' ? 'domain' : `${field}.domain`;
    const message = `${domainField} is ${JSON.stringify(domain)}, which is not the domain of one company`;
    throw new Rejection('missing_company', domainField, message);
  }
  const place = field || nameField;
  const message = `${place} must have a name, a domain or another identifier`;
  throw new Rejection('missing_company', place, message);
}

/** Returns the text; throws `missing_text` if it is blank. `need` says what the field must do. */
export function requireText(text: string | null, field: string, need: string): string {
  if (text) return text;
  throw new Rejection('missing_text', field, `${field} must not be blank; it must ${need}`);
}

/** Length to which the text about a company is cut, because a summary is a sentence or two. */
const MAX_ABOUT_CHARACTERS = 300;

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns for example "Pagolo: payments, Recife, Brazil."; none without industry or place. */
export function aboutCompany(
  company: CompanyReference,
  input: CompanyReferenceInput | null | undefined,
): string[] {
  const facts = [...uniqueNames(input?.industries), labelIn(input?.place)].filter(Boolean);
  if (facts.length === 0 || !isNamed(company)) return [];
  const country = company.country && countries.of(company.country);
  const text = [...facts, ...(country ? [country] : [])].join(', ');
  return [sentence(`${shownName(company)}: ${cutText(text, MAX_ABOUT_CHARACTERS)}`)];
}

/** True if both are certainly one company: they share an identifier or a name. */
export function sharesIdentifier(a: CompanyReference, b: CompanyReference): boolean {
  const own = new Set(companyIdentifiers(a));
  return companyIdentifiers(b).some((identifier) => own.has(identifier));
}

/**
 * True if the references certainly mean two companies: they share nothing, and their names or their
 * domains can be compared. A name alone cannot be compared with a domain alone.
 */
export function areDifferent(a: CompanyReference, b: CompanyReference): boolean {
  if (sharesIdentifier(a, b)) return false;
  return (a.name !== null && b.name !== null) || (a.domain !== null && b.domain !== null);
}

/** Returns a name or title; `null` if it is too long, an error mark or says that there is none. */
export function nameIn(field: string | null | undefined): string | null {
  const label = labelIn(field);
  if (label === null || label.length > MAX_NAME_CHARACTERS) return null;
  return /[\p{L}\p{N}]/u.test(label) ? label : null;
}

export function uniqueNames(fields: readonly string[] | null | undefined): string[] {
  return [...new Set((fields ?? []).map(nameIn).filter((name) => name !== null))];
}

/**
 * Returns a place or another short text without entities; `null` if it is an error mark or says that
 * there is none.
 */
export function labelIn(
  field: string | null | undefined,
  read: (text: string) => string = unescapeName,
): string | null {
  const text = textOf(read(field ?? ''));
  return text === null || NOTHING.test(text) ? null : text;
}

/** Returns a code such as `USD`; `null` if the field holds anything but three letters. */
export function currencyIn(field: string | null | undefined): string | null {
  const code = textOf(field)?.toUpperCase() ?? '';
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** Returns the name without register marks of EDGAR: "MATTEL INC /DE/", "WALT DISNEY CO/". */
export function shownName(company: CompanyReference): string {
  const { cik } = company;
  const registered = cik === null ? '' : `The company with CIK ${Number(cik)}`;
  const name =
    company.name ?? company.domain ?? company.networkUrl ?? company.tickers[0] ?? registered;
  return name.replace(/[\\/](?:[A-Za-z]{2,3}[\\/])?\s*$/, '').trim() || name;
}

function profileUrl(url: string): string | null {
  return url.length > MAX_URL_CHARACTERS ? null : normaliseProfileUrl(url);
}

/** Returns the text in one line without invisible characters; `null` if nothing is left. */
export function textOf(text: string | null | undefined): string | null {
  const trimmed = withoutInvisible(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return trimmed === '' ? null : trimmed;
}

/** Returns a CIK with ten digits; `null` if the value is not a CIK. */
function cikOf(cik: string | number | null | undefined): string | null {
  const digits = String(cik ?? '').trim();
  return /^\d{1,10}$/.test(digits) && Number(digits) > 0 ? digits.padStart(10, '0') : null;
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

export const NO_COMPANY = companyReference(null);
