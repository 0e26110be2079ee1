/**
 * Reads whether an amount of a signal rose or fell: "$8.2 million, compared with $19.6 million". Such
 * texts often contain no word for it. Pure.
 */
import type { AmountReader } from '../../../../shared/domain/amount-reader.js';
import type { Amount } from '../../../../shared/domain/amounts.js';
import { SCALES } from '../../../../shared/domain/number-words.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { isNegated } from '../words/antonym-parts.js';
import { type PlacedWord, phraseFinder, phraseReader, spoken } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

/** Word pieces of which one is in every text that names a former amount. */
const CONNECTIVES = [
  ...['from', 'versus', 'vs', 'against', 'compared', 'instead', 'rather', 'previously', 'formerly'],
  ...['used to be', 'it was', ', not'],
];
/** Matches what is between the present amount and the former one. */
const THEN_FORMER =
  /^(?:[^\s.;!?]+ ){0,9}?(?:(?:(?:up|down) )?from(?: \S+){0,2}|(?:versus|vs|against|compared (?:with|to)|instead of|rather than|previously|formerly|(?:[.;] )?it (?:was|used to be)|, not)(?: \S+){0,4})$/;
/** Matches what is between the former amount and the present one, if "from" precedes the former. */
const THEN_PRESENT = /^(?:\S+ ){0,6}?to(?: \S+){0,4}$/;
/** Matches what precedes the former amount. Without a verb of change it may be a range. */
const FROM =
  /(?:^|[,.;:–] |\b(?:go|goes|went|gone|up|down|move[sd]?|r[io]ses?|risen|rising|f[ae]ll(?:s|en|ing)?|gr[eo]ws?|grown|growing|(?:in|de)creas(?:e[sd]?|ing)|rais(?:e[sd]?|ing)|lift(?:s|ed|ing)?|cuts?|cutting|drop(?:s|ped|ping)?|jump(?:s|ed)?|climb(?:s|ed|ing)?|narrow(?:s|ed)?|widen(?:s|ed)?|sw[iu]ngs?|improv(?:es?|ed|ing)|shr[aiu]nks?|sl[io]de?s?|slipp?(?:s|ed)|soar(?:s|ed)?|doubled|tripled|halved|expand(?:s|ed)?|reduc(?:es?|ed|ing)|trim(?:s|med)?|changed?) (?:\S+ ){0,6}?)from(?: (?:about|around|some|nearly|just|only|a|an|the|net|loss|profit|deficit|surplus|of)){0,4}$/u;
/** Matches what may follow a number without a unit of its own. */
const NOTHING_COUNTED = /^(?:[^\p{L}]|$|(?:in|at|by|for|on|this|last|and|since|after|a|per)$)/u;
/** Matches words after which an amount was only expected or planned. */
const EXPECTED =
  /\b(?:expect(?:ed|ations?)|estimate[sd]?|forecasts?|consensus|targets?|targeted|planned|plans?|analysts|predicted|budgeted)\b/;
const LOSS =
  /(?<!\b(?:weight|job|hair|heat|blood|hearing|credit) )\b(?:loss|losses|deficit|minus)\b/;
const PROFIT = /\b(?:profit|profits|income|earnings|gains?|surplus|plus)\b/;
/** How many words before an amount tell whether it is a loss, and from what it changed. */
const KIND_WORDS = 5;
const FROM_WORDS = 12;
/** How many words after the former amount tell whether it was only expected. */
const EXPECTED_WORDS = 4;
/** Matches what an amount measures. "Raised money" and "cut jobs" do not ask for a change of one. */
const MEASURED =
  /\b(?:profits?|profitability|earnings|income|results|sales|revenues?|turnover|margins?|dividends?|payouts?|distributions?|prices?|tariffs|fees|rents?|rates?|targets?|forecasts?|guidance|outlooks?|estimates?|openings|vacancies|subscribers|customers|users|members|inventor(?:y|ies)|debts?|borrowings?|costs?|output|production|volumes?|orders|backlogs?|stakes?|premiums?|wages|salaries|pay|demand|traffic|valuations?)\b/i;

interface Change {
  /** The present amount. */
  amount: Amount;
  isRise: boolean;
}

type Words = readonly string[];

