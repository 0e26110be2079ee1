/**
 * Leaves out the amounts of a signal that are not those of a round, for questions about rounds. In
 * "raised $14 million at a valuation of $90 million" nobody raised 90 million. Pure.
 */
import type { AmountReader } from '../../../../shared/domain/amount-reader.js';
import type { Amount } from '../../../../shared/domain/amounts.js';
import type { AskedQuestion } from '../words/asked-question.js';

const ASKS_FOR_ROUNDS =
  /\b(?:rais(?:e|es|ed|ing)|rounds?|fundings?|funded|fund[- ]?raising|financings?|series [a-k]|seed|venture)\b/i;
/** Matches questions about the value of companies, or about all that they ever raised. */
const ASKS_FOR_OTHER_AMOUNTS =
  /\bvalu(?:e|es|ed|ing|ations?)\b|\b(?:worth|unicorns?|total|overall)\b/i;
const NEARLY =
  '(?:about |around |some |nearly |almost |over |more than |up to |roughly |an estimated |a )?';
/** Matches the words before an amount that is the value of a company, or the sum of all rounds. */
const BEFORE = new RegExp(
  [
    String.raw`\bvalu(?:es?|ing|ed) (?:\S{1,20} ){1,6}at `,
    String.raw`\bvaluations? (?:\S{1,20} )?(?:of|at|to|above|near) `,
    String.raw`\btotal (?:\S{1,20} ){0,3}to `,
    String.raw`\b(?:raised|funding) to date (?:to|of|is) `,
  ]
    .map((words) => `${words}${NEARLY}$`)
    .join('|'),
);
/** Matches the words after such an amount. */
const AFTER = /^(?:(?:pre|post) - money )?valuation\b|^(?:in total|to date|overall|so far)\b/;
/** The most words before and after an amount that these patterns need. */
const NEAR = 12;

/** Returns a reader of the amounts that the question asks for. */
export function askedAmountReader(
  { text }: Pick<AskedQuestion, 'text'>,
  readAmounts: AmountReader,
): AmountReader {
  if (!ASKS_FOR_ROUNDS.test(text) || ASKS_FOR_OTHER_AMOUNTS.test(text)) return readAmounts;
  const read = (tokens: readonly number[]): readonly Amount[] => {
    const words = readAmounts.wordsOf(tokens);
    return readAmounts(tokens).filter(({ unit, start, end }) => {
      if (unit !== 'money') return true;
      const before = words.slice(Math.max(0, start - NEAR), start).join(' ');
      return !BEFORE.test(`${before} `) && !AFTER.test(words.slice(end, end + NEAR).join(' '));
    });
  };
  const { wordsOf, spanOf } = readAmounts;
  return Object.assign(read, { wordsOf, spanOf });
}
