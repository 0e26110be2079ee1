/** Reads countries, states, cities and kinds of places or job titles that a question names. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type PlacedWord, phraseFinder, wordsAfter, wordsBefore } from '../words/phrases.js';
import { phrasePart } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';
import { cityFinder, cityPart, siteFinder, statePart } from './sites.js';
import {
  type FactsReader,
  type PlaceTrait,
  type ReadMention,
  traitPart,
  WHERE,
  WORDS_BEFORE,
} from './trait-part.js';

/** A phrase, as word pieces, and what reads the part that it means. */
export type Entry = readonly [phrase: readonly number[], read: ReadMention];
type Split = WordPieces['phrases'];

export function countryEntries(
  { places, cities }: Pick<Wording, 'places' | 'cities'>,
  split: Split,
  factsReader: FactsReader,
): Entry[] {
  const siteInCountry = siteFinder(Object.entries(cities), split);
  return places.flatMap(({ asked, countries }) => {
    const wanted = new Set(countries);
    const trait: PlaceTrait = {
      kind: 'place',
      findCity: (tokens) => siteInCountry(tokens, wanted),
      isMeant: ({ country }) => wanted.has(country),
      storeCondition: { countries },
    };
    const read: ReadMention = (mention) => traitPart(trait, mention, factsReader);
    return asked.flatMap(split).map((phrase) => [phrase, read] as const);
  });
}

export function stateEntries(states: Wording['states'], split: Split): Entry[] {
  const siteInState = siteFinder(
    states.map(({ asked: [name = ''], said }) => [name, said] as const),
    split,
  );
  return states.flatMap(({ asked, said }) => {
    const names = new Set(asked.slice(0, 1));
    const phrases = said.flatMap(split);
    const read: ReadMention = ({ positions, isExcluded }) =>
      statePart(positions, (tokens) => siteInState(tokens, names), { isExcluded, phrases });
    return asked.flatMap(split).map((phrase) => [phrase, read] as const);
  });
}

/** Entries of regions and of kinds of job titles, each with what signals say of its members. */
export function kindEntries(kinds: Wording['kinds'], split: Split): Entry[] {
  return kinds.flatMap(({ asked, said }) => {
    const find = phraseFinder(said.flatMap(split));
    const read: ReadMention = ({ positions, isExcluded }) =>
      phrasePart(positions, find, { overridesWords: isExcluded, isExcluded });
    return asked.flatMap(split).map((phrase) => [phrase, read] as const);
  });
}

/** Entries of cities, without those that are also countries, states or regions. */
export function cityEntries(
  { cities, places, states, kinds }: Pick<Wording, 'cities' | 'places' | 'states' | 'kinds'>,
  split: Split,
): Entry[] {
  const areas = new Set([...places, ...states, ...kinds].flatMap(({ asked }) => asked));
  const names = Object.values(cities)
    .flat()
    .filter((name) => !areas.has(name));
  const findCity = cityFinder(split);
  return [...new Set(names)].flatMap((name) => {
    const phrases = split(name);
    const find = findCity(phrases);
    const read: ReadMention = ({ words, positions, isExcluded }) =>
      isCityMeant(words, positions)
        ? cityPart(positions, find, { isExcluded, phrases })
        : undefined;
    return phrases.map((phrase) => [phrase, read] as const);
  });
}

/** Matches a word after a city in lower case if the city says where companies are. */
const BEHIND_CITY =
  /^(?:start ups?|startups?|companies|company|firms?|businesses|based|area|region|layoffs|jobs|tech|biotechs?|fintechs?) $/;

/**
 * Returns true for the city in "Boston startups", "in boston" or "layoffs Seattle". In "Boston
 * Scientific" it is part of a name, in "mobile games" it is not a city.
 */
function isCityMeant(words: readonly PlacedWord[], positions: readonly number[]): boolean {
  const [first = 0] = positions;
  if (WHERE.test(wordsBefore(words, first, WORDS_BEFORE))) return true;
  const last = Math.max(...positions);
  const spelt = words.find(({ at }) => at === first)?.text ?? '';
  const behind = words.find(({ at }) => at > last)?.text ?? '';
  if (/^\p{Lu}/u.test(spelt)) return !/^[\p{Lu}&]/u.test(behind);
  return BEHIND_CITY.test(wordsAfter(words, last, 1));
}
