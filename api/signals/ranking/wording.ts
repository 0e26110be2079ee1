/** Words of business, from `seeds/ranking/wording.json` and, in other languages, from the glossaries. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { loadGlossaries } from './gloss.js';

export interface Wording {
  /** Words that tell little of what is asked. */
  light: string[];
  /** Phrases of one meaning each. */
  alike: string[][];
  /** For each group, what other languages say. */
  translated: string[][];
  /** Words of one direction, and those of the other. */
  opposites: [string[], string[]][];
  /** What people call an industry, and parts of the names that companies give it, in lower case. */
  industries: { asked: string[]; named: string[] }[];
  /** What people call a place or who is from there, and its countries (ISO 3166-1 alpha-2). */
  places: { asked: string[]; countries: string[] }[];
}

/** In English. */
export function loadWording(): Wording {
  const file = join(packageRoot(), 'seeds/ranking/wording.json');
  return { ...JSON.parse(readFileSync(file, 'utf8')), translated: [] };
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
    industries: english.industries.map(({ asked, named }) => ({ asked: inAll(asked), named })),
    places: english.places.map(({ asked, countries }) => ({ asked: inAll(asked), countries })),
  };
}
