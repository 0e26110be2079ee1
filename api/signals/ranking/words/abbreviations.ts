/** Writes out business abbreviations, because the model knows their words better. Pure. */
import { writeOutPlaces } from './short-places.js';

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  cfo: 'chief financial officer',
  ceo: 'chief executive officer',
  cto: 'chief technology officer',
  coo: 'chief operating officer',
  cmo: 'chief marketing officer',
  cio: 'chief information officer',
  ciso: 'chief information security officer',
  cro: 'chief revenue officer',
  chro: 'chief human resources officer',
  vp: 'vice president',
  svp: 'senior vice president',
  evp: 'executive vice president',
  md: 'managing director',
  hr: 'human resources',
  ai: 'artificial intelligence',
  ml: 'machine learning',
  ipo: 'initial public offering',
  hq: 'headquarters',
  ev: 'electric vehicle',
  agm: 'annual general meeting',
  pe: 'private equity',
  vc: 'venture capital',
  capex: 'capital expenditure',
  esg: 'environmental and social sustainability',
  csr: 'corporate social responsibility',
  jv: 'joint venture',
  mou: 'memorandum of understanding',
  lbo: 'leveraged buyout',
  mbo: 'management buyout',
  eps: 'earnings per share',
  llm: 'large language model',
  cpo: 'chief product officer',
  cdo: 'chief data officer',
  sdr: 'sales development representative',
  bdr: 'business development representative',
  csm: 'customer success manager',
  rto: 'return to office',
  rif: 'reduction in force',
  q1: 'first quarter',
  q2: 'second quarter',
  q3: 'third quarter',
  q4: 'fourth quarter',
  'm&a': 'mergers and acquisitions',
  'r&d': 'research and development',
};

const PATTERN = /(?<![\p{L}\p{N}&])(?:[mr]&[ad]|q[1-4]|[a-z]{2,5})s?(?![\p{L}\p{N}&])/giu;

/** What "IT" in capitals means. It is no entry above, because "it" in texts mostly means nothing. */
const INFORMATION = 'information technology';

/** Matches a city before "IT": "Milan, IT". */
const ITALY = /\p{Lu}\p{Ll}{2,20}, ?$/u;

/** By abbreviation: what comes before it if it means something else. */
const OTHER_MEANINGS: ReadonlyMap<string, RegExp> = new Map([
  // "Baltimore, MD".
  ['md', /\p{Lu}\p{Ll}+, ?$/u],
  // "A 24 hr outage", "24-hr": other numbers before HR count people or jobs.
  ['hr', /(?:\d-?|\b(?:12|24|36|48|72) )$/],
]);

export function expandAbbreviations(question: string): string {
  const text = writeOutPlaces(question);
  const isInCapitals = text === text.toUpperCase();
  return text.replace(PATTERN, (word, at: number) => {
    const short = word.toLowerCase();
    const before = text.slice(0, at);
    if (/^its?$/.test(short)) {
      return word === 'IT' && !isInCapitals && !ITALY.test(before) ? INFORMATION : word;
    }
    if (OTHER_MEANINGS.get(short.replace(/s$/, ''))?.test(before)) return word;
    return expansionOf(short) ?? pluralOf(short) ?? word;
  });
}

/** Returns the abbreviations, in lower case, of exactly these words (also in lower case). */
export function abbreviationsOf(words: string): string[] {
  return Object.keys(ABBREVIATIONS).filter((short) => ABBREVIATIONS[short] === words);
}

function expansionOf(short: string): string | undefined {
  return Object.hasOwn(ABBREVIATIONS, short) ? ABBREVIATIONS[short] : undefined;
}

function pluralOf(short: string): string | undefined {
  const words = short.endsWith('s') ? expansionOf(short.slice(0, -1)) : undefined;
  return words && `${words}s`;
}
