/**
 * A part of a question that the company of a signal may meet: a place or an industry. The company's
 * record decides; without one, the facts about it in the summary do. Pure.
 */
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import { COMPANY_WORDS } from '../words/company-words.js';
import type { Find, PlacedWord } from '../words/phrases.js';
import {
  type Match,
  phrasePart,
  type QuestionPart,
  type StoreCondition,
} from '../words/question-part.js';
import { SITE_WORDS, type Site } from './sites.js';
import type { FindFacts } from './summary-facts.js';

interface Trait {
  isMeant(company: CompanyFacts): boolean;
  storeCondition: StoreCondition;
  /** Rates the facts of one company in a summary, for example "software, Boston, MA". */
  matchFacts(facts: readonly number[]): Match;
}

interface Place extends Trait {
  /** Returns the first city in a text and whether it is in the place, `undefined` without one. */
  findCity(tokens: readonly number[]): Site | undefined;
  /** Returns where the company of a text seems to be from, `undefined` if it names no place. */
  findHome(tokens: readonly number[]): Site | undefined;
}

interface Industry extends Trait {
  /** Rates the names that a company gives its industries, from 0 to 1. A broader name says less. */
  rateRecord(company: CompanyFacts): number;
  findName: Find;
  /** Also finds words that only hint at the industry. */
  findHint: Find;
}

/** Where a question names something. */
export interface Mention {
  words: readonly PlacedWord[];
  /** Positions of its word pieces. */
  positions: readonly number[];
  /** The words before it, as `wordsBefore` returns them. */
  before: string;
  /** The words before and behind the whole list of places: "in Japan or Australia". */
  aroundList: { before: string; behind: string };
  isExcluded: boolean;
}

/** Reads the part of a mention; `undefined` if its words mean something else there. */
export type ReadMention = (mention: Mention) => QuestionPart | undefined;

/**
 * Matches "in" and the like. "A plant in Poland" may be of a company from elsewhere, but "Polish
 * companies" are from there.
 */
export const WHERE =
  /(?:^| )(?:in|at|near|around|across|throughout|within|outside|to|into) (?:both |either )?(?:the )?$/;
/** Matches words before a place without "in": "office Japan", "new sites: Japan". */
const BEHIND_SITE = new RegExp(`(?:^| )(?:${SITE_WORDS.join('|')}) (?:openings? )?(?:: |- |, )?$`);
/** Matches words before a place that is entered. Those from elsewhere are meant. */
const INTO =
  /(?:^| )(?:into|to|enter(?:s|ed|ing)?|(?:expand(?:s|ed|ing)?|expansion|launch(?:es|ed|ing)?) (?:\S{1,20} )?in) (?:the )?$/;
/** Likeness of a company from a place that is entered, which may also do something there. */
const AT_HOME_LIKENESS = 0.4;
/** Likeness if a text or a name hints at an industry that is not in the record of the company. */
const HINT_LIKENESS = 0.65;
/** Likeness if a text names a city in the country. Companies from the country come first. */
const CITY_LIKENESS = 0.9;
/** Likeness if a company from the country has a signal about a city elsewhere. */
const ELSEWHERE_LIKENESS = 0.3;
/** Likeness if a text names a place that its company seems to be from. */
const HOME_LIKENESS = 0.8;
/** Least share of all words for a place: a signal from elsewhere is a wrong answer. */
const SHARE_OF_PLACE = 0.5;
/** Matches words before one's own trade, which is not asked for: "we sell accounting software". */
const OWN_TRADE =
  /(?:^| )(?:we|i|our \S{1,20}) (?:sell|sells|offer|offers|make|makes|build|builds|lend|lends|provide|provides|are|work)(?: \S{1,20}){0,3} $/;
/**
 * Matches words before customers, which are not the companies of the signals: "orders from
 * hospitals", "software for banks".
 */
