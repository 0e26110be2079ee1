/** Loads the glossaries of other languages, and prepares them for look-ups. */
import { readSeed } from '../../../../shared/domain/package-root.js';

/** Words and phrases of a language, keyed by the English phrase for them. */
type Phrases = Readonly<Record<string, readonly string[]>>;

/** What the next word must be for a preposition to have a meaning: "über 500" is "more than 500". */
export type NextWord = 'number' | 'time' | 'name';

/** The glossary of one language. */
export interface Glossary {
  /** Words that say nothing about what is asked. */
  stopWords: readonly string[];
  /** Words that this glossary knows, but that are English too: they do not show the language. */
  alsoEnglish?: readonly string[];
  /** Endings of nouns, adjectives and verbs, which are left out if a form is not known. */
  endings?: readonly string[];
  /** Letters for others that writers may use: "ue" for "u", as accents do not count. */
  spellings?: Readonly<Record<string, string>>;
  /** Letters between the parts of a compound. Without them the language has no compounds. */
  linking?: readonly string[];
  /** Numbers in words. In phrases `#` stands for any number. */
  numbers?: Phrases;
  /** Times, amounts, prepositions and the like. English phrases may have a `#` as well. */
  grammar?: Phrases;
  /** Prepositions by the words before which they have the meaning. */
  before?: Readonly<Partial<Record<NextWord, Phrases>>>;
  /** Whole questions about a name, which is `*`: "wer hat * verlassen" is "who left *". */
  frames?: Phrases;
  words: Phrases;
}

/** What all glossaries need to know of English. */
interface EnglishWords {
  /** What to ask for instead of a phrase. Groups of synonyms often begin with a verb. */
  askedAs: Readonly<Record<string, string>>;
  /** Words that only English questions have, unless a glossary knows them. */
  onlyEnglish: readonly string[];
}

export interface Glossaries extends EnglishWords {
  glossaries: readonly Glossary[];
}

/** A whole question: the words before and after its name. */
interface Frame {
  english: string;
  before: readonly string[];
  after: readonly string[];
}

/** A glossary that is ready for look-ups. All its keys are folded (`foldWords`). */
export interface Language {
  /** English phrases, keyed by foreign ones. An empty string for words that say nothing. */
  meanings: ReadonlyMap<string, string>;
  /** The same without the endings of each word, only for `Glossary.words`. */
  stems: ReadonlyMap<string, string>;
  /** Number of words of the longest phrases in `meanings` and in `stems`, by the first of several. */
  longest: ReadonlyMap<string, number>;
  longestStems: ReadonlyMap<string, number>;
  alsoEnglish: ReadonlySet<string>;
  onlyEnglish: ReadonlySet<string>;
  numbers: ReadonlyMap<string, string>;
  before: Readonly<Record<NextWord, ReadonlyMap<string, string>>>;
  frames: readonly Frame[];
  linking: readonly string[] | null;
  /** Returns folded words without their endings. */
  stemOf: (text: string) => string;
}

/** Stands for a number in phrases. */
export const NUMBER = '#';
const NAME = '*';
const LEAST_STEM = 4;
/** Separates phrases in one text. */
const BREAK = '\n';

export function loadGlossaries(): Glossaries {
  const byLanguage = readSeed<Record<string, Glossary>>('ranking/glossary.json');
  return {
    ...readSeed<EnglishWords>('ranking/english.json'),
    glossaries: Object.values(byLanguage),
  };
}

export function prepareGlossaries({ glossaries, askedAs, onlyEnglish }: Glossaries): Language[] {
  const english = new Set(onlyEnglish);
  const asked = new Map(Object.entries(askedAs));
  return glossaries.map((each) => prepareGlossary(each, asked, english));
}

