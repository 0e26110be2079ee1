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
const PARAPHRASED_ROUNDS: readonly (readonly [pattern: RegExp, names: readonly string[]])[] = [
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

/** A round that a question asks for. */
interface AskedRound {
  /** The words that name it in the question. */
  words: readonly PlacedWord[];
  /** Its names in signals. */
  names: readonly string[];
  /** Names of another round. A text with one of them is not about this round. */
  without?: readonly string[];
}

export function roundParts(
  question: string,
  words: readonly PlacedWord[],
  excluded: ReadonlySet<number>,
  { phrases: split }: WordPieces,
): QuestionPart[] {
  const named = namedRounds(question, words);
  const namedPositions = new Set(named.flatMap((each) => positionsOf(each.words)));
  const others = paraphrasedRounds(question, words).filter(
    (each) => !positionsOf(each.words).some((position) => namedPositions.has(position)),
  );
  const rounds = [...seriesRounds(question, words), ...named, ...others];
  return rounds.map(({ words: roundWords, names, without }) => {
    const phrases = names.flatMap(split);
    const find = phraseFinder(phrases);
    const findOther = without && phraseFinder(without.flatMap(split));
    const findOnly: Find | undefined =
      findOther && ((tokens) => (findOther(tokens) < 0 ? find(tokens) : -1));
    return phrasePart(positionsOf(roundWords), findOnly ?? find, {
      overridesWords: true,
      isExcluded: excluded.has(roundWords[0]?.at ?? -1),
      phrases,
    });
  });
}

/** Reads "Series B", "Series C or later" and "a B round". */
function seriesRounds(question: string, words: readonly PlacedWord[]): AskedRound[] {
  const exact = [...question.matchAll(EXACT)].map(({ 0: said, index }) => {
    const end = index + said.length;
    const later = LATER.exec(question.slice(end))?.[0] ?? '';
    const names = later === '' ? [said] : laterRounds(said);
    return { words: wordsWithin(words, index, end + later.length), names };
  });
  // A signal has one round: in "Series A or B rounds", B would be a second condition.
  if (SERIES.test(question)) return exact;
  const lettered = roundsIn(question, words, LETTERED_ROUND, (said) => ({
    names: [`series ${said.charAt(0).toLowerCase()}`],
  }));
  return [...exact, ...lettered];
}

function namedRounds(question: string, words: readonly PlacedWord[]): AskedRound[] {
  return roundsIn(question, words, NAMED_ROUND, (said) => {
    switch (said.toLowerCase().replaceAll(/[- ]/g, '')) {
      case 'seed':
        return { names: SEED, without: PRE_SEED };
      case 'preseed':
        return { names: PRE_SEED };
      default:
        return { names: [said] };
    }
  });
}

function paraphrasedRounds(question: string, words: readonly PlacedWord[]): AskedRound[] {
  const patterns = OF_MONEY.test(question) ? PARAPHRASED_ROUNDS : [];
  return patterns.flatMap(([pattern, names]) =>
    roundsIn(question, words, pattern, () => ({ names })),
  );
}

function roundsIn(
  question: string,
  words: readonly PlacedWord[],
  pattern: RegExp,
  read: (said: string) => Omit<AskedRound, 'words'>,
): AskedRound[] {
  return [...question.matchAll(pattern)].map(({ 0: said, index }) => ({
    words: wordsWithin(words, index, index + said.length),
    ...read(said),
  }));
}

/** Returns the names of a round such as "Series C" and of all later ones. */
function laterRounds(round: string): string[] {
  const letter = /^series\s{1,3}(?<letter>[a-k])$/i.exec(round)?.groups?.letter?.toLowerCase();
  if (!letter) return [round];
  return [...ROUNDS.slice(ROUNDS.indexOf(letter))].map((each) => `series ${each}`);
}
