/** Reads countries, states, cities and kinds of places or job titles that a question names. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type PhraseGroup, type PlacedWord, phraseFinder, wordsAfter } from '../words/phrases.js';
import { phraseMatch, phrasePart, type QuestionPart } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';
import type { PlacesInStates } from './places-in-states.js';
import { cityFinder, matchBySite, placeFinders } from './sites.js';
import {
  BEHIND_PLACE,
  codesOf,
  createIsBeforeState,
  createIsStateMeant,
  MOST_BEHIND,
} from './state-mentions.js';
import type { FindFacts } from './summary-facts.js';
import { type Mention, placeReader, type ReadMention, WHERE } from './trait-part.js';

/** Phrases for the same, and what reads the part that they mean. */
export type Entry = PhraseGroup<ReadMention>;
type Split = WordPieces['phrases'];
/** What reads places in texts. */
type PlaceWords = Pick<WordPieces, 'phrases' | 'spell'> & Pick<PlacesInStates, 'stateAt'>;

export function countryEntries(
  { places, cities }: Pick<Wording, 'places' | 'cities'>,
  placeWords: PlaceWords,
  factsIn: FindFacts,
): Entry[] {
  const { phrases: split } = placeWords;
  const { findSite, findHome } = placeFinders(
    { sites: Object.entries(cities), names: countryNames(places), adjectives: demonyms(places) },
    { ...placeWords, areaOf: () => 'US' },
  );
  return places.map(({ asked, countries }) => {
    const wanted = new Set(countries);
    const read = placeReader(
      {
        findCity: (tokens) => findSite(tokens, wanted),
        findHome: (tokens) => findHome(tokens, wanted),
        matchFacts: (facts) => matchBySite(findSite(facts, wanted)),
        isMeant: ({ country }) => wanted.has(country),
        storeCondition: { countries },
      },
      factsIn,
    );
    return [asked.flatMap(split), read];
  });
}

/** Returns how texts name each country: as its ISO code does, and as the wording says. */
function countryNames(places: Wording['places']): [code: string, said: string[]][] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const codes = new Set(places.flatMap(({ countries }) => countries));
  const otherNames = (code: string): string[] =>
    places.flatMap(({ countries, said = [] }) => (countries.includes(code) ? said : []));
  return [...codes].map((code) => [
    code,
    [names.of(code)?.toLowerCase() ?? code, ...otherNames(code)],
  ]);
}

/** Returns adjectives such as "danish" by country; not "us", which is more often a pronoun. */
function demonyms(places: Wording['places']): [code: string, said: string[]][] {
  return places.flatMap(({ asked, countries: [code = '', ...others] }) =>
    others.length === 0 ? [[code, asked.filter((name) => name !== 'us')]] : [],
  );
}

/** Likeness without a site. It may be in the state, so it comes before those surely elsewhere. */
const UNKNOWN = 0.4;

/**
 * Entries of the states of the US. Company records have none, so sites in texts decide, or that the
 * company is from another country.
 */
export function stateEntries(
  { states, cities, namesakes }: Pick<CityWording, 'states' | 'cities' | 'namesakes'>,
  placeWords: PlaceWords,
): Entry[] {
  const { phrases: split } = placeWords;
  const isStateMeant = createIsStateMeant(
    new Set([cities, namesakes].flatMap((each) => each.US ?? [])),
  );
  const sites = states.map(({ asked: [name = ''], said }) => [name, said] as const);
  const { findSite } = placeFinders({ sites }, { ...placeWords, areaOf: (state) => state });
  return states.flatMap(({ asked, said }): Entry[] => {
    const names = new Set(asked.slice(0, 1));
    const phrases = said.flatMap(split);
    const read: ReadMention = ({ positions, isExcluded }) => ({
      positions,
      overridesWords: true,
      isCondition: true,
      needsCompany: true,
      ...(!isExcluded && { storeCondition: { phrases } }),
      // Without a site the company may be there.
      metBy: isExcluded ? 'absence' : 'company',
      match(tokens, company) {
        const site = findSite(tokens, names);
        if (site) return matchBySite(site, isExcluded);
        const isForeign = company && company.country !== '' && company.country !== 'US';
        return { likeness: isForeign ? Number(isExcluded) : UNKNOWN };
      },
      matchFacts: (facts) => matchBySite(findSite(facts, names), isExcluded),
    });
    const readCode: ReadMention = (mention) => (isStateMeant(mention) ? read(mention) : undefined);
    return [
      [asked.flatMap(split), read],
      [codesOf({ said }).flatMap(split), readCode],
    ];
  });
}

/** Entries of regions and of kinds of job titles, each with what signals say of its members. */
export function kindEntries(kinds: Wording['kinds'], split: Split): Entry[] {
  return kinds.map(({ asked, said }) => {
    const find = phraseFinder(said.flatMap(split));
    const read: ReadMention = ({ positions, isExcluded }) =>
      phrasePart(positions, find, { overridesWords: isExcluded, isExcluded });
    return [asked.flatMap(split), read];
  });
}