/** Finds the first change that a text tells with both amounts. */
export function changeIn(words: Words, amounts: readonly Amount[]): Change | undefined {
  const counted = amounts.filter(({ unit }) => unit !== 'date' && unit !== 'years');
  for (const [at, first] of counted.entries()) {
    const second = counted[at + 1];
    if (!second || !areComparable(first, second, words)) continue;
    const between = words.slice(first.end, second.start).join(' ');
    const wordsBefore = words.slice(0, first.start);
    const isFromTo =
      FROM.test(wordsBefore.slice(-FROM_WORDS).join(' ')) && THEN_PRESENT.test(between);
    if (!isFromTo && !THEN_FORMER.test(between)) continue;
    const behind = words.slice(second.end, second.end + EXPECTED_WORDS).join(' ');
    if (!isFromTo && EXPECTED.test(`${between} ${behind}`)) continue;
    const [former, amount] = isFromTo ? [first, second] : [second, first];
    const isLoss =
      LOSS.test(wordsBefore.slice(-KIND_WORDS).join(' ')) || isFollowedByLoss(first, words);
    const isSameKind = !PROFIT.test(between);
    const isNextLoss =
      isFollowedByLoss(second, words) || (isSameKind && (isLoss || LOSS.test(between)));
    const [wasLoss, isNowLoss] = isFromTo ? [isLoss, isNextLoss] : [isNextLoss, isLoss];
    const was = numberOf(former, amount, words) * (wasLoss ? -1 : 1);
    const is = numberOf(amount, former, words) * (isNowLoss ? -1 : 1);
    if (was !== is) return { amount, isRise: is > was };
  }
  return;
}

/**
 * Returns an amount as a number that is comparable with another one. A bare number has the scale of
 * the other: "$4.1 billion, compared with 4.6". One without a currency has that of the other.
 */
function numberOf(amount: Amount, other: Amount, words: Words): number {
  if (isScaled(other, words) && !isScaled(amount, words) && amount.said < LEAST_SCALE) {
    return amount.said * LEAST_SCALE ** Math.floor(Math.log(other.said) / Math.log(LEAST_SCALE));
  }
  const areConverted = amount.value !== amount.said && other.value !== other.said;
  return areConverted ? amount.value : amount.said;
}

const LEAST_SCALE = 1_000;

function isScaled({ start, end }: Amount, words: Words): boolean {
  return words.slice(start, end).some((word) => SCALES.has(word.replace(/^[^a-z]+/, '')));
}

function isFollowedByLoss({ end }: Amount, words: Words): boolean {
  return LOSS.test(words[end] ?? '');
}

/** True if both are of one unit. One may have none of its own: "from 19 to 22 euros". */
function areComparable(first: Amount, second: Amount, words: Words): boolean {
  const firstNoun = words[first.end] ?? '';
  const secondNoun = words[second.end] ?? '';
  if (first.unit === second.unit && (first.unit !== 'other' || firstNoun === secondNoun))
    return true;
  if (second.unit === 'other') return NOTHING_COUNTED.test(secondNoun);
  return first.unit === 'other' && firstNoun === 'to';
}

/**
 * Creates a reader of words such as "higher" and "falling" in questions for something that is
 * measured. A signal without such words meets them if its first amount changed in the same direction,
 * and says the opposite if it changed in the other.
 */
export function createChangeReader(
  [more, less]: readonly [readonly string[], readonly string[]],
  wordPieces: WordPieces,
  readAmounts: AmountReader,
  likeness: number,
): (words: readonly PlacedWord[]) => QuestionPart[] {
  const [hyphen] = wordPieces.phrases('-').flat();
  const phrasesOf = (texts: readonly string[]) => texts.flatMap(wordPieces.phrases);
  const saysDirection = phraseFinder(phrasesOf([...more, ...less]), hyphen);
  const mayCompare = phraseFinder(phrasesOf(CONNECTIVES), hyphen);
  const readPhrases = phraseReader([
    [phrasesOf(more), true],
    [phrasesOf(less), false],
  ]);
  const changeOf = (tokens: readonly number[]): Change | undefined =>
    mayCompare(tokens) && !saysDirection(tokens)
      ? changeIn(readAmounts.wordsOf(tokens), readAmounts(tokens))
      : undefined;
  return (words) => {
    const question = spoken(words);
    // "Growing losses" are smaller numbers.
    if (!MEASURED.test(question) || LOSS.test(question)) return [];
    return readPhrases(words).flatMap(({ meaning: isRise, positions }) => {
      if (isNegated(words, positions)) return [];
      return {
        positions,
        overridesWords: true,
        match(tokens) {
          const change = changeOf(tokens);
          if (!change) return;
          const isOpposite = change.isRise !== isRise;
          return isOpposite ? { likeness: 0, isOpposite } : { likeness };
        },
        locate(tokens) {
          const change = changeOf(tokens);
          return change?.isRise === isRise ? readAmounts.spanOf(tokens, change.amount) : undefined;
        },
      };
    });
  };
}
