/** Countries by any of their usual names or codes as ISO 3166-1 alpha-2. */
import { createRequire } from 'node:module';
import type * as Countries from 'i18n-iso-countries';

let library: typeof Countries | undefined;

/** `null` for what names no country, for example a region. */
export function countryCode(input: string): string | null {
  const countries = loadLibrary();
  const text = input.trim();
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