function prepareGlossary(
  glossary: Glossary,
  asked: ReadonlyMap<string, string>,
  onlyEnglish: ReadonlySet<string>,
): Language {
  const { stopWords, words, numbers = {}, grammar = {}, before = {}, frames = {} } = glossary;
  const bend = createBend(glossary);
  const meanings = createTable();
  const stems = createTable();
  const prepositions = {
    number: new Map(pairsOf(before.number)),
    time: new Map(pairsOf(before.time)),
    name: new Map(pairsOf(before.name)),
  };
  for (const word of foldAll(stopWords)) meanings.add(word, '');
  for (const each of Object.values(prepositions)) {
    for (const word of each.keys()) meanings.add(word, '');
  }
  const [phrases, keys] = columnsOf(words);
  const english = keys.map((key) => asked.get(key) ?? key);
  const text = folded(phrases);
  for (const [at, phrase] of text.split(BREAK).entries()) meanings.add(phrase, english[at] ?? '');
  const bent = glossary.endings ? bend(text).split(BREAK) : [];
  // Of two words with the same stem the first one is meant.
  for (let at = bent.length - 1; at >= 0; at -= 1) stems.add(bent[at] ?? '', english[at] ?? '');
  const numberPairs = pairsOf(numbers);
  for (const pair of [...numberPairs, ...pairsOf(grammar)]) meanings.add(...pair);
  return {
    meanings: meanings.entries,
    stems: stems.entries,
    longest: meanings.longest,
    longestStems: stems.longest,
    alsoEnglish: new Set(glossary.alsoEnglish),
    onlyEnglish,
    numbers: new Map(numberPairs),
    before: prepositions,
    frames: pairsOf(frames).map(([phrase, said]) => frameOf(phrase, said)),
    linking: glossary.linking ?? null,
    stemOf: bend,
  };
}

/**
 * English phrases by others, and the number of words of the longest phrase by its first word, if it
 * has several.
 */
function createTable() {
  const entries = new Map<string, string>();
  const longest = new Map<string, number>();
  return {
    entries,
    longest,
    add(phrase: string, english: string): void {
      entries.set(phrase, english);
      const end = phrase.indexOf(' ');
      if (end < 0) return;
      const first = phrase.slice(0, end);
      let length = 1;
      for (let at = end; at >= 0; at = phrase.indexOf(' ', at + 1)) length += 1;
      if (length > (longest.get(first) ?? 0)) longest.set(first, length);
    },
  };
}

/** Returns all phrases, and the English phrase of each. */
function columnsOf(phrases: Phrases = {}): [phrases: string[], english: string[]] {
  const [all, english]: [string[], string[]] = [[], []];
  for (const [key, those] of Object.entries(phrases)) {
    for (const phrase of those) {
      all.push(phrase);
      english.push(key);
    }
  }
  return [all, english];
}

function pairsOf(phrases: Phrases = {}): [phrase: string, english: string][] {
  const [all, english] = columnsOf(phrases);
  return foldAll(all).map((phrase, at) => [phrase, english[at] ?? '']);
}

function foldAll(phrases: readonly string[]): string[] {
  return phrases.length === 0 ? [] : folded(phrases).split(BREAK);
}

/**
 * Folds phrases like `foldWords`, in a third of the time: they are in lower case, and all of them
 * are one text. Number and name signs stay.
 */
function folded(phrases: readonly string[]): string {
  return phrases
    .join(BREAK)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}#*\n]+/gu, ' ')
    .replace(/^ | (?=\n)|(?<=\n) | $/g, '');
}

function frameOf(phrase: string, english: string): Frame {
  const [before = '', after = ''] = phrase.split(NAME);
  const wordsOf = (part: string) => part.split(' ').filter((word) => word !== '');
  return { english, before: wordsOf(before), after: wordsOf(after) };
}

/** Creates a function that removes from each word the longest ending which leaves a stem. */
function createBend({ endings = [], spellings = {} }: Glossary): (text: string) => string {
  if (endings.length === 0) return (text) => text;
  const letters = Object.entries(spellings);
  const ending = new RegExp(
    `(?<=[^ ${BREAK}]{${LEAST_STEM}})(?:${endings.join('|')})(?=[ ${BREAK}]|$)`,
    'g',
  );
  return (text) => {
    let spelt = text;
    for (const [from, to] of letters) spelt = spelt.replaceAll(from, to);
    return spelt.replace(ending, '');
  };
}
