/** Words of business, from `seeds/ranking/wording.json` and, in other languages, from the glossaries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import { loadGlossaries } from './gloss.js';

interface Unless {
  words: string[];
  before?: string[];
  behind: string[];
}

export interface Wording {
  /** Words that tell little of what is asked. */
  light: string[];
  /** Phrases of one meaning each. */
  alike: string[][];
  /** For each group, what other languages say. */
  translated: string[][];
  /** Words of one direction, and those of the other. */
  opposites: [string[], string[]][];
  /**
   * What people call an industry, parts of the names that companies give it, in lower case, and what texts or names of
   * such companies say beside that. `unless`: what makes words of those ask for something else, in front of them or behind.
   */
  industries: { asked: string[]; named: string[]; said?: string[]; unless?: Unless }[];
  /** What people call a place or who is from there, and its countries (ISO 3166-1 alpha-2). */
  places: { asked: string[]; countries: string[] }[];
  /** Cities and regions by country, in lower case: a site need not be in the country of its company. */
  cities: Readonly<Record<string, string[]>>;
  /** States of the United States, the name first, and what texts say of their sites: "Dallas", ", TX". */
  states: { asked: string[]; said: string[] }[];
  /** What people call several things at once, a region or a group of offices, and what signals say of each. */
  kinds: { asked: string[]; said: string[] }[];
}

/** In English. */
export function loadWording(): Wording {
  const words = readSeeds<Omit<Wording, 'cities' | 'translated'>>('wording.json');
  return { ...words, cities: readSeeds('cities.json'), translated: [] };
}

function readSeeds<T>(name: string): T {
  return JSON.parse(readFileSync(join(packageRoot(), 'seeds/ranking', name), 'utf8'));
}

/** What people write in English of events, companies and places. */
export function loadEnglishTexts(): string[] {
  const { light, alike, opposites, industries, places, states, kinds } = loadWording();
  const subtypes = loadSignalTypes().types.flatMap((type) => type.subtypes);
  return [
    ...Object.values(readSeeds<Record<string, string[]>>('questions.json')).flat(),
    ...subtypes.flatMap(({ name, description, examples }) => [name, description, ...examples]),
    ...[...light, ...alike.flat(), ...opposites.flat(2)],
    ...[...industries, ...places, ...states, ...kinds].flatMap(({ asked }) => asked),
  ];
}

/** The same in other languages. */
export function loadOtherTexts(): string[] {
  const phrases = loadGlossaries().flatMap(({ light, words }) => [light, ...Object.values(words)]);
  const questions = readSeeds<Record<string, Record<string, string[]>>>(
    'questions-in-other-languages.json',
  );
  const asked = Object.values(questions).flatMap((byKind) => Object.values(byKind));
  return [...phrases, ...asked].flat();
}

/** With what other languages say. */
export function loadTranslatedWording(): Wording {
  const english = loadWording();
  const glossaries = loadGlossaries();
  const inOthers = (phrase = ''): string[] =>
    glossaries.flatMap(({ words }) => words[phrase] ?? []);
  // Languages share words.
  const inAll = (asked: string[]): string[] => [...new Set([...asked, ...inOthers(asked[0])])];
  return {
    ...english,
    light: [...english.light, ...glossaries.flatMap(({ light }) => light)],
    translated: english.alike.map(([first]) => inOthers(first)),
    industries: english.industries.map((each) => ({ ...each, asked: inAll(each.asked) })),
    places: english.places.map(({ asked, countries }) => ({ asked: inAll(asked), countries })),
  };
}
