/**
 * Finds the currency of an amount, to compare amounts of different currencies: 300 million yen are
 * less than $5 million. Rates are rough and of 2026-11; a comparison needs no more. Pure.
 */

/** Dollars for one of each, by ISO code. */
const RATES = {
  ...{ usd: 1, eur: 1.1, gbp: 1.3, chf: 1.15, cad: 0.73, aud: 0.66, nzd: 0.6, sgd: 0.75 },
  ...{ sek: 0.095, nok: 0.095, dkk: 0.15, isk: 0.0072, pln: 0.26, czk: 0.044, huf: 0.0028 },
  ...{ jpy: 0.0067, cny: 0.14, krw: 0.00073, inr: 0.012, pkr: 0.0036, hkd: 0.13, twd: 0.03 },
  ...{ thb: 0.029, myr: 0.23, idr: 0.000062, vnd: 4e-5, aed: 0.27, sar: 0.27, qar: 0.27 },
  ...{ kwd: 3.25, bhd: 2.65, omr: 2.6, ils: 0.28, egp: 0.02, brl: 0.18, mxn: 0.053 },
  ...{ clp: 0.0011, zar: 0.055, ngn: 0.00065, kes: 0.0077 },
};

type Rates = Readonly<Record<string, number>>;

const { usd, eur, gbp, chf, cad, aud, nzd, sgd, sek, isk, jpy, cny, krw, inr } = RATES;
const { aed, brl, hkd, idr, ils, myr, ngn, pln, sar, thb, twd, zar } = RATES;

/** By sign, before the number. */
const SIGNS: Rates = { $: usd, '€': eur, '£': gbp, '¥': jpy, '₹': inr, '₩': krw };
/** By what stands before "$": "C$", "R$". "A$" is left out, because "a $5 million loan" is not. */
const DOLLARS: Rates = { us: usd, c: cad, ca: cad, au: aud, nz: nzd, hk: hkd, nt: twd, r: brl };
/** By code or short name, before or after the number. Codes that are words are left out. */
const CODES: Rates = { ...RATES, sfr: chf, kr: 0.1, rmb: cny, rs: inr, rm: myr };
/** By name, after the number. Names of several currencies have the rate of a usual one. */
const NAMES: Rates = {
  ...{ dollar: usd, dollars: usd, euro: eur, euros: eur, pounds: gbp, sterling: gbp, francs: chf },
  ...{ kronor: sek, kroner: 0.12, kronur: isk, krona: sek, zloty: pln, lira: 0.025 },
  ...{ yen: jpy, yuan: cny, renminbi: cny, rupees: inr, ringgit: myr, rupiah: idr },
  ...{ baht: thb, dirhams: aed, riyals: sar, shekels: ils, rand: zar, naira: ngn },
  ...{ reais: brl, pesos: 0.05 },
};
/** By the word between a number and "dollars". */
const NATIONAL_DOLLARS: Rates = { canadian: cad, australian: aud, singapore: sgd, us: usd };
/** Words between a number and the name of its currency: "60 million Swiss francs". */
const NATIONAL =
  /^(?:swiss|swedish|norwegian|danish|turkish|indian|japanese|chinese|brazilian|mexican|uae|saudi)$/;

/** Returns true for "$" and for a word such as "€20". */
export function startsWithSign(word: string): boolean {
  return Object.hasOwn(SIGNS, word.charAt(0));
}

/** Returns true for a word after a number that names a currency, without a national word. */
export function isCurrency(word: string): boolean {
  return Object.hasOwn(NAMES, word) || Object.hasOwn(CODES, word);
}

/**
 * Returns the dollars for one of the currency of the amount from word `start` up to word `end`;
 * `undefined` if none is named.
 */
export function dollarsFor(
  words: readonly string[],
  start: number,
  end: number,
): number | undefined {
  const sign = words[start]?.charAt(0) ?? '';
  const before = words[start - 1] ?? '';
  const [first = '', second = ''] = words.slice(end, end + 2);
  if (sign === '$') return rateIn(DOLLARS, before) ?? 1;
  return (
    rateIn(SIGNS, sign) ??
    rateIn(CODES, before) ??
    rateIn(CODES, first) ??
    rateIn(NAMES, first) ??
    (second.startsWith('dollar') ? rateIn(NATIONAL_DOLLARS, first) : undefined) ??
    (NATIONAL.test(first) ? rateIn(NAMES, second) : undefined)
  );
}

/** Returns true if the word before an amount names its currency: "US" before "$50", "EUR" before "50". */
export function isCurrencyBefore(words: readonly string[], start: number): boolean {
  const before = words[start - 1] ?? '';
  return Object.hasOwn(words[start]?.startsWith('$') ? DOLLARS : CODES, before);
}

function rateIn(rates: Rates, word: string): number | undefined {
  return Object.hasOwn(rates, word) ? rates[word] : undefined;
}
