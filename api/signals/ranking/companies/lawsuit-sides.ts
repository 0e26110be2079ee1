/**
 * Tells who sues whom: a question for "lawsuits against Example Bank" is not met by a text that says
 * "Example Bank sues". The same phrases tell the side in questions and in texts. Pure.
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type PlacedWord, type Span, wordsAfter, wordsBefore } from '../words/phrases.js';
import type { QuestionPart, SignalFacts } from '../words/question-part.js';

type Side = 'plaintiff' | 'defendant';

const SUIT =
  '(?:law ?suits?|suits?|(?:legal )?(?:actions?|cases?|claims?|complaints?|proceedings)|litigation)';
const IS = '(?:(?:(?:has|have|had) )?(?:is|are|was|were|be|being|been|gets?|got|getting) )';
const THE = String.raw`(?:the |an? )?(?:\p{L}+ )?`;

/** Words before and behind a company that tell its side; the first that match decide. */
const PATTERNS: readonly (readonly [before: string, behind: string, side: Side])[] = [
  ['', 'as (?:an? |the )?defendants? ', 'defendant'],
  ['', 'as (?:an? |the )?plaintiffs? ', 'plaintiff'],
  ['(?:did|does|has|have|had) ', 'sued? ', 'plaintiff'],
  [`${SUIT} (?:that |which )?`, '(?:(?:has|have|had) )?(?:brought|filed|started) ', 'plaintiff'],
  ['(?:takes?|taking|took|taken) ', 'to court ', 'defendant'],
  [
    `(?:sued|${SUIT}(?: (?:that|which))?(?: ${IS}*(?:brought|filed))?) (?:by|from) ${THE}`,
    '',
    'plaintiff',
  ],
  [`(?:(?:counter)?su(?:es?|ed|ing)|${SUIT} (?:\\S+ ){0,3}against) ${THE}`, '', 'defendant'],
  ['', `(?:${IS}+sued|sued (?:$|[^\\p{L}]|(?:after|by|for|in|over) ))`, 'defendant'],
  [
    '',
    `${IS}?(?:defend\\S*|fac(?:es?|ed|ing)|hit (?:by|with)) (?:\\S+ ){0,3}${SUIT} `,
    'defendant',
  ],
  ['', `(?:(?!${IS})\\p{L}+ ){0,2}(?:counter)?su(?:es?|ed|ing) `, 'plaintiff'],
  ['', `(?:\\p{L}+ )?(?:br(?:ings?|ought)|fil(?:es?|ed|ing)) (?:\\S+ ){0,2}${SUIT} `, 'plaintiff'],
];
const SIDES = PATTERNS.map(
  ([before, behind, side]) =>
    [
      new RegExp(`(?:^| )${before}$`, 'u'),
      new RegExp(`^(?:['’] s? )?(?:(?:that|which|who) )?(?:${behind})`, 'u'),
      side,
    ] as const,
);
const WORDS = 8;
/** Factor for a text in which the company is on the other side. */
const OTHER_SIDE_FACTOR = 0.3;
/** Word pieces of a text that are compared around a company. */
const PIECES = 24;

interface LawsuitOptions extends Pick<WordPieces, 'spell'> {
  /** Finds the company that a part is about in a text. */
  findCompany(tokens: readonly number[], signal: SignalFacts | undefined): Span | undefined;
}

/** Makes a company, or one of a place or an industry, count less on the other side of a lawsuit. */
export function forLawsuitSide(
  part: QuestionPart,
  words: readonly PlacedWord[],
  { spell, findCompany }: LawsuitOptions,
): QuestionPart {
  const side = askedSide(words, part.positions);
  if (!side || !part.storeCondition) return part;
  return {
    ...part,
    match(tokens, company, signal) {
      const met = part.match(tokens, company, signal);
      const found = met && met.likeness > 0 ? findCompany(tokens, signal) : undefined;
      if (!met || !found) return met;
      const before = spell(tokens.slice(Math.max(0, found.at - PIECES), found.at)).trimStart();
      const behind = spell(tokens.slice(found.end, found.end + PIECES)).trimStart();
      const isOther = (sideOf(`${before} `, `${behind} `) ?? side) !== side;
      return isOther ? { ...met, likeness: met.likeness * OTHER_SIDE_FACTOR } : met;
    },
  };
}

/** Returns the longest run of places of a name in a text. */
export function ownNameSpan(places: ReadonlySet<number>): Span | undefined {
  let longest: Span | undefined;
  let run: Span | undefined;
  for (const at of places) {
    run = run?.end === at ? { ...run, end: at + 1 } : { at, end: at + 1 };
    if (!longest || run.end - run.at > longest.end - longest.at) longest = run;
  }
  return longest;
}

function askedSide(words: readonly PlacedWord[], positions: readonly number[]): Side | undefined {
  const before = wordsBefore(words, Math.min(...positions), WORDS);
  const behind = wordsAfter(words, Math.max(...positions), WORDS);
  return sideOf(before, behind) ?? sideOf(before, behind.replace(/^\p{L}+ /u, ''));
}

function sideOf(before: string, behind: string): Side | undefined {
  return SIDES.find(([front, back]) => front.test(before) && back.test(behind))?.[2];
}
