/**
 * Translates a question into English words if a glossary knows its language. The bundled model, the
 * ranking words and most summaries are English. Words that the glossary does not know stay.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldWords } from '../../../../shared/domain/normalise/fold-case.js';
import { packageRoot } from '../../../../shared/domain/package-root.js';

/** The glossary of one language. */
export interface Glossary {
  /** Words that say nothing about what is asked. */
  stopWords: string[];
  /** Words and phrases of the language, keyed by the English phrase for them. */
  words: Record<string, string[]>;
}

/** Least share of the words that a glossary must know. A few may be names that look like words. */
const LEAST_KNOWN = 0.3;
const MOST_WORDS = 6;
const WORD = /[\p{L}\p{N}]+/gu;

/** English phrases, keyed by foreign ones. An empty string for words that say nothing. */
type Meanings = ReadonlyMap<string, string>;

/** A word of the question. */
interface PlacedPhrases {
  start: number;
  end: number;
  /** The text that begins here: its first word, its first two words, and so on. */
  phrases: string[];
}

interface Glossed {
  text: string;
  /** Number of words that the glossary knows. */
  known: number;
}

export function loadGlossaries(): Glossary[] {
  const file = join(packageRoot(), 'seeds/ranking/glossary.json');
  return Object.values(JSON.parse(readFileSync(file, 'utf8')));
}

/** Creates the translator. It calls `load` at the first question and is otherwise pure. */
export function createGloss(load: () => readonly Glossary[]): (question: string) => string {
  let languages: Meanings[] | undefined;
  return (asked) => {
    languages ??= load().map(meaningsOf);
    const question = asked.normalize('NFC');
    const places = wordsWithPhrases(question);
    const wordCount = places.filter(({ phrases }) => /^\p{L}/u.test(phrases[0] ?? '')).length;
    let best: Glossed = { text: question, known: 0 };
    for (const meanings of languages) {
      const glossed = gloss(question, places, meanings);
      if (glossed.known > best.known) best = glossed;
    }
    // If the glossary only knows words that say nothing, no text is left.
    const isThisLanguage = best.known >= LEAST_KNOWN * wordCount && /[\p{L}\p{N}]/u.test(best.text);
    return isThisLanguage ? best.text : asked;
  };
}

function meaningsOf({ stopWords, words }: Glossary): Meanings {
  const meanings = new Map(stopWords.map((word) => [foldWords(word), '']));
  for (const [english, phrases] of Object.entries(words)) {
    for (const phrase of phrases) meanings.set(foldWords(phrase), english);
  }
  return meanings;
}

function wordsWithPhrases(question: string): PlacedPhrases[] {
  const words = [...question.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    folded: foldWords(word),
  }));
  return words.map(({ start, end }, at) => {
    let phrase = '';
    const phrases = words.slice(at, at + MOST_WORDS).map(({ folded }) => {
      phrase = phrase === '' ? folded : `${phrase} ${folded}`;
      return phrase;
    });
    return { start, end, phrases };
  });
}

/** Replaces known phrases, the longest at each place. The text between words stays. */
function gloss(question: string, places: readonly PlacedPhrases[], meanings: Meanings): Glossed {
  let text = '';
  let known = 0;
  let end = 0;
  for (let at = 0; at < places.length; ) {
    const { start = 0, phrases = [] } = places[at] ?? {};
    const length = 1 + phrases.findLastIndex((phrase) => meanings.has(phrase));
    const next = places[at + Math.max(1, length) - 1]?.end ?? question.length;
    const translated =
      length === 0 ? question.slice(start, next) : meanings.get(phrases[length - 1] ?? '');
    text += question.slice(end, start) + (translated ?? '');
    known += length;
    end = next;
    at += Math.max(1, length);
  }
  return { text: `${text}${question.slice(end)}`.replaceAll(/ {2,}/g, ' ').trim(), known };
}
