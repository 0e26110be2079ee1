/** Reads places and industries of a question, which the company of a signal may have. Pure. */
import { foldCase } from '../../../../shared/domain/normalise/fold-case.js';
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type AskedPart, type Met, type Narrows, saidPart } from '../words/asked-part.js';
import {
  type Find,
  type PlacedWord,
  phraseBook,
  phraseFinder,
  wordsAfter,
  wordsBefore,
} from '../words/phrases.js';
import type { Wording } from '../words/wording.js';
import { cityFinder, cityPart, metBySite, type Site, siteFinder, statePart } from './sites.js';
import type { TellFacts } from './told-facts.js';

interface Meaning {
  isMeant(company: CompanyFacts): boolean;
  narrows: Narrows;
  /** Returns where a text names the industry, -1 if it does not. Not set for places. */
  find?: (tokens: readonly number[]) => number;
  /** Returns where a text, or a name in it, hints at the industry, -1 if it does not. */
  sign?: (tokens: readonly number[]) => number;
  /** Returns where the facts of a company name the industry, -1 if they do not. */
  stated?: (tokens: readonly number[]) => number;
  /** Returns the first city in a text and whether it is in the place, `undefined` without one. */
  site?: (tokens: readonly number[]) => Site | undefined;
}

/** A region or a kind of job title. `said` returns where a text names one of its members. */
interface Kind {
  said: (tokens: readonly number[]) => number;
}

/** A state of the United States, as signals mention it. */
interface State {
  siteInState: (tokens: readonly number[]) => Site | undefined;
  says: readonly (readonly number[])[];
}

interface City {
  siteInCity: Find;
  says: readonly (readonly number[])[];
}

const WORDS_BEFORE = 6;
/**
 * Matches "in" and the like. "A plant in Poland" may be of a company from elsewhere, but "Polish
 * companies" are from there.
 */
const WHERE = /(?:^| )(?:in|at|near|around|across|throughout|within|outside|to|into) (?:the )?$/;
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

