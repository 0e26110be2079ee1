/**
 * A part of a question that the company of a signal may meet: a place or an industry. The company's
 * record decides; without one, the facts about it in the summary do. Pure.
 */
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import { type PlacedWord, wordsBefore } from '../words/phrases.js';
import {
  type Match,
  phrasePart,
  type QuestionPart,
  type StoreCondition,
} from '../words/question-part.js';
import { matchBySite, type Site } from './sites.js';
import type { FindFacts } from './summary-facts.js';

/** A place or an industry. */
export interface Trait {
  isMeant(company: CompanyFacts): boolean;
  storeCondition: StoreCondition;
  /** Returns where a text names the industry, -1 if it does not. Not set for places. */
  find?: (tokens: readonly number[]) => number;
  /** Returns where a text, or a name in it, hints at the industry, -1 if it does not. */
  sign?: (tokens: readonly number[]) => number;
  /** Returns where the facts of a company name the industry, -1 if they do not. */
  stated?: (tokens: readonly number[]) => number;
  /** Returns the first city in a text and whether it is in the place, `undefined` without one. */
  site?: (tokens: readonly number[]) => Site | undefined;
}

/** Where a question names something. */
export interface Mention {
  words: readonly PlacedWord[];
  /** Places of its word pieces. */
  pieces: readonly number[];
  isExcluded: boolean;
}

/** Reads the part of a mention; `undefined` if its words mean something else there. */
export type ReadMention = (mention: Mention) => QuestionPart | undefined;

export const WORDS_BEFORE = 6;
/**
 * Matches "in" and the like. "A plant in Poland" may be of a company from elsewhere, but "Polish
 * companies" are from there.
 */
export const WHERE =
  /(?:^| )(?:in|at|near|around|across|throughout|within|outside|to|into) (?:the )?$/;
/** Likeness if a text or a name hints at an industry that is not in the record of the company. */
const SAID = 0.65;
/** Likeness if a text names a city in the country. Companies from the country come first. */
const IN_CITY = 0.9;
/** Likeness if a company from the country has a signal about a city elsewhere. */
const ELSEWHERE = 0.3;
/** Least share of all words for a place after "in": a signal from elsewhere is a wrong answer. */
const SHARE_OF_WHERE = 0.45;
/** Matches words before one's own trade, which is not asked for: "we sell accounting software". */
const OWN_TRADE =
  /(?:^| )(?:we|i|our \S{1,20}) (?:sell|sells|offer|offers|make|makes|build|builds|lend|lends|provide|provides|are|work)(?: \S{1,20}){0,3} $/;
/**
 * Matches words before customers, which are not the companies of the signals: "orders from
 * hospitals", "software for banks".
 */
export const OF_CUSTOMERS =
  /(?:^| )(?:(?:orders?|contracts?|tenders?|commissions?) (?:\S{1,20} ){0,2}(?:from|with|for)|(?:sell|sells|selling|sold|supply|supplies|supplied|supplying|delivers?|delivered|delivering) (?:\S{1,20} ){0,3}to|(?:products?|tools?|apps?|software|services?|platforms?|systems?|solutions?|machines?|offers?) (?:made |built |designed )?for) (?:an? |the )?$/;
/** Matches words before a thing, not an industry: "which software to buy", "our insurance". */
const OF_THING =
  /(?:^| )(?:which|what|our|their|my|your|buy|buying|use|using|need|needs|needing|choose|choosing) $/;
/** Matches words after which "us" in lower case is the person who asks: "show us layoffs". */
const OF_WHO_ASKS =
  /(?:^| )(?:show|tell|give|get|find|bring|send|let|lets|help|helps|join|meet|contact|visit|follow|make|makes|made|takes?|allows?|enables?|to|for|with|about|of|among|between|around) $/;

export interface FactsReader {
  factsIn: FindFacts;
  /** The word piece after an industry in facts such as "software, Boston, MA". */
  comma: number;
}

export function traitPart(
  trait: Trait,
  { words, pieces, isExcluded }: Mention,
  summaryFacts: FactsReader,
): QuestionPart | undefined {
  const { storeCondition, find, site } = trait;
  const [first = 0] = pieces;
  const before = wordsBefore(words, first, WORDS_BEFORE);
  const word = words.find(({ at }) => at === first)?.text;
  if ((word === 'us' && OF_WHO_ASKS.test(before)) || OWN_TRADE.test(before)) return;
  if (find && pieces.length === 1 && OF_THING.test(before)) return;
  if (find && OF_CUSTOMERS.test(before)) {
    return phrasePart(pieces, find, { overridesWords: isExcluded, isExcluded });
  }
  const isWhere = site !== undefined && WHERE.test(before);
  const rate = isExcluded ? rateExcluded : rateAsked;
  return {
    pieces,
    // If a place is excluded, a text that names it must not be rated as similar.
    overridesWords: isExcluded,
    isCondition: true,
    needsCompany: true,
    ...(!isExcluded && {
      storeCondition,
      matchFacts: (facts) => matchFacts(trait, facts, summaryFacts),
    }),
    ...(isWhere && !isExcluded && { leastShare: SHARE_OF_WHERE }),
    match(tokens, company) {
      const told = isWhere ? site(tokens) : undefined;
      const isRead = told !== undefined || isKnown(trait, company);
      const own = isRead ? undefined : matchOwnFacts(trait, tokens, summaryFacts);
      return rate(trait, tokens, { told, own, company });
    },
  };
}

/** What is known of a signal. */
interface Known {
  /** The city in its text, if the question asks where something is. */
  told: Site | undefined;
  /** How the facts in its summary meet the trait, if its company has no such facts. */
  own: Match | undefined;
  company: CompanyFacts | undefined;
}

function rateAsked(trait: Trait, tokens: readonly number[], { told, own, company }: Known): Match {
  if (own) return own;
  const isFrom = company !== undefined && trait.isMeant(company);
  if (told?.isInside) return { at: told.at, likeness: isFrom ? 1 : IN_CITY };
  if (told) return { at: -1, likeness: isFrom ? ELSEWHERE : 0 };
  if (isFrom) return { at: -1, likeness: 1 };
  const at = trait.sign?.(tokens) ?? -1;
  return { at, likeness: at < 0 ? 0 : SAID };
}

function rateExcluded(trait: Trait, _: readonly number[], { told, own, company }: Known): Match {
  if (told) return { at: told.at, likeness: told.isInside ? 0 : 1 };
  const isOutside = company !== undefined && !own && !trait.isMeant(company);
  return { at: -1, likeness: isOutside ? 1 : 0 };
}

function isKnown({ site }: Trait, company: CompanyFacts | undefined): boolean {
  return Boolean(site ? company?.country : company?.industries.length);
}

/** Rates company facts such as "software, Boston, MA". The industry comes first. */
function matchFacts(
  { site, stated }: Trait,
  facts: readonly number[],
  { comma }: FactsReader,
): Match {
  if (site) return matchBySite(site(facts));
  const end = facts.indexOf(comma);
  const at = stated?.(end < 0 ? facts : facts.slice(0, end)) ?? -1;
  return { at, likeness: at < 0 ? 0 : 1 };
}

function matchOwnFacts(
  trait: Trait,
  tokens: readonly number[],
  summaryFacts: FactsReader,
): Match | undefined {
  const { own } = summaryFacts.factsIn(tokens);
  const met = own && matchFacts(trait, tokens.slice(own.at, own.end), summaryFacts);
  return met && met.likeness > 0 ? { ...met, at: own.at + met.at } : undefined;
}