export const OF_CUSTOMERS =
  /(?:^| )(?:(?:orders?|contracts?|tenders?|commissions?) (?:\S{1,20} ){0,2}(?:from|with|for)|(?:sell|sells|selling|sold|supply|supplies|supplied|supplying|delivers?|delivered|delivering) (?:\S{1,20} ){0,3}to|(?:products?|tools?|apps?|software|services?|platforms?|systems?|solutions?|machines?|offers?) (?:made |built |designed )?for) (?:an? |the )?$/;
/** Matches words before a thing, not an industry: "our insurance", "money to spend on software". */
const OF_THING =
  /(?:^| )(?:which|what|our|their|my|your|buy|buying|use|using|need|needs|needing|choose|choosing|spen(?:d|ds|ding|t) (?:\S{1,20} )?on) $/;
/** Matches words after which "us" in lower case is the person who asks: "show us layoffs". */
const OF_WHO_ASKS =
  /(?:^| )(?:show|tell|give|pay|pays|paying|paid|owe|owes|owing|sue|sues|suing|near|get|find|bring|send|let|lets|help|helps|join|meet|contact|visit|follow|make|makes|made|takes?|allows?|enables?|to|for|with|about|of|among|between|around) $/;

/** Matches "in" before a field, which may be one of several: "in food and retail". */
const IN_FIELD =
  /(?:^| )(?:in|within|across|throughout) (?:the )?(?:(?:\S{1,20} ){1,3}(?:and|or|&|,|\/) )?$/;
/** Matches words after which "in" names no industry: "invests in hydrogen", "interest in sports". */
const IN_OTHERWISE =
  /(?:^| )(?:invest\w{0,8}|interest(?:ed)?|stakes?|spend(?:s|ing)?|trained|degrees?|increases?|rise|drop|fall|decline|advances?|speciali[sz]\w{0,5}|experts?|expertise|experience) in /;
/** Matches what may follow a field: no other thing, such as "prices" in "food prices". */
const BEHIND_FIELD =
  /^(?:$|[,;.?!&/)] |(?:and|or|since|this|last|in|at|by|with|who|that|which|over|during|from|for|before|after|across|between|right|now|today|lately|recently|year|near|around|within|outside|of|is|are|has|have|business|segments?|space|trade|world) )/;
/** Matches words of companies after a field: "the food sector", "furniture makers". */
const OF_INDUSTRY = new RegExp(`^(?:${COMPANY_WORDS}|start|scale) $`);
/** Matches what only companies of a field do or suffer: "food and drink takeovers". */
const BY_COMPANIES =
  /^(?:takeovers?|mergers?|acquisitions?|buyouts?|layoffs?|redundanc(?:y|ies)|job|bankruptc(?:y|ies)|insolvenc(?:y|ies)|lawsuits?|closures?|restructurings?|profits?|dividends?) $/;

/** Creates the reader of an industry. */
export function industryReader(industry: Industry, factsIn: FindFacts): ReadMention {
  return (mention) => {
    const { positions, before, isExcluded } = mention;
    if (OWN_TRADE.test(before) || (positions.length === 1 && OF_THING.test(before))) return;
    if (OF_CUSTOMERS.test(before)) {
      return phrasePart(positions, industry.findName, { overridesWords: isExcluded, isExcluded });
    }
    return {
      ...commonPart(industry, mention),
      match(tokens, company) {
        const isKnown = company !== undefined && company.industries.length > 0;
        const inSummary = isKnown ? undefined : matchMainCompany(industry, tokens, factsIn);
        if (isExcluded) return rateExcluded(industry, inSummary, company);
        if (inSummary) return inSummary;
        const byRecord = company ? industry.rateRecord(company) : 0;
        if (byRecord === 1) return { likeness: 1 };
        const hint = industry.findHint(tokens);
        // "Quillby Hospital" with a record of health care is a hospital.
        const byText = hint ? (byRecord > 0 ? 1 : HINT_LIKENESS) : 0;
        return { at: hint?.at, likeness: Math.max(byRecord, byText) };
      },
    };
  };
}