/** Creates the reader of places and industries. `factsIn` finds the company facts in a summary. */
export function companyParts(
  { industries, places, cities, states, kinds }: Wording,
  { phrases: split }: WordPieces,
  factsIn: TellFacts,
): (words: readonly PlacedWord[], leftOut: ReadonlySet<number>) => AskedPart[] {
  const siteInCountry = siteFinder(Object.entries(cities), split);
  const siteInState = siteFinder(
    states.map(({ asked: [name = ''], said }) => [name, said] as const),
    split,
  );
  const inCountry = places.flatMap(({ asked, countries }) => {
    const all = new Set(countries);
    const meaning: Meaning = {
      site: (tokens) => siteInCountry(tokens, all),
      isMeant: ({ country }) => all.has(country),
      narrows: { countries },
    };
    return asked.flatMap(split).map((phrase) => [phrase, meaning] as const);
  });
  const inIndustry = industries.flatMap(({ asked, named, said = [] }) => {
    const phrases = [...new Set(asked.flatMap(inOtherWords))].flatMap(split);
    const meaning: Meaning = {
      isMeant: (company) =>
        company.industries.some((each) => named.some((part) => foldCase(each).includes(part))),
      narrows: { industries: named, says: [...named, ...said, ...asked].flatMap(split) },
      find: phraseFinder(phrases),
      sign: phraseFinder(said.flatMap(split)),
      stated: phraseFinder([...asked, ...named].flatMap(split)),
    };
    return phrases.map((phrase) => [phrase, meaning] as const);
  });
  const inState = states.flatMap(({ asked, said }) => {
    const own = new Set(asked.slice(0, 1));
    const says = said.flatMap(split);
    const state: State = { siteInState: (tokens) => siteInState(tokens, own), says };
    return asked.flatMap(split).map((phrase) => [phrase, state] as const);
  });
  const ofKind = kinds.flatMap(({ asked, said }) => {
    const kind: Kind = { said: phraseFinder(said.flatMap(split)) };
    return asked.flatMap(split).map((phrase) => [phrase, kind] as const);
  });
  const ofNoIndustry = industries
    .flatMap(({ unless }) => unless ?? [])
    .flatMap(({ words, before = [], behind }) =>
      words.flatMap((word) => [
        ...before.map((each) => `${each} ${word}`),
        ...behind.map((each) => `${word} ${each}`),
      ]),
    )
    .flatMap(split)
    .map((phrase) => [phrase, null] as const);
  const areas = new Set([...places, ...states, ...kinds].flatMap(({ asked }) => asked));
  const names = Object.values(cities)
    .flat()
    .filter((name) => !areas.has(name));
  const findCity = cityFinder(split);
  const inCity = [...new Set(names)].flatMap((name) => {
    const says = split(name);
    const city: City = { siteInCity: findCity(says), says };
    return says.map((phrase) => [phrase, city] as const);
  });
  const [comma = -1] = split(',').flat();
  /** Rates company facts such as "software, Boston, MA". The industry comes first. */
  const meetFacts = ({ site, stated }: Meaning, facts: readonly number[]): Met => {
    if (site) return metBySite(site(facts));
    const end = facts.indexOf(comma);
    const at = stated?.(end < 0 ? facts : facts.slice(0, end)) ?? -1;
    return { at, likeness: at < 0 ? 0 : 1 };
  };
  const meetOwnFacts = (meaning: Meaning, tokens: readonly number[]): Met | undefined => {
    const { own } = factsIn(tokens);
    const met = own && meetFacts(meaning, tokens.slice(own.at, own.end));
    return met && met.likeness > 0 ? { ...met, at: own.at + met.at } : undefined;
  };
  const book = phraseBook<Meaning | State | Kind | City | null>([
    ...[...inCountry, ...inIndustry, ...ofNoIndustry],
    ...[...inState, ...ofKind, ...inCity],
  ]);
  return (words, leftOut) =>
    book.inQuestion(words).flatMap(({ meaning, pieces }) => {
      if (!meaning) return [];
      const [first = 0] = pieces;
      const isExcluded = leftOut.has(first);
      if ('siteInCity' in meaning) {
        if (!isCityMeant(words, pieces)) return [];
        const { siteInCity: inCity, says } = meaning;
        return [cityPart(pieces, inCity, { isExcluded, says })];
      }
      if ('siteInState' in meaning) {
        const { siteInState: inState, says } = meaning;
        return [statePart(pieces, inState, { isExcluded, says })];
      }
      if ('said' in meaning) {
        return [saidPart(pieces, meaning.said, { isAlone: isExcluded, isExcluded })];
      }
      const { isMeant, narrows, find, sign, site } = meaning;
      const knows = (company: CompanyFacts | undefined): boolean =>
        site ? Boolean(company?.country) : Boolean(company?.industries.length);
      const before = wordsBefore(words, first, WORDS_BEFORE);
      const word = words.find(({ at }) => at === first)?.text;
      if ((word === 'us' && OF_WHO_ASKS.test(before)) || OWN_TRADE.test(before)) return [];
      if (find && pieces.length === 1 && OF_THING.test(before)) return [];
      if (find && OF_CUSTOMERS.test(before)) {
        return [saidPart(pieces, find, { isAlone: isExcluded, isExcluded })];
      }
      const isWhere = WHERE.test(before);
      const part: AskedPart = {
        pieces,
        // If a place is excluded, a text that names it must not be rated as similar.
        isAlone: isExcluded,
        isCondition: true,
        isOfCompany: true,
        ...(!isExcluded && { narrows }),
        ...(isWhere && site && !isExcluded && { leastShare: SHARE_OF_WHERE }),
        meet(tokens, company) {
          const told = isWhere && site ? site(tokens) : undefined;
          const own = told || knows(company) ? undefined : meetOwnFacts(meaning, tokens);
          if (own && !isExcluded) return own;
          const isFrom = own !== undefined || (company !== undefined && isMeant(company));
          if (isExcluded) {
            const isOutside = told ? !told.isInside : company !== undefined && !isFrom;
            return { at: told?.at ?? -1, likeness: isOutside ? 1 : 0 };
          }
          if (!told) {
            if (isFrom) return { at: -1, likeness: 1 };
            const at = sign?.(tokens) ?? -1;
            return { at, likeness: at < 0 ? 0 : SAID };
          }
          if (!told.isInside) return { at: -1, likeness: isFrom ? ELSEWHERE : 0 };
          return { at: told.at, likeness: isFrom ? 1 : IN_CITY };
        },
        ...(!isExcluded && { meetFacts: (facts) => meetFacts(meaning, facts) }),
      };
      return [part];
    });
}

/** Matches a word after a city in lower case if the city says where companies are. */
const BEHIND_CITY =
  /^(?:start ups?|startups?|companies|company|firms?|businesses|based|area|region|layoffs|jobs|tech|biotechs?|fintechs?) $/;

/**
 * Returns true for the city in "Boston startups", "in boston" or "layoffs Seattle". In "Boston
 * Scientific" it is part of a name, in "mobile games" it is not a city.
 */
function isCityMeant(words: readonly PlacedWord[], pieces: readonly number[]): boolean {
  const [first = 0] = pieces;
  if (WHERE.test(wordsBefore(words, first, WORDS_BEFORE))) return true;
  const last = Math.max(...pieces);
  const spelt = words.find(({ at }) => at === first)?.text ?? '';
  const behind = words.find(({ at }) => at > last)?.text ?? '';
  if (/^\p{Lu}/u.test(spelt)) return !/^[\p{Lu}&]/u.test(behind);
  return BEHIND_CITY.test(wordsAfter(words, last, 1));
}

const MAKERS = /(?<= )(?:companies|makers)$/;

/**
 * Returns variants: "food company" and "food startups" for "food companies". A single word, such as
 * "financials", has no singular.
 */
function inOtherWords(phrase: string): string[] {
  const others = MAKERS.test(phrase)
    ? ['companies', 'firms', 'makers', 'vendors', 'providers', 'startups', 'start ups'].map(
        (each) => phrase.replace(MAKERS, each),
      )
    : [];
  return [phrase, ...others].flatMap((each) => [each, singularOf(each)]);
}

function singularOf(phrase: string): string {
  if (!phrase.includes(' ')) return phrase;
  return phrase.endsWith('ies') ? `${phrase.slice(0, -3)}y` : phrase.replace(/(?<![su])s$/, '');
}
