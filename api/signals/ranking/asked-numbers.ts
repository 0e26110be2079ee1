/** Numbers with a bound and funding rounds of a question, compared with those a signal tells. Pure. */
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, phraseFinder } from './phrases.js';

type Unit = 'money' | 'percent' | 'years' | 'people' | 'other';

const BOUND =
  /(?<bound>more than|over|above|at least|exceeding|greater than|upwards of|less than|under|below|fewer than|at most|up to|>|<)\s{0,3}(?:(?<currency>[$€£])\s{0,3})?(?<number>\d[\d,]{0,20}(?:\.\d{1,6})?)\s{0,3}(?<scale>k|thousand|m|mn|million|bn|b|billion)?(?=$|[^\p{L}\d])/giu;
const UPPER = /^(?:less than|under|below|fewer than|at most|up to|<)$/i;
const INCLUSIVE = /^(?:at least|at most|up to|upwards of)$/i;
const TOLD =
  /(?<currency>[$€£] )?(?<![\d.,] )\b(?<number>\d{1,15}(?: , \d{3}){0,6}(?: \. \d{1,6})?)(?!\d)(?: (?<scale>million|billion|thousand|bn|m|k)\b)?/g;
/** Of the text behind a number, which tells its unit. */
const MAX_UNIT_CHARACTERS = 60;
/** A letter or a word that tells only within its phrase which round or office is meant. */
const EXACT = /\bseries\s{1,3}[a-k]\b|\bchief(?:\s{1,3}\p{L}{1,20}){1,3}?\s{1,3}officer\b/giu;
const FACTORS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
};
const PEOPLE =
  /^\W{0,3}(?:\w{1,30} )?(?:employees|people|workers|staff|jobs|positions|roles|posts|openings)\b/i;

export function numberParts(
  question: string,
  words: readonly PlacedWord[],
  wordPieces: WordPieces,
): AskedPart[] {
  const bounds = [...question.matchAll(BOUND)].map((match) =>
    boundPart(match, question, words, wordPieces),
  );
  const exact = [...question.matchAll(EXACT)].map((match) => exactPart(match, words, wordPieces));
  return [...bounds, ...exact];
}

function boundPart(
  match: RegExpMatchArray,
  question: string,
  words: readonly PlacedWord[],
  { spell }: WordPieces,
): AskedPart {
  const { bound = '', currency, number = '', scale } = match.groups ?? {};
  const start = match.index ?? 0;
  const end = start + match[0].length;
  const wanted = amountOf(number.replaceAll(',', ''), scale);
  const unit = unitOf(currency, scale, question.slice(end));
  const isUpper = UPPER.test(bound);
  const isMet = (value: number): boolean =>
    (INCLUSIVE.test(bound) && value === wanted) || (isUpper ? value < wanted : value > wanted);
  return {
    pieces: piecesWithin(words, start, end),
    isAlone: true,
    isCondition: true,
    isOfCompany: false,
    meet(tokens) {
      const told = toldIn(spell(tokens)).filter((each) => each.unit === unit);
      return { at: -1, likeness: told.some(({ value }) => isMet(value)) ? 1 : 0 };
    },
  };
}

function exactPart(
  match: RegExpMatchArray,
  words: readonly PlacedWord[],
  { pieces }: WordPieces,
): AskedPart {
  const start = match.index ?? 0;
  const find = phraseFinder([pieces(match[0])]);
  return {
    pieces: piecesWithin(words, start, start + match[0].length),
    isAlone: true,
    isCondition: true,
    isOfCompany: false,
    meet(tokens) {
      const at = find(tokens);
      return { at, likeness: at < 0 ? 0 : 1 };
    },
  };
}

function toldIn(text: string): { value: number; unit: Unit }[] {
  return [...text.matchAll(TOLD)].map(({ 0: match, index, groups }) => {
    const { currency, number = '', scale } = groups ?? {};
    const end = index + match.length;
    const after = text.slice(end, end + MAX_UNIT_CHARACTERS);
    return {
      value: amountOf(number.replaceAll(' ', '').replaceAll(',', ''), scale),
      unit: unitOf(currency, scale, after),
    };
  });
}

function amountOf(number: string, scale: string | undefined): number {
  return Number(number) * (FACTORS[scale?.toLowerCase() ?? ''] ?? 1);
}

function unitOf(currency: string | undefined, scale: string | undefined, after: string): Unit {
  if (currency) return 'money';
  if (/^\s{0,3}(?:%|percent|per cent)/i.test(after)) return 'percent';
  if (/^\s{0,3}years?\b/i.test(after)) return 'years';
  if (PEOPLE.test(after)) return 'people';
  if (scale || /^\s{0,3}(?:dollars|euros|pounds|usd|eur|gbp)\b/i.test(after)) return 'money';
  return 'other';
}

function piecesWithin(words: readonly PlacedWord[], start: number, end: number): number[] {
  return words
    .filter((word) => word.start >= start && word.end <= end)
    .flatMap((word) => word.pieces.map((_, piece) => word.at + piece));
}
