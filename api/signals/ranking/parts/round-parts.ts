/** Reads funding rounds. A letter or a word is a round only within its phrase. Pure. */

import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import {
  type Find,
  type PlacedWord,
  phraseFinder,
  positionsOf,
  wordsWithin,
} from '../words/phrases.js';
import { phrasePart, type QuestionPart } from '../words/question-part.js';

const EXACT = /\bseries\s{1,3}[a-k]\b/giu;

/** Matches what includes later rounds: "Series C or later". */
const LATER = /^(?:\+|\s{1,3}(?:or|and) (?:later|beyond|above|up|higher|onwards?)\b)/i;
const ROUNDS = 'abcdefghijk';

/** Matches rounds that have a name, before a word that shows that they are rounds. */
const NAMED_ROUND =
  /\b(?<round>pre[- ]?seed|seed|angel|private equity|crowdfunding)(?=\s{1,3}(?:funding|rounds?|investments?|investors?|money|stage|financings?|capital|deals?|(?:going|flowing|pouring|moving) into)\b)/giu;
const PRE_SEED = ['pre seed', 'pre - seed', 'preseed'];
/** Names that signals use for rounds before all lettered ones. */
const SEED = ['seed', 'angel'];
/** Matches "an A round" and "a B round". In "a round" the letter is an article. */
const LETTERED_ROUND = /(?:(?<=\b[Aa]n )[Aa]|(?<=\p{L} )A|(?<!\S)[B-Hb-h])[- ]rounds?\b/gu;
const SERIES = /\bseries\b/i;
/** Rounds in other words and their names in signals. Only used if a question is about money. */
const TOLD_ROUNDS: readonly (readonly [told: RegExp, names: readonly string[]])[] = [
  [
    /\bcrowd[- ]?fund(?:ed|ing)\b(?! (?:campaign|site|platform|website)s?\b)|\b(?:financed|funded|backed|raised|raising|money|funding|capital)(?: \p{L}{1,12})? (?:by|from) the crowd\b/giu,
    ['crowdfunding'],
  ],
  [
    /\b(?:post[- ]ipo|(?:after|since|following) (?:going public|(?:their|its|an|the) (?:ipo|listing|flotation))|already (?:listed )?on (?:the|a) stock (?:market|exchange)|(?:already )?(?:public|listed|publicly (?:traded|listed)) (?:companies|firms|businesses)(?= (?:that (?:have )?|which )?(?:rais(?:e|ed|ing)|receiv(?:e|ed|ing)|get(?:ting)?|got) (?:more |fresh |new |additional |extra |further )?(?:money|funds|funding|capital|cash)\b))\b/giu,
    ['post - ipo', 'post ipo'],
  ],
  [
    /\blater?(?:[- ]stage\b| (?:funding |venture |financing )?rounds?\b)/giu,
    [
      ...Array.from('cdefgh', (letter) => `series ${letter}`),
      'late stage',
      'private equity',
      'post - ipo',
    ],
  ],
];
const OF_MONEY =
  /\b(?:rais(?:e|es|ed|ing)|fund(?:ing|ings|ed)|financ(?:e|ed|ing|ings)|invest(?:ed|ment|ments|ing)|rounds?|money|cash|capital|startups?)\b/i;

export function roundParts(
  question: string,
  words: readonly PlacedWord[],
  excluded: ReadonlySet<number>,
  { phrases: split }: WordPieces,
): QuestionPart[] {
  /** Creates a part that a text meets if it contains one of the names. */
  const roundPart = (
    own: readonly PlacedWord[],
    names: readonly string[],
    find?: Find,
  ): QuestionPart => {
    const phrases = names.flatMap(split);
    return phrasePart(positionsOf(own), find ?? phraseFinder(phrases), {
      overridesWords: true,
      isExcluded: excluded.has(own[0]?.at ?? -1),
      phrases,
    });
  };
  /** Creates the part for seed rounds. Texts with "pre-seed" do not meet it. */
  const seedPart = (own: readonly PlacedWord[]): QuestionPart => {
    const isPreSeed = phraseFinder(PRE_SEED.flatMap(split));
    const isSeed = phraseFinder(SEED.flatMap(split));
    const find: Find = (tokens) => (isPreSeed(tokens) < 0 ? isSeed(tokens) : -1);
    return roundPart(own, SEED, find);
  };
  const exact = [...question.matchAll(EXACT)].map(({ 0: said, index }) => {
    const end = index + said.length;
    const later = LATER.exec(question.slice(end))?.[0] ?? '';
    const own = wordsWithin(words, index, end + later.length);
    return roundPart(own, later === '' ? [said] : laterRounds(said));
  });
  // A signal has one round: in "Series A or B rounds", B would be a second condition.
  const letters = SERIES.test(question) ? [] : [...question.matchAll(LETTERED_ROUND)];
  const lettered = letters.map(({ 0: round, index }) =>
    roundPart(wordsWithin(words, index, index + round.length), [
      `series ${round.charAt(0).toLowerCase()}`,
    ]),
  );
  const named = [...question.matchAll(NAMED_ROUND)].map(({ 0: round, index }) => {
    const own = wordsWithin(words, index, index + round.length);
    switch (round.toLowerCase().replaceAll(/[- ]/g, '')) {
      case 'seed':
        return seedPart(own);
      case 'preseed':
        return roundPart(own, PRE_SEED);
      default:
        return roundPart(own, [round]);
    }
  });
  const told = OF_MONEY.test(question) ? TOLD_ROUNDS : [];
  const others = told.flatMap(([pattern, names]) =>
    [...question.matchAll(pattern)].map(({ 0: round, index }) =>
      roundPart(wordsWithin(words, index, index + round.length), names),
    ),
  );
  const isTaken = (part: QuestionPart): boolean =>
    named.some(({ positions }) => positions.some((position) => part.positions.includes(position)));
  return [...exact, ...lettered, ...named, ...others.filter((part) => !isTaken(part))];
}

/** Returns the names of a round such as "Series C" and of all later ones. */
function laterRounds(round: string): string[] {
  const letter = /^series\s{1,3}(?<letter>[a-k])$/i.exec(round)?.groups?.letter?.toLowerCase();
  if (!letter) return [round];
  return [...ROUNDS.slice(ROUNDS.indexOf(letter))].map((each) => `series ${each}`);
}
