/** Converts the usual names and codes of countries to ISO 3166-1 alpha-2. */
import { createRequire } from 'node:module';
import type * as Countries from 'i18n-iso-countries';

/** Common names that the library lacks, in lower case. */
const NAMES_BY_CODE: Readonly<Record<string, readonly string[]>> = {
  BN: ['brunei'],
  BS: ['the bahamas'],
  CD: ['dr congo'],
  CV: ['cabo verde'],
  CW: ['curacao'],
  FK: ['falkland islands'],
  FM: ['micronesia'],
  GB: ['britain', 'england', 'northern ireland', 'scotland', 'u.k.', 'uk', 'wales'],
  IE: ['republic of ireland'],
  KR: ['korea'],
  LA: ['laos'],
  MD: ['moldova', 'republic of moldova'],
  MK: ['macedonia'],
  MM: ['burma'],
  MO: ['macau'],
  NL: ['holland'],
  RE: ['réunion'],
  SK: ['slovak republic'],
  SY: ['syria'],
  SZ: ['swaziland'],
  TL: ['east timor'],
  VA: ['vatican', 'vatican city'],
  VG: ['british virgin islands'],
  VI: ['u.s. virgin islands', 'us virgin islands'],
  VN: ['viet nam'],
};
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES_BY_CODE).flatMap(([code, names]) => names.map((name) => [name, code])),
);

let library: typeof Countries | undefined;

/** Returns the code, `null` if the text does not name a country, for example if it is a region. */
export function countryCode(input: string): string | null {
  const text = input.trim();
  const other = OTHER_NAMES.get(text.toLowerCase());
  if (other) return other;
  const countries = loadLibrary();
  const upper = text.toUpperCase();
  if (/^[A-Z]{2}$/.test(upper)) return countries.isValid(upper) ? upper : null;
  if (/^[A-Z]{3}$/.test(upper)) {
    const code = countries.alpha3ToAlpha2(upper);
    if (code) return code;
  }
  return countries.getAlpha2Code(text, 'en') ?? null;
}

function loadLibrary(): typeof Countries {
  if (!library) {
    const require = createRequire(import.meta.url);
    const loaded: typeof Countries = require('i18n-iso-countries');
    loaded.registerLocale(require('i18n-iso-countries/langs/en.json'));
    library = loaded;
  }
  return library;
}