/** Reads the name of a field as its industry if nothing else is said of it: "layoffs in food". */
export function readField(read: ReadMention): ReadMention {
  return (mention) => {
    const { before, aroundList } = mention;
    const isField =
      OF_INDUSTRY.test(aroundList.behind) ||
      BY_COMPANIES.test(aroundList.behind) ||
      (IN_FIELD.test(before) && !IN_OTHERWISE.test(before) && BEHIND_FIELD.test(aroundList.behind));
    return isField ? read(mention) : undefined;
  };
}

/**
 * Creates the reader of a place. After "in" and the like, and before "office" and the like, a city
 * in the summary decides first.
 */
export function placeReader(place: Place, factsIn: FindFacts): ReadMention {
  return (mention) => {
    const { words, positions, before, aroundList, isExcluded } = mention;
    const word = words.find(({ at }) => at === positions[0])?.text;
    if ((word === 'us' && OF_WHO_ASKS.test(before)) || OWN_TRADE.test(before)) return;
    const isEntered = INTO.test(aroundList.before);
    const isWhere =
      isEntered ||
      WHERE.test(aroundList.before) ||
      BEHIND_SITE.test(aroundList.before) ||
      SITE_WORDS.includes(aroundList.behind.trim());
    return {
      ...commonPart(place, mention),
      ...(!isExcluded && { leastShare: SHARE_OF_PLACE }),
      match(tokens, company) {
        const city = isWhere ? place.findCity(tokens) : undefined;
        const isFrom = company !== undefined && place.isMeant(company);
        if (city && isExcluded) return { at: city.at, likeness: city.isInside ? 0 : 1 };
        if (city) return rateCity(city, isFrom, isEntered);
        const inSummary = company?.country
          ? undefined
          : (matchMainCompany(place, tokens, factsIn) ?? matchHome(place, tokens));
        if (isExcluded) return rateExcluded(place, inSummary, company);
        const match = inSummary ?? { likeness: isFrom ? 1 : 0 };
        return isEntered ? { ...match, likeness: match.likeness * AT_HOME_LIKENESS } : match;
      },
    };
  };
}

function commonPart(
  { storeCondition, matchFacts }: Trait,
  { positions, isExcluded }: Mention,
): Omit<QuestionPart, 'match'> {
  return {
    positions,
    // If a trait is excluded, a text that names it must not be rated as similar.
    overridesWords: isExcluded,
    isCondition: true,
    needsCompany: true,
    ...(isExcluded ? { isExclusion: true } : { storeCondition, matchFacts }),
  };
}

/**
 * Rates a signal by the city in its summary. `isFrom`: its company is from the place. `isEntered`:
 * those that come from elsewhere are meant.
 */
function rateCity({ at, isInside }: Site, isFrom: boolean, isEntered: boolean): Match {
  if (isInside) return { at, likeness: isFrom === isEntered ? CITY_LIKENESS : 1 };
  return { likeness: isFrom ? ELSEWHERE_LIKENESS : 0 };
}

/** Rates a company without a record of its country by the text. `undefined` without a match. */
function matchHome(place: Place, tokens: readonly number[]): Match | undefined {
  const home = place.findHome(tokens);
  return home?.isInside ? { at: home.at, likeness: HOME_LIKENESS } : undefined;
}

/** A company without a record may have the excluded trait, so it does not match. */
function rateExcluded(
  trait: Trait,
  inSummary: Match | undefined,
  company: CompanyFacts | undefined,
): Match {
  const isOutside = company !== undefined && !inSummary && !trait.isMeant(company);
  return { likeness: isOutside ? 1 : 0 };
}

/** Rates the facts that a summary has about the company it is about. `undefined` without a match. */
function matchMainCompany(
  trait: Trait,
  tokens: readonly number[],
  factsIn: FindFacts,
): Match | undefined {
  const { mainCompany: facts } = factsIn(tokens);
  const match = facts && trait.matchFacts(tokens.slice(facts.at, facts.end));
  return match && match.likeness > 0 ? { ...match, at: facts.at + (match.at ?? -1) } : undefined;
}
