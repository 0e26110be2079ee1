/** Reads funding rounds. A letter or a word is a round only within its phrase. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type AskedQuestion, type SaidWords, wordsMatching } from '../words/asked-question.js';
import {
  type Find,
  overlaps,
  phraseFinder,
  positionsOf,
  withoutSpans,
  wordsWithin,
} from '../words/phrases.js';
import { orOpposite, phrasePart, type QuestionPart } from '../words/question-part.js';

/**
 * Matches "Series B", "Series B and C", "Series A-C" and "seed to Series A". No "a" follows in a list,
 * because it may be an article: "Series B and a new chief".
 */
const EXACT =
  /(?:\b(?:pre[- ]?seed|seed|angel)\s?(?:[-–—]|\b(?:to|through)\b)\s?)?\bseries\s{1,3}[a-k]\b(?:(?:\s?[,/&]\s?|,?\s(?:and\/or|and|or)\s|\s?(?:[-–—]|\b(?:to|through)\b)\s?(?:series\s)?)[b-hjk]\b(?![-.&'’]\S|\s(?:suite|level|commerce|corp|shares?)\b)){0,6}/giu;
/** Matches each letter of such a list, and what makes it the last of a range. */
const LISTED = /(?<to>(?:to|through|[-–—])\s{0,3})?(?:series\s{1,3})?\b(?<letter>[a-k])\b/g;

/** Matches what makes the round one before: "pre-Series A". */
const BEFORE = /\bpre[- ]?$/i;
/** Matches what includes later rounds: "Series C or later". */
const LATER = /^(?:\+|\s{1,3}(?:or|and) (?:later|beyond|above|up|higher|onwards?)\b)/i;
const ROUNDS = 'abcdefghijk';

/** Matches rounds that have a name, before a word that shows that they are rounds. */
const NAMED_ROUND =
  /\b(?:pre[- ]?seed|seed|angel|private equity|crowdfunding)(?=(?:\s?(?:[,/&]|\b(?:and|or)\b)\s?(?:pre[- ]?seed|seed|angel)\b){0,2}(?:[\s-]{1,3}(?:funding|rounds?|investments?|investors?|money|stage|financings?|capital|deals?|(?:going|flowing|pouring|moving) into)\b|\s?(?:[,/&]|\b(?:and|or)\b)\s?series\s[a-k]\b))|\bpre[- ]?seed\b|(?<=\b(?:series [a-k]|pre[- ]?seed) ?(?:[,/&]|or|and) ?)\b(?:seed|angel)\b/giu;
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
    [...seriesOf('cdefgh'), 'late stage', 'private equity', 'post - ipo'],
  ],
];
/** A text with one of these that is not asked for is about another round. */
const ALL_ROUNDS = [...seriesOf(ROUNDS), ...PRE_SEED, 'seed round', 'seed funding', 'angel round'];
const OF_MONEY =
  /\b(?:rais(?:e|es|ed|ing)|fund(?:ing|ings|ed)|financ(?:e|ed|ing|ings)|invest(?:ed|ment|ments|ing)|rounds?|money|cash|capital|startups?)\b/i;

/** A round that a question asks for. */
interface AskedRound {
  /** Positions of the words that name it in the question. */
  positions: readonly number[];
  /** Its names in signals. */
  names: readonly string[];
  /** Names of another round, which contain a name of this one. */
  without?: readonly string[];
}

export function createRoundReader({
  phrases: split,
}: WordPieces): (asked: AskedQuestion) => QuestionPart[] {
  const findAny = phraseFinder(ALL_ROUNDS.flatMap(split));
  const saysAny = (tokens: readonly number[]): boolean => findAny(tokens) !== undefined;
  return (asked) =>
    roundsIn(asked).map(({ positions, names, without }) => {
      const phrases = names.flatMap(split);
      const find = phraseFinder(phrases);
      const findOther = without && phraseFinder(without.flatMap(split));
      const findOnly: Find = (tokens) => find(findOther ? withoutSpans(tokens, findOther) : tokens);
      const isExcluded = asked.exclusions.positions.has(positions[0] ?? -1);
      const part = phrasePart(positions, findOnly, { overridesWords: true, isExcluded, phrases });
      return isExcluded ? part : { ...part, match: orOpposite(part.match, saysAny) };
    });
}

function roundsIn(asked: AskedQuestion): AskedRound[] {
  const series = seriesRounds(asked);
  const named = besides(series, wordsMatching(asked, NAMED_ROUND).map(namedRound));
  return [...series, ...named, ...besides(named, paraphrasedRounds(asked))];
}

/** Returns the rounds that share no word with one of `others`. */
function besides(others: readonly AskedRound[], rounds: readonly AskedRound[]): AskedRound[] {
  const taken = new Set(others.flatMap(({ positions }) => positions));
  return rounds.filter(({ positions }) => !overlaps(positions, taken));
}

/** Reads "Series B", "Series C or later" and "a B round". */
function seriesRounds(asked: AskedQuestion): AskedRound[] {
  const exact = wordsMatching(asked, EXACT).map(({ said, start, end, positions }) => {
    const letters = lettersIn(said);
    const early = earlyNames(said);
    const later = LATER.exec(asked.text.slice(end))?.[0];
    if (later === undefined) {
      const before = Array.from(letters, (letter) => [
        `pre - series ${letter}`,
        `pre series ${letter}`,
      ]).flat();
      const asksBefore = BEFORE.test(asked.text.slice(0, start));
      if (asksBefore) return { positions, names: before };
      // "Seed to Series A" leaves out "pre-seed".
      const without = early === SEED ? [...before, ...PRE_SEED] : before;
      return { positions, names: [...early, ...seriesOf(letters)], without };
    }
    const within = wordsWithin(asked.words, start, end + later.length);
    // The last letter and all later ones.
    const laterLetters = ROUNDS.slice(ROUNDS.indexOf(letters.slice(-1)) + 1);
    return {
      positions: positionsOf(within),
      names: [...early, ...seriesOf(letters + laterLetters)],
    };
  });
  // A signal has one round: in "Series A or B rounds", B would be a second condition.
  if (SERIES.test(asked.text)) return exact;
  const lettered = wordsMatching(asked, LETTERED_ROUND).map(({ said, positions }) => ({
    positions,
    names: seriesOf(said.charAt(0).toLowerCase()),
  }));
  return [...exact, ...lettered];
}

/** Returns the letters of "Series B and C" or "Series B to D". A range may begin before Series A. */
function lettersIn(said: string): string {
  let letters = '';
  for (const { groups } of said.toLowerCase().matchAll(LISTED)) {
    const letter = groups?.letter ?? '';
    const last = ROUNDS.indexOf(letters.slice(-1) || 'a');
    const range = groups?.to === undefined ? '' : ROUNDS.slice(last, ROUNDS.indexOf(letter));
    letters += `${range}${letter}`;
  }
  return [...new Set(letters)].join('');
}

/** Returns the names of the rounds before Series A with which a range begins. */
function earlyNames(said: string): readonly string[] {
  if (/^series/i.test(said)) return [];
  return /^pre/i.test(said) ? [...PRE_SEED, ...SEED] : SEED;
}

function seriesOf(letters: string): string[] {
  return Array.from(letters, (letter) => `series ${letter}`);
}

function namedRound({ said, positions }: SaidWords): AskedRound {
  switch (said.toLowerCase().replaceAll(/[- ]/g, '')) {
    case 'seed':
      return { positions, names: SEED, without: PRE_SEED };
    case 'preseed':
      return { positions, names: PRE_SEED };
    default:
      return { positions, names: [said] };
  }
}

function paraphrasedRounds(asked: AskedQuestion): AskedRound[] {
  const patterns = OF_MONEY.test(asked.text) ? PARAPHRASED_ROUNDS : [];
  return patterns.flatMap(([pattern, names]) =>
    wordsMatching(asked, pattern).map(({ positions }) => ({ positions, names })),
  );
}