/** Likeness of a place with the name of a city in another state: "Paris, Texas". */
const NAMESAKE = 0.4;
/** Likeness of a company from the country of a city that its signal does not name. */
const SAME_COUNTRY = 0.3;

type CityWording = Pick<Wording, 'cities' | 'namesakes' | 'places' | 'states' | 'kinds'>;

/**
 * Entries of cities, without those that are also countries, states or regions. A text must name the
 * city: "layoffs in Seattle", "Boston startups".
 */
export function cityEntries(
  { cities, namesakes, places, states, kinds }: CityWording,
  placeWords: PlaceWords,
): Entry[] {
  const { phrases: split } = placeWords;
  const areas = new Set([...places, ...states, ...kinds].flatMap(({ asked }) => asked));
  const countriesOf = new Map<string, string[]>();
  for (const [country, names] of [cities, namesakes].flatMap((each) => Object.entries(each))) {
    for (const name of names) countriesOf.set(name, [...(countriesOf.get(name) ?? []), country]);
  }
  const shared = new Set(Object.values(namesakes).flat());
  const findCity = cityFinder(placeWords);
  const statesOf = new Map<string, string[]>();
  for (const { asked, said } of states) {
    for (const name of said) {
      statesOf.set(name, [...(statesOf.get(name) ?? []), ...asked.slice(0, 1)]);
    }
  }
  const isBeforeState = createIsBeforeState(states);
  return (
    [...countriesOf]
      // In "Mesa, Arizona" the city and the state are read apart.
      .filter(([name]) => !areas.has(name) && !name.includes(','))
      .map(([name, countries]) => {
        const phrases = split(name);
        const inStates = statesOf.get(name);
        const isInUs = countries.includes('US');
        // Only large cities are listed by state.
        const find = findCity(phrases, (state) => isInUs && inStates?.includes(state) !== false);
        const findNamesake = findCity(phrases, () => true);
        const read: ReadMention = (mention) => {
          const isMeant = shared.has(name) ? isNamesakeMeant(mention) : isCityMeant(mention);
          if (!isMeant && !isBeforeState(mention)) return;
          const { positions, isExcluded } = mention;
          const part = phrasePart(positions, find, { overridesWords: true, isExcluded, phrases });
          const matchFacts = (facts: readonly number[]) => phraseMatch(find(facts), isExcluded);
          if (isExcluded) return { ...part, matchFacts };
          const match: QuestionPart['match'] = (tokens, company) => {
            const met = part.match(tokens, company);
            if (met?.likeness !== 0) return met;
            if (findNamesake(tokens)) return { likeness: NAMESAKE };
            const isNear = countries.includes(company?.country ?? '');
            return isNear ? { likeness: SAME_COUNTRY } : met;
          };
          return { ...part, match, matchFacts, needsCompany: true };
        };
        // Questions are read without hyphens.
        return [split(name.replaceAll(' - ', ' ')), read];
      })
  );
}

const CAPITAL = /^\p{Lu}/u;

/**
 * Returns true for the city in "Boston startups", "in boston" or "layoffs Seattle". In "Boston
 * Scientific" it is part of a name, in "mobile games" it is not a city.
 */
function isCityMeant({ words, positions, before }: Mention): boolean {
  if (WHERE.test(before)) return true;
  const last = Math.max(...positions);
  if (BEHIND_PLACE.test(wordsAfter(words, last, MOST_BEHIND))) return true;
  return CAPITAL.test(wordAt(words, positions[0])) && !isInName(words, last);
}

/** Matches "in" and the like, but not "at", which often comes before a company. */
const IN_CITY =
  /(?:^| )(?:in|near|around|across|outside|to|into|(?:companies|firms|start - ups|startups) from) (?:\S{3,20} (?:\S{3,20} )?(?:, (?:and |or )?|and |or )){0,4}$/;
/** Matches cities that are words as well: "investing in reading". */
const WORD = /^(?:bath|cork|hull|mobile|nice|reading|split|tours)$/;

/** Returns true for the city in "layoffs in Cambridge", not in "sold to Lincoln Financial". */
function isNamesakeMeant({ words, positions, before }: Mention): boolean {
  if (!IN_CITY.test(before) || WORD.test(wordAt(words, positions[0]))) return false;
  const last = Math.max(...positions);
  return !isInName(words, last) || BEHIND_PLACE.test(wordsAfter(words, last, MOST_BEHIND));
}

/** Returns true if a capital follows: "Boston Scientific", "Lincoln & Sons". */
function isInName(words: readonly PlacedWord[], last: number): boolean {
  return /^[\p{Lu}&]/u.test(words.find(({ at }) => at > last)?.text ?? '');
}

function wordAt(words: readonly PlacedWord[], position: number | undefined): string {
  return words.find(({ at }) => at === position)?.text ?? '';
}
