/**
 * Amounts of money as people write them: `$1.5M`, `USD 20 million`, `€2,5 Mio.`, `₹12,34,567.50`,
 * `Rs 5 crore`, `1700000`. A text without an amount gives none.
 */

export interface Money {
  amount: number | null;
  /** ISO 4217, `null` when the text names none. */
  currency: string | null;
}

const SYMBOLS: readonly (readonly [RegExp, string])[] = [
  [/US\$|U\.S\. ?\$/i, 'USD'],
  [/C\$|CA\$/i, 'CAD'],
  [/A\$|AU\$/i, 'AUD'],
  [/S\$/i, 'SGD'],
  [/HK\$/i, 'HKD'],
  [/R\$/i, 'BRL'],
  [/₹|\bRs\.?(?=\s|\d)/i, 'INR'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/¥|￥/, 'JPY'],
  [/₩/, 'KRW'],
  [/₽/, 'RUB'],
  [/\$/, 'USD'],
];

const MAGNITUDES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  tsd: 1e3,
  lakh: 1e5,
  lakhs: 1e5,
  lac: 1e5,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  millions: 1e6,
  crore: 1e7,
  crores: 1e7,
  cr: 1e7,
  b: 1e9,
  bn: 1e9,
  mrd: 1e9,
  billion: 1e9,
  billions: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const AMOUNT = /(\d[\d.,'’\u00a0\u202f ]*\d|\d)\s*([A-Za-z]+)?/;

export function parseMoney(input: unknown): Money {
  if (typeof input === 'number') {
    return { amount: Number.isFinite(input) ? input : null, currency: null };
  }
  if (typeof input !== 'string') return { amount: null, currency: null };
  const currency = currencyOf(input);
  const match = AMOUNT.exec(input);
  const number = match?.[1] === undefined ? null : parseGrouped(match[1]);
  if (number === null) return { amount: null, currency };
  const magnitude = MAGNITUDES[match?.[2]?.toLowerCase() ?? ''] ?? 1;
  // In binary, 1.7 × 1,000,000 is not always whole.
  return { amount: Math.round(number * magnitude * 100) / 100, currency };
}

function currencyOf(text: string): string | null {
  for (const code of text.match(/\b[A-Z]{3}\b/g) ?? []) if (CURRENCIES.has(code)) return code;
  return SYMBOLS.find(([symbol]) => symbol.test(text))?.[1] ?? null;
}

/** Thousands in Western (`1,234,567`), Indian (`12,34,567`) or continental (`1.234.567,5`) groups. */
function parseGrouped(text: string): number | null {
  const tight = text.replace(/[\s'’\u00a0\u202f]/g, '');
  const decimal = decimalMark(tight, tight.lastIndexOf('.'), tight.lastIndexOf(','));
  const whole = decimal === -1 ? tight : tight.slice(0, decimal);
  if (!/^(\d+|\d{1,3}([.,]\d{2,3})*[.,]\d{3})$/.test(whole)) return null;
  const fraction = decimal === -1 ? '' : tight.slice(decimal + 1);
  return /^\d*$/.test(fraction) ? Number(`${whole.replace(/[.,]/g, '')}.${fraction || '0'}`) : null;
}

/** Where the decimals start, -1 for none: the last of two different marks, or one with no group. */
function decimalMark(text: string, dot: number, comma: number): number {
  if (dot >= 0 && comma >= 0) return Math.max(dot, comma);
  const mark = Math.max(dot, comma);
  if (mark === -1) return -1;
  const repeated = text.indexOf(text[mark] ?? '') !== mark;
  const groupOfThree = text.length - mark - 1 === 3;
  if (repeated || (groupOfThree && comma >= 0)) return -1;
  // `1.500` is one and a half to some and fifteen hundred to others; a dot is decimal here.
  return mark;
}
