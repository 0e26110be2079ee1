/**
 * Reads moves of people in everyday words: "job changes", "recent hires", "anyone leaving Example".
 * Texts about moves seldom have these words, and others do ("change at the top", "departure of
 * certain officers"), so the subtype of a signal meets them. Pure.
 */
import { foldCase } from '../../../../shared/domain/normalise/fold-case.js';
import { type AskedQuestion, type SaidWords, wordsMatching } from '../words/asked-question.js';
import type { PlacedWord } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

interface AskedMove {
  part: QuestionPart;
  /** The move in words that texts and tables know. */
  kind: string;
}

interface Move {
  pattern: RegExp;
  subtypes: readonly string[];
  kind: string;
  /** True if the words only mean a move before a former employer or without an object. */
  needsEmployer?: boolean;
}

/** "People who" may be left out: it only makes a question. */
const MOVES: readonly Move[] = [
  { pattern: /\bjob ?changes?\b/gi, subtypes: ['jobChange'], kind: 'job changes' },
  {
    pattern:
      /(?:^|\b(?:people|persons|employees|staff|workers|anyone|anybody|someone|somebody|who)(?: (?:who|that))?(?: (?:is|are|has|have|just|recently)){0,2} )(?:leaves?|leaving|left|quit|quitting)\b(?: (?:their|his|her|the|a) (?:old )?(?:jobs?|company|employers?|firm))?/gi,
    subtypes: ['jobChange'],
    kind: 'changed employers',
    needsEmployer: true,
  },
  {
    pattern:
      /(?:^|\b(?:people|persons|employees|anyone|anybody|someone|somebody|who)(?: (?:who|that))?(?: (?:is|are|has|have|just|recently)){0,2} )join(?:s|ed|ing)? (?:a )?(?:new|other|another) (?:companies|company|employers?|firms?)\b/gi,
    subtypes: ['jobChange'],
    kind: 'joined another company',
  },
  {
    pattern:
      /\b(?:leaves?|leaving|left|quits?|quitting)(?: [a-z'-]{1,20}){0,4} to (?:become|join|lead|(?:serve|start|work) as)\b|\b(?:(?:leaves?|leaving|left|quits?|quitting|moved?|moves|moving|coming|came|joined) (?:from )?(?:another|an?|other) (?:(?:other|rival|competing) )?(?:company|companies|competitors?|employers?|firms?|rivals?)|(?:changed?|changing|switch|switched|switching|swapped) (?:companies|employers|firms))\b/g,
    subtypes: ['jobChange'],
    kind: 'joined another company',
  },
  {
    pattern:
      /\b(?:(?:new|recent|latest|newest) )?(?:executive|leadership|senior|c-suite) hires\b|\b(?:recent|latest|newest) hires\b/gi,
    subtypes: ['jobChange', 'newRole', 'executiveChange'],
    kind: 'new hires',
  },
];
/** How well a change of executives meets a move that is called otherwise. */
const RELATED = 0.5;
/** Matches what may follow a move without an employer: a place or a time. */
const AFTER = /^(?:$|[.?!]|,? (?:in|this|last|since|during|lately|recently|today)\b)/i;

/** Reads moves. `isEmployer`: true for words that name a former employer. */
export function movesIn(
  asked: AskedQuestion,
  isEmployer: (word: PlacedWord) => boolean,
): AskedMove[] {
  return MOVES.flatMap(({ pattern, subtypes, kind, needsEmployer }) =>
    wordsMatching(asked, pattern)
      .filter((said) => !needsEmployer || isOfEmployer(said, asked, isEmployer))
      .map(({ positions }) => ({ part: movePart(positions, subtypes), kind })),
  );
}

function isOfEmployer(
  { said, end }: SaidWords,
  { text, words }: AskedQuestion,
  isEmployer: (word: PlacedWord) => boolean,
): boolean {
  const next = words.find(({ start }) => start >= end);
  // "Left in 2024" may be said of companies.
  const isOfPeople = said.includes(' ');
  return (isOfPeople && AFTER.test(text.slice(end))) || (next !== undefined && isEmployer(next));
}

function movePart(positions: readonly number[], subtypes: readonly string[]): QuestionPart {
  const keys = new Set(subtypes.map(foldCase));
  return {
    positions,
    overridesWords: true,
    metBy: 'type',
    match(_, __, signal) {
      // People may write about a move in any post.
      if (!signal || signal.signalType.startsWith('network-post')) return;
      if (keys.has(signal.subtypeKey)) return { likeness: 1 };
      return { likeness: signal.subtypeKey === EXECUTIVE_CHANGE ? RELATED : 0 };
    },
  };
}

const EXECUTIVE_CHANGE = foldCase('executiveChange');
