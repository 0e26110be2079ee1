/**
 * Normalizes company names for comparison (case and accents are folded; legal forms, punctuation
 * and words for "and" are removed), and measures the similarity of two names.
 */
import { foldCase, withoutAccents } from './fold-case.js';
import { withoutInvisible } from './identifiers.js';

/** Letters that accent folding does not change. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
};

const AND_WORDS = new Set(['and', 'og', 'und', 'et']);

/** Legal forms at the end of a name, without dots. */
const LEGAL_FORMS = new Set(
  `inc incorporated corp corporation co company ltd limited llc llp lp lllp plc pllc pc
  gmbh mbh ag kg kgaa ug se eg ev ohg gbr sa sas sarl sasu sca scs snc sl slu spa srl srls sapa
  bv nv cv vof oy oyj ab as asa aps hf ehf spzoo sro doo dd ad ead ood eood kft zrt nyrt bt rt
  pte pty bhd sdn berhad tbk pvt private pcl kk ltda eireli cia sab sapi rl jsc pjsc ojsc oao pao
  zao ooo aktiengesellschaft aktiebolag osakeyhtio aktieselskab publ`.split(/\s+/),
);

/** Legal forms at the beginning of a name. */
const LEADING_FORMS = new Set(['pt', 'ooo', 'oao', 'pao', 'zao', 'jsc']);

/** Returns the normalized name. Never empty if the name contains a letter or digit. */
export function normaliseCompanyName(name: string): string {
  const words = wordsOf(name);
  const content = withoutLegalForms(words.filter((word) => !AND_WORDS.has(word)));
  return (content.length > 0 ? content : words).join(' ') || foldCase(name);
}

function wordsOf(name: string): string[] {
  return (
    foldLetters(withoutInvisible(name))
      // Registers append the state: "WALT DISNEY CO/", "Astrotech Corp \WA\", "MATTEL INC /DE/".
      .replace(/[\\/][a-z]{2,3}[\\/]\s*$/, ' ')
      // "A/S", "S.A." and "Sp. z o.o." become one word each.
      .replace(/\ba\/s\b/g, 'as')
      .replace(/\bsp\.? ?z ?o\.? ?o\b\.?/g, 'spzoo')
      .replace(/(?<=\b[a-z])\.(?=[a-z]\b)/g, '')
      .replace(/['’`´]/g, '')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
  );
}

function foldLetters(text: string): string {
  // Upper case first: capitals have a letter for the iota that Greek writes below small letters.
  return withoutAccents(text.normalize('NFKD').toUpperCase())
    .toLowerCase()
    .replace(/[øłßæœđðþıħŋ]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Removes legal forms. A name that consists only of legal forms keeps its first word. */
function withoutLegalForms(words: readonly string[]): string[] {
  let start = 0;
  let end = words.length;
  while (end - start > 1 && LEGAL_FORMS.has(words[end - 1] ?? '')) end -= 1;
  while (end - start > 1 && LEADING_FORMS.has(words[start] ?? '')) start += 1;
  return words.slice(start, end);
}

/** The least similarity of two names of which one may mean the other. */
export const MIN_NAME_SIMILARITY = 0.6;

/** Returns the three-character pieces of the name with a space before and after it, each once. */
export function trigrams(normalisedName: string): Set<string> {
  const padded = [...` ${normalisedName} `];
  const pieces = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) pieces.add(padded.slice(at, at + 3).join(''));
  if (pieces.size === 0) pieces.add(padded.join(''));
  return pieces;
}

/** Returns the Jaccard similarity, from 0 to 1: shared pieces divided by all pieces. */
export function trigramSimilarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const piece of a) if (b.has(piece)) shared += 1;
  return shared / (a.size + b.size - shared);
}
