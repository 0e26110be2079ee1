/** Loads business words from `seeds/ranking/wording.json` and from the glossaries. */
import { readSeed } from '../../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import { loadGlossaries } from './glossary.js';

export interface Wording {
  /** Words that say little about what is asked, such as "who" and "took". */
  stopWords: string[];
  /** Groups of phrases with the same meaning. */
  synonyms: string[][];
  /** Phrases of other languages for each group of `synonyms`. */
  translated: string[][];
  /** Pairs of opposites: words of one direction, such as "raised", and of the other. */
  antonyms: [string[], string[]][];
  /**
   * Words with which a text denies what it tells of: each of `verbs` before each of `rumours`
   * ("dismissed press reports"), and whole phrases.
   */
  denials: { verbs: string[]; rumours: string[]; phrases: string[] };
  /** Words for more and for less. They are the first pair of `antonyms`, too. */
  changes: [string[], string[]];
  /**
   * Industries: the names that people use, parts of the names that companies give them (in lower
   * case), names of broader industries (`broader`), which say less, and other words in texts about
   * such companies or in their names. `unless`: words before or after some of these words that make them ask for something else.
   */
  industries: {
    asked: string[];
    /** Names of the field, which are read after "in" alone: "layoffs in food and drink". */
    field?: string[];
    named: string[];
    broader?: string[];
    said?: string[];
    unless?: { words: string[]; before?: string[]; after: string[] };
  }[];
  /**
   * Names of a place or its people, and its countries (ISO 3166-1 alpha-2). `said`: names of a
   * country in texts that its code does not give.
   */
  places: { asked: string[]; countries: string[]; said?: string[] }[];
  /** Cities and regions in lower case, keyed by country. A company may have sites abroad. */
  cities: Readonly<Record<string, string[]>>;
  /**
   * Cities, keyed by country, whose names are also words or belong to companies, people or several
   * places. A question must name one after "in" or the like.
   */
  namesakes: Readonly<Record<string, string[]>>;
  /** States of the US: names (the full one first), and sites in texts: "Dallas", ", TX". */
  states: { asked: string[]; said: string[] }[];
  /** Names for several places or job titles at once, and how signals name each of them. */
  kinds: { asked: string[]; said: string[] }[];
  /**
   * Names of roles in questions, and in signals and job titles. `of`: departments, whose heads,
   * directors and vice presidents are asked for as well.
   */
  roles: { asked: string[]; said: string[]; of?: string[] }[];
  sizes: SizeWording[];
  /** Words for the largest, smallest, newest and oldest signals. */
  superlatives: Record<'most' | 'least' | 'newest' | 'oldest', string[]>;
}

/** A size of companies in employees, both ends included, and its names. */
export interface SizeWording {
  least?: number;
  most?: number;
  /** Names before a word for a company: "small". */
  asked: string[];
  /** Names that are a size only before a plural, unlike in "bought by a bigger firm". */
  beforePlural?: string[];
  /** Names that need no word for a company: "SMEs". */
  alone?: string[];
}

/** Loads the English wording. */
export function loadWording(): Wording {
  const words = readSeed<Omit<Wording, 'cities' | 'translated'>>('ranking/wording.json');
  const antonyms = [words.changes, ...words.antonyms];
  return { ...words, antonyms, cities: readSeed('ranking/cities.json'), translated: [] };
}

/** Returns English texts that have the words of questions about events, companies and places. */
export function loadEnglishTexts(): string[] {
  const { stopWords, synonyms, antonyms, industries, places, states, kinds } = loadWording();
  const subtypes = loadSignalTypes().types.flatMap((type) => type.subtypes);
  return [
    ...Object.values(readSeed<Record<string, string[]>>('ranking/questions.json')).flat(),
    ...subtypes.flatMap(({ name, description, examples }) => [name, description, ...examples]),
    ...[...stopWords, ...synonyms.flat(), ...antonyms.flat(2)],
    ...[...industries, ...places, ...states, ...kinds].flatMap(({ asked }) => asked),
    ...industries.flatMap(({ field = [] }) => field),
  ];
}

/** Returns such texts in the other languages that have a glossary. */
export function loadOtherTexts(): string[] {
  const phrases = loadGlossaries().glossaries.flatMap(({ stopWords, words }) => [
    stopWords,
    ...Object.values(words),
  ]);
  const questions = readSeed<Record<string, Record<string, string[]>>>(
    'ranking/questions-in-other-languages.json',
  );
  const asked = Object.values(questions).flatMap((byKind) => Object.values(byKind));
  return [...phrases, ...asked].flat();
}

/** Loads the English wording, extended by the words of the glossaries. */
export function loadTranslatedWording(): Wording {
  const english = loadWording();
  const { glossaries } = loadGlossaries();
  const inOthers = (phrase = ''): string[] =>
    glossaries.flatMap(({ words }) => words[phrase] ?? []);
  // Languages have words in common.
  const inAll = (asked: string[]): string[] => [...new Set([...asked, ...inOthers(asked[0])])];
  return {
    ...english,
    stopWords: [...english.stopWords, ...glossaries.flatMap(({ stopWords }) => stopWords)],
    translated: english.synonyms.map(([first]) => inOthers(first)),
    industries: english.industries.map((each) => ({ ...each, asked: inAll(each.asked) })),
    places: english.places.map((each) => ({ ...each, asked: inAll(each.asked) })),
  };
}
