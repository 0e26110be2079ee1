/** Finds the companies that a size in a question belongs to: "large German manufacturers". Pure. */
import type { AskedQuestion } from '../words/asked-question.js';
import { wordsBefore } from '../words/phrases.js';
import { OF_CUSTOMERS } from './trait-part.js';

export interface SizeQuestion extends AskedQuestion {
  /** Positions of places and industries. */
  traitPositions: ReadonlySet<number>;
}

/** Matches words for companies that may be of a size. */
const COMPANIES =
  /^(?:agenc(?:y|ies)|airlines?|automakers?|banks?|biotechs?|brands?|brokers?|builders?|business(?:es)?|carmakers?|carriers?|chains?|charities|chipmakers?|compan(?:y|ies)|conglomerates?|consultanc(?:y|ies)|contractors?|corporations?|developers|distributors?|drugmakers?|employers?|enterprises?|fintechs?|firms?|giants?|groups|homebuilders?|hospitals|hotels|insurers?|institutions|lenders?|makers?|manufacturers?|multinationals?|neobanks?|nonprofits?|operators?|organi[sz]ations?|outfits?|producers?|providers?|publishers?|restaurants|retailers?|scaleups?|smbs?|smes?|startups?|studios?|suppliers?|telcos?|unicorns?|universities|ups|utilities|vendors?|wholesalers?)$/;
/**
 * Matches a word after a company that is not asked for itself: "small business loans", "a big
 * company party".
 */
const OF_COMPANY =
  /^(?:accounts?|clients?|contracts?|credit|customers?|event|insurance|lend(?:er|ers|ing)|loans?|orders?|owners?|party|software)$/;
/** Matches words between a size and a company. Places and industries may be there too. */
const BETWEEN =
  /^(?:and|,|-|accounting|advertising|aerospace|ai|american|audit|based|construction|consulting|consumer|defen[cs]e|digital|domestic|engineering|established|family|food|foreign|fast|global|growing|held|independent|industrial|international|internet|investment|it|law|legal|listed|local|marketing|medical|mining|new|older|online|owned|private|privately|profitable|public|publicly|recruitment|regional|research|security|staffing|start|tech|technology|trading|transport|traded|travel|young)$/;
/** Most words between a size and a company. */
const MAX_BETWEEN = 5;
/** Matches words before companies that are served, bought or lent to and publish nothing. */
const SERVED =
  /(?:^| )(?:(?:loans?|lending|lends?|lenders?|credit|insurance|banking|financing|services?) (?:to|for)|help|helps|helping|serve|serves|serving|target|targets|targeting|aimed at|buy|buys|buying|bought|acquires?|acquired|acquiring|takes over|taking over|(?:acquired|backed|bought|hired|sued|swallowed|taken over) by|by(?= an? ))(?: (?:the|its|our|an?|up|other|several|two|three|many|some)){0,2} $/;

const PLACED =
  /^(?:in|from|of|across|the|based|headquartered|and|or|,|area|industry|region|sector|space)$/;
/** Matches a word with a capital, which may be a city or a state. */
const NAME = /^\p{Lu}/u;
const MAX_PLACED = 8;

const WORDS_BEFORE = 6;

/** Returns the place of "companies" in "companies in Germany and Austria", -1 for other words. */
export function companyBefore(question: SizeQuestion, end: number): number {
  let hasName = false;
  for (let at = end - 1; at >= Math.max(0, end - MAX_PLACED); at -= 1) {
    const word = question.spelt[at] ?? '';
    // Capitals do not mark a place in "Companies Closing Plants".
    if (COMPANIES.test(word))
      return hasName && !PLACED.test(question.spelt[at + 1] ?? '') ? -1 : at;
    const isPlaced = PLACED.test(word) || isTrait(question, at);
    if (!isPlaced && !NAME.test(question.words[at]?.text ?? '')) return -1;
    hasName ||= !isPlaced;
  }
  return -1;
}

/** Returns the place of the company after words such as "European software", -1 without one. */
export function companyAfter(question: SizeQuestion, from: number): number {
  const { spelt } = question;
  for (let at = from; at <= from + MAX_BETWEEN; at += 1) {
    const word = spelt[at] ?? '';
    const next = spelt[at + 1] ?? '';
    // In "small fintech startups" the company is "startups", not "fintech".
    const isOne = COMPANIES.test(word) && !(COMPANIES.test(next) && isTrait(question, at));
    if (isOne && spelt[at - 1] !== ',') {
      // "Small business lenders" need not be small.
      const isDescribed = !word.endsWith('s') || word === 'business';
      return isDescribed && (OF_COMPANY.test(next) || COMPANIES.test(next)) ? -1 : at;
    }
    if (!BETWEEN.test(word) && !isTrait(question, at)) return -1;
  }
  return -1;
}

function isTrait({ words, traitPositions }: SizeQuestion, at: number): boolean {
  return traitPositions.has(words[at]?.at ?? -1);
}

/** Returns true in "loans to small businesses", "software for companies with 10 to 50 people". */
export function isServed({ words }: SizeQuestion, at: number): boolean {
  const before = wordsBefore(words, words[at]?.at ?? 0, WORDS_BEFORE);
  return OF_CUSTOMERS.test(before) || SERVED.test(before);
}
