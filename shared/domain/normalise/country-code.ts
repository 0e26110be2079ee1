/** Converts the usual names and codes of countries to ISO 3166-1 alpha-2. */
import { createRequire } from 'node:module';
import type * as Countries from 'i18n-iso-countries';

/** Common names that the library lacks, in lower case. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['britain', 'GB'],
  ['british virgin islands', 'VG'],
  ['brunei', 'BN'],
  ['burma', 'MM'],
  ['cabo verde', 'CV'],
  ['curacao', 'CW'],
  ['dr congo', 'CD'],
  ['east timor', 'TL'],
  ['england', 'GB'],
  ['falkland islands', 'FK'],
  ['holland', 'NL'],
  ['korea', 'KR'],
  ['laos', 'LA'],
  ['macau', 'MO'],
  ['macedonia', 'MK'],
  ['micronesia', 'FM'],
  ['moldova', 'MD'],
  ['northern ireland', 'GB'],
  ['republic of ireland', 'IE'],
  ['republic of moldova', 'MD'],
  ['réunion', 'RE'],
  ['scotland', 'GB'],
  ['slovak republic', 'SK'],
  ['swaziland', 'SZ'],
  ['syria', 'SY'],
  ['the bahamas', 'BS'],
  ['u.k.', 'GB'],
  ['u.s. virgin islands', 'VI'],
  ['uk', 'GB'],
  ['us virgin islands', 'VI'],
  ['vatican', 'VA'],
  ['vatican city', 'VA'],
  ['viet nam', 'VN'],
  ['wales', 'GB'],
]);

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
