/**
 * Offices of a question, "chief financial officer" or "technology chiefs": who holds one may be told by the
 * summary or be known of the person whom a signal is about. Pure.
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type AskedPart, saidPart } from '../words/asked-part.js';
import { type PlacedWord, phraseFinder, piecesOf, wordsWithin } from '../words/phrases.js';

export interface AskedOffice {
  part: AskedPart;
  /** Whether its holders write or say what is asked for: then the office is no kind of signal. */
  isOfAuthor: boolean;
}

/** What a chief is called in short, and the office. */
const CHIEFS: Readonly<Record<string, readonly string[]>> = {
  finance: ['chief financial officer', 'cfo', 'chief finance officer'],
  technology: ['chief technology officer', 'cto'],
  tech: ['chief technology officer', 'cto'],
  operations: ['chief operating officer', 'coo', 'chief operations officer'],
  operating: ['chief operating officer', 'coo', 'chief operations officer'],
  marketing: ['chief marketing officer', 'cmo'],
  people: ['chief people officer', 'chief human resources officer', 'chro', 'head of people'],
  product: ['chief product officer', 'cpo'],
  information: ['chief information officer', 'cio'],
  security: ['chief information security officer', 'ciso', 'chief security officer'],
  revenue: ['chief revenue officer', 'cro'],
  data: ['chief data officer'],
  sales: [
    'chief sales officer',
    'chief revenue officer',
    'vice president of sales',
    'head of sales',
  ],
};
/** By how a question may call an office: how signals and job titles call it. */
const OFFICES = new Map<string, readonly string[]>([
  ...['chief executive', 'chief executive officer'].map(
    (name) => [name, ['chief executive', 'ceo']] as const,
  ),
  ...Object.entries(CHIEFS).flatMap(([short, [office = '', ...others]]) => [
    [`${short} chief`, [`${short} chief`, office, ...others]] as const,
    [office, [office, `${short} chief`, ...others]] as const,
  ]),
]);
const OFFICE =
  /\bchief(?:\s{1,3}\p{L}{1,20}){1,3}?\s{1,3}officers?\b|\bchief\s{1,3}executives?\b|\b(?:finance|tech|technology|operations|operating|marketing|people|product|information|security|revenue|data|sales)\s{1,3}chiefs?\b/giu;
/** In front of an office and behind it, what tells that its holder writes or says something. */
const WRITTEN_BY =
  /(?:\b(?:posts?|opinions?|views?|takes?|thoughts?|comments?|talks?|lessons?|quotes?)(?: (?:by|from|of))?|(?<!\b(?:named|appointed|hired|replaced|succeeded|sued|bought|acquired|led|run|owned|followed|backed) )\bby) (?:(?:a|an|the|some|other) )?$/iu;
const WRITES =
  /^ (?:(?:who|that|are|is|were) )?(?:posts?|posting|posted|says?|saying|said|writ(?:es?|ing)|wrote|shar(?:es?|ing|ed)|talk(?:s|ing|ed)?|speak(?:s|ing|ers?)?|spoke|attend(?:s|ing|ed)?|discuss(?:es|ing|ed)?|comment(?:s|ing|ed)?|ask(?:s|ing|ed)?|complain(?:s|ing|ed)?|argu(?:es?|ing|ed)|think(?:s|ing)?|appearances?|opinions?|views|thoughts|takes|quotes|on stage|at (?:events?|conferences?|trade fairs?))\b/iu;

export function askedOffices(
  question: string,
  words: readonly PlacedWord[],
  leftOut: ReadonlySet<number>,
  { phrases }: WordPieces,
): AskedOffice[] {
  return [...question.matchAll(OFFICE)].map(({ 0: said, index }) => {
    const end = index + said.length;
    const name = said.replace(/s$/i, '').toLowerCase().replaceAll(/\s+/g, ' ');
    const names = OFFICES.get(name) ?? [name];
    const own = wordsWithin(words, index, end);
    const isAuthor = WRITTEN_BY.test(question.slice(0, index)) || WRITES.test(question.slice(end));
    const told = saidPart(piecesOf(own), phraseFinder(names.flatMap(phrases)), {
      isAlone: true,
      isExcluded: leftOut.has(own[0]?.at ?? -1),
    });
    const part = { ...told, ...heldBy(names, told) };
    // "Chief executives or finance chiefs": of two offices a signal has one.
    const isCondition = isAuthor || !OFFICES.has(name) || /officers?$/i.test(said);
    return { part: { ...part, isCondition }, isOfAuthor: isAuthor };
  });
}

/** Where the summary does not tell the office, the job title may. */
function heldBy(
  names: readonly string[],
  told: AskedPart,
): Pick<AskedPart, 'meet' | 'isOfContact' | 'metBy'> {
  const isExcluded = told.metBy === 'absence';
  const isHeld = (title: string): boolean => {
    const words = ` ${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
    return names.some((name) => words.includes(` ${name} `));
  };
  return {
    isOfContact: true,
    metBy: isExcluded ? 'absence' : 'contact',
    meet(tokens, company, signal) {
      const met = told.meet(tokens, company, signal);
      const title = signal?.contactTitle;
      if (title === undefined || !isHeld(title)) return met;
      if (isExcluded) return { at: -1, likeness: 0 };
      return met !== undefined && met.likeness > 0 ? met : { at: -1, likeness: 1 };
    },
  };
}
