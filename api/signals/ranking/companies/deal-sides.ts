/**
 * Finds the side of a takeover on which a question wants companies: "software companies that were
 * bought". A takeover signal belongs to one side, and only that company has a record, but the
 * summary has facts about both. Pure.
 */
import { COMPANY_WORDS } from '../words/company-words.js';
import { type PlacedWord, wordsAfter, wordsBefore } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import type { FindFacts } from './summary-facts.js';

/** Subtypes of signals of the buyer and of the target, as `foldCase` returns them. */
const SUBTYPES = {
  buyer: new Set(['acquisition', 'acquisitioncompleted']),
  target: new Set(['acquired']),
};

const WORDS = 8;
/** Factor for signals of the other side. Those of the side that is asked for come first. */
const OTHER_SIDE_FACTOR = 0.85;
/** The companies that a deal is said of: "small software makers". */
const THOSE = `(?:(?:[a-z]{1,20} ){0,2}?(?:${COMPANY_WORDS}|start ups?|agenc(?:y|ies)|shops?|outfits?|services?|sites?|apps?) )?`;
const BOUGHT =
  'acquired|bought|purchased|taken over|swallowed(?: up)?|(?:snapped|scooped|gobbled) up';
/** What may stand between "bought by" and a place or an industry. */
const UP_TO =
  '(?:[a-z]{1,20} )?(?:(?:that|which) (?:are|is|was|were) (?:not )?)?(?:(?:based )?in |from |outside (?:of )?)?$';
const EXCEPT =
  '(?: (?:except|excluding|without|besides|other than|but not|apart from)(?: for)?(?: those| the ones)?)?';
const FIRMS = 'compan(?:y|ies)|firms?|business(?:es)?|start ups?|startups?';

const BY = new RegExp(
  `(?:^| )(?:${BOUGHT}|absorbed|(?:acquisitions?|takeovers?|purchases|buy ?outs?|deals?)(?: made| done| struck| announced)?) by (?:an? |the |another )?${UP_TO}`,
);
const OF_TARGET = new RegExp(
  `(?:^| )(?:(?:acquisitions?|takeovers?|purchases?|buy ?outs?|aquisitions?|buyers?|acquirers?|owners?)${EXCEPT} of|buys?|buying|bought|acquires?|acquired|acquiring|purchas(?:es|ed|ing)|(?:takes?|took|taking) over|(?:snap|snaps|snapped|snapping|scoop|scoops|scooped|scooping|gobbles?|gobbled|gobbling) up|(?:shop|shops|shopped|shopping) for) (?:an? |the |another |its )?${UP_TO}`,
);
const WAS_BOUGHT = new RegExp(
  `^${THOSE}(?:(?:that|which|to) )?(?:(?:somebody|someone|others|they|(?:was|were|is|are|be|been|being|gets?|got|getting|have been|has been)) )?(?:${BOUGHT}|sold|(?:ended up|fell) (?:in|into) (?:the )?hands|changed (?:owners?|hands|ownership))(?: |$)(?!(?:an?|the|another|its) )`,
);
/** Matches "companies that bought firms". "Acquired companies" were bought themselves. */
const BOUGHT_FIRMS = new RegExp(
  `^${THOSE}(?:that|which|who) (?:bought|acquired|purchased|took over|(?:snapp|scoop|gobbl)ed up) (?:${FIRMS})(?: |$)`,
);
const BUYERS =
  /^(?:(?:company|companies|firms?|businesses|groups?) )?(?:as )?(?:buyers|acquirers)(?: |$)|^(?:takeovers|acquisitions) of /;
const BUYS = new RegExp(
  `^${THOSE}(?:(?:that|which|who) )?(?:buy|buys|buying|acquires?|acquiring|takes? over|taking over|took over|(?:snap|scoop|gobble)s? up|(?:snapp|scoop|gobbl)ing up|(?:shop|shops|shopping|shopped) for(?= (?:[a-z]{1,20} ){0,3}(?:${FIRMS}|rivals?|competitors?|targets?|acquisitions?)(?: |$))|(?:bought|acquired|snapped up|scooped up|gobbled up) (?:an?|the|another|its|other|rivals?|competitors?))(?: |$)`,
);

/** Makes a place or an industry apply to the side of a takeover that the question means. */
export function forDealSide(
  part: QuestionPart,
  words: readonly PlacedWord[],
  factsIn: FindFacts,
): QuestionPart {
  const side = sideOf(words, part.positions);
  if (!side) return part;
  const others = SUBTYPES[side === 'buyer' ? 'target' : 'buyer'];
  return {
    ...part,
    match(tokens, company, signal) {
      if (!signal || !(others.has(signal.subtypeKey) || SUBTYPES[side].has(signal.subtypeKey))) {
        return part.match(tokens, company, signal);
      }
      const isOther = others.has(signal.subtypeKey);
      const { mainCompany, otherCompany } = factsIn(tokens);
      const facts = isOther ? otherCompany : mainCompany;
      const match = facts && part.matchFacts?.(tokens.slice(facts.at, facts.end));
      // The facts in the summary also decide if the company has no record.
      if (match && (match.likeness > 0 || isOther || !company)) {
        const likeness = match.likeness * (isOther ? OTHER_SIDE_FACTOR : 1);
        return { at: match.at === undefined ? undefined : facts.at + match.at, likeness };
      }
      // Facts about the other side say nothing about this one.
      const text = mainCompany || otherCompany ? [] : tokens;
      return part.match(text, isOther ? undefined : company, signal);
    },
  };
}

function sideOf(
  words: readonly PlacedWord[],
  positions: readonly number[],
): keyof typeof SUBTYPES | null {
  const before = wordsBefore(words, Math.min(...positions), WORDS);
  const after = wordsAfter(words, Math.max(...positions), WORDS);
  if (BY.test(before)) return 'buyer';
  if (OF_TARGET.test(before)) return 'target';
  if (BUYERS.test(after) || BUYS.test(after) || BOUGHT_FIRMS.test(after)) return 'buyer';
  return WAS_BOUGHT.test(after) ? 'target' : null;
}
