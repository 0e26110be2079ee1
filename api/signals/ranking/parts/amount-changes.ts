/**
 * Reads whether an amount of a signal rose or fell: "$8.2 million, compared with $19.6 million". Such
 * texts often contain no word for it. Pure.
 */
import type { AmountReader } from '../../../../shared/domain/amount-reader.js';
import type { Amount } from '../../../../shared/domain/amounts.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type PlacedWord, phraseFinder, phraseReader } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import { isNegated } from './antonym-parts.js';

/** Word pieces of which one is in every text that names a former amount. */
const CONNECTIVES = [
  ...['from', 'versus', 'vs', 'against', 'compared', 'instead', 'rather', 'previously', 'formerly'],
  ...['used to be', 'it was', ', not'],
];
/** Matches what is between the present amount and the former one. */
const THEN_FORMER =
  /^(?:\S+ ){0,9}?(?:(?:(?:up|down) )?from|versus|vs|against|compared (?:with|to)|instead of|rather than|previously|formerly|it (?:was|used to be)|, not)(?: \S+){0,4}$/;
/** Matches what is between the former amount and the present one, if "from" precedes the former. */
const THEN_PRESENT = /^(?:\S+ ){0,6}?to(?: \S+){0,4}$/;
const FROM =
  /\bfrom(?: (?:about|around|some|nearly|just|only|a|an|the|net|loss|profit|deficit|surplus|of)){0,4}$/;
/** Matches what may follow a number without a unit of its own. */
const NOTHING_COUNTED = /^(?:[^\p{L}]|$|(?:in|at|by|for|on|this|last|and|since|after|a|per)$)/u;
const LOSS = /\b(?:loss|losses|deficit|minus)\b/;
const PROFIT = /\b(?:profit|profits|income|earnings|surplus|plus)\b/;
/** How many words before an amount tell whether it is a loss. */
const KIND_WORDS = 5;

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
    const before = words.slice(0, first.start).slice(-KIND_WORDS).join(' ');
    const isFromTo = FROM.test(before) && THEN_PRESENT.test(between);
    if (!isFromTo && !THEN_FORMER.test(between)) continue;
    const [former, amount] = isFromTo ? [first, second] : [second, first];
    const isLoss = LOSS.test(before) || isFollowedByLoss(first, words);
    const isSameKind = !PROFIT.test(between);
    const isNextLoss =
      isFollowedByLoss(second, words) || (isSameKind && (isLoss || LOSS.test(between)));
    const signs = isFromTo ? [isLoss, isNextLoss] : [isNextLoss, isLoss];
    const inSame = former.unit === amount.unit ? 'value' : 'said';
    const was = former[inSame] * (signs[0] ? -1 : 1);
    const is = amount[inSame] * (signs[1] ? -1 : 1);
    if (was !== is) return { amount, isRise: is > was };
  }
  return;
}

function isFollowedByLoss({ end }: Amount, words: Words): boolean {
  return LOSS.test(words[end] ?? '');
}

/** True if both are of one unit. One may have none of its own: "from 19 to 22 euros". */
function areComparable(first: Amount, second: Amount, words: Words): boolean {
  if (first.unit === second.unit && first.unit !== 'other') return true;
  const isBare = ({ unit, end }: Amount): boolean =>
    unit === 'other' && NOTHING_COUNTED.test(words[end] ?? '');
  return (
    isBare(second) ||
    (first.unit === 'other' && second.unit !== 'other' && words[first.end] === 'to')
  );
}

/**
 * Creates a reader of words such as "higher" and "falling". A signal without such words meets them if
 * its amounts changed in the same direction, and says the opposite if they changed in the other.
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
  const readPhrases = phraseReader(
    [more, less].flatMap((those, side) =>
      phrasesOf(those).map((phrase) => [phrase, side === 0] as const),
    ),
  );
  const changeOf = (tokens: readonly number[]): Change | undefined =>
    mayCompare(tokens) && !saysDirection(tokens)
      ? changeIn(readAmounts.wordsOf(tokens), readAmounts(tokens))
      : undefined;
  return (words) =>
    readPhrases(words).flatMap(({ meaning: isRise, positions }) => {
      if (isNegated(words, positions)) return [];
      const locate = (tokens: readonly number[]) => {
        const change = changeOf(tokens);
        return change?.isRise === isRise ? readAmounts.spanOf(tokens, change.amount) : undefined;
      };
      return {
        positions,
        overridesWords: true,
        isCondition: false,
        match(tokens) {
          const change = changeOf(tokens);
          if (!change) return;
          if (change.isRise !== isRise) return { at: -1, likeness: 0, isOpposite: true };
          return { at: locate(tokens)?.at ?? -1, likeness };
        },
        locate,
      };
    });
}
