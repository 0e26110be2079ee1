/**
 * Which side of a takeover companies of the question are on: "software companies that were bought". Signals of
 * a takeover are told by one side: its company alone has a record, and what is told of either counts for it. Pure.
 */
import type { AskedPart } from '../words/asked-part.js';
import { type PlacedWord, wordsAfter, wordsBefore } from '../words/phrases.js';
import type { TellFacts } from './told-facts.js';

/** Subtypes that the buyer tells, and the one that the company that was bought tells; as `foldCase` makes them. */
const TOLD_BY = {
  buyer: new Set(['acquisition', 'acquisitioncompleted']),
  target: new Set(['acquired']),
};

const WORDS = 8;
/** The company that is asked for tells its own side of a deal: what the other side tells comes behind it. */
const OF_OTHER = 0.85;
const BY =
  /(?:^| )(?:acquired|bought|purchased|swallowed(?: up)?|absorbed|taken over|snapped up|scooped up|gobbled up|(?:acquisitions?|takeovers?|purchases|buy ?outs?|deals?)(?: made| done| struck| announced)?) by (?:an? |the |another )?(?:[a-z]{1,20} )?(?:(?:that|which) (?:are|is|was|were) (?:not )?)?(?:(?:based )?in |from |outside (?:of )?)?$/;
const OF_TARGET =
  /(?:^| )(?:(?:acquisitions?|takeovers?|purchases?|buy ?outs?|aquisitions?|buyers?|acquirers?|owners?)(?: (?:except|excluding|without|besides|other than|but not|apart from)(?: for)?(?: those| the ones)?)? of|buys?|buying|bought|acquires?|acquired|acquiring|purchas(?:es|ed|ing)|(?:takes?|took|taking) over|(?:snap|snaps|snapped|snapping|scoop|scoops|scooped|scooping|gobbles?|gobbled|gobbling) up|(?:shop|shops|shopped|shopping) for) (?:an? |the |another |its )?(?:[a-z]{1,20} )?(?:(?:that|which) (?:are|is|was|were) (?:not )?)?(?:(?:based )?in |from |outside (?:of )?)?$/;
const WAS_BOUGHT =
  /^(?:(?:[a-z]{1,20} ){0,2}?(?:company|companies|firms?|businesses|business|start ups?|startups?|makers?|groups?|agenc(?:y|ies)|shops?|outfits?|chains?|brands?|services?|sites?|apps?) )?(?:(?:that|which|to) )?(?:(?:somebody|someone|others|they|(?:was|were|is|are|be|been|being|gets?|got|getting|have been|has been)) )?(?:acquired|bought|sold|purchased|taken over|swallowed(?: up)?|snapped up|scooped up|gobbled up|(?:ended up|fell) (?:in|into) (?:the )?hands|changed (?:owners?|hands|ownership))(?: |$)(?!(?:an?|the|another|its) )/;
/** "Companies that bought firms"; "acquired companies" were bought. */
const BOUGHT_FIRMS =
  /^(?:(?:[a-z]{1,20} ){0,2}?(?:company|companies|firms?|businesses|business|start ups?|startups?|makers?|groups?) )?(?:that|which|who) (?:bought|acquired|purchased|took over|(?:snapp|scoop|gobbl)ed up) (?:firms?|companies|businesses|start ups?|startups?)(?: |$)/;
const BUYS =
  /^(?:(?:company|companies|firms?|businesses|groups?) )?(?:as )?(?:buyers|acquirers)(?: |$)|^(?:takeovers|acquisitions) of |^(?:(?:[a-z]{1,20} ){0,2}?(?:company|companies|firms?|businesses|business|start ups?|startups?|makers?|groups?|agenc(?:y|ies)|shops?|outfits?|chains?|brands?|services?|sites?|apps?) )?(?:(?:that|which|who) )?(?:buy|buys|buying|acquires?|acquiring|takes? over|taking over|took over|(?:snap|scoop|gobble)s? up|(?:snapp|scoop|gobbl)ing up|(?:shop|shops|shopping|shopped) for(?= (?:[a-z]{1,20} ){0,3}(?:compan(?:y|ies)|firms?|business(?:es)?|start ups?|startups?|rivals?|competitors?|targets?|acquisitions?)(?: |$))|(?:bought|acquired|snapped up|scooped up|gobbled up) (?:an?|the|another|its|other|rivals?|competitors?))(?: |$)/;

export function onItsSide(
  part: AskedPart,
  words: readonly PlacedWord[],
  factsIn: TellFacts,
): AskedPart {
  const side = sideOf(words, part.pieces);
  if (!side) return part;
  const others = TOLD_BY[side === 'buyer' ? 'target' : 'buyer'];
  return {
    ...part,
    meet(tokens, company, signal) {
      if (!signal || !(others.has(signal.subtypeKey) || TOLD_BY[side].has(signal.subtypeKey))) {
        return part.meet(tokens, company, signal);
      }
      const isOther = others.has(signal.subtypeKey);
      const { own, other } = factsIn(tokens);
      const facts = isOther ? other : own;
      const told = facts && part.meetFacts?.(tokens.slice(facts.at, facts.end));
      // Without a record of the company, what is told decides.
      if (told && (told.likeness > 0 || isOther || !company)) {
        const likeness = told.likeness * (isOther ? OF_OTHER : 1);
        return { at: told.at < 0 ? -1 : facts.at + told.at, likeness };
      }
      // What is told of the other side says nothing of this one.
      const text = own || other ? [] : tokens;
      return part.meet(text, isOther ? undefined : company, signal);
    },
  };
}

function sideOf(
  words: readonly PlacedWord[],
  pieces: readonly number[],
): keyof typeof TOLD_BY | null {
  const before = wordsBefore(words, Math.min(...pieces), WORDS);
  const after = wordsAfter(words, Math.max(...pieces), WORDS);
  if (BY.test(before)) return 'buyer';
  if (OF_TARGET.test(before)) return 'target';
  if (BUYS.test(after) || BOUGHT_FIRMS.test(after)) return 'buyer';
  return WAS_BOUGHT.test(after) ? 'target' : null;
}
