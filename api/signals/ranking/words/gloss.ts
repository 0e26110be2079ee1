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
const ABBREVIATION = /^\p{Lu}{2,3}$/u;

/** English phrases, keyed by foreign ones. An empty string for words that say nothing. */
type Meanings = ReadonlyMap<string, string>;

/** A word of the question. */
interface FoldedWord {
  start: number;
  end: number;
  folded: string;
  /** True for a word such as "LA" or "KI", unless the whole question is in capitals. */
  isAbbreviation: boolean;
  /** The text that begins here: the word, the first two words, and so on. */
  phrases: string[];
}

interface Glossed {
  text: string;
  /** Number of words that the glossary knows. */
  known: number;
  /** True if one of them says something. */
  hasMeaning: boolean;
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
    const words = wordsWithPhrases(question);
    const wordCount = words.filter(({ folded }) => /^\p{L}/u.test(folded)).length;
    let best: Glossed = { text: question, known: 0, hasMeaning: false };
    for (const meanings of languages) {
      const glossed = gloss(question, words, meanings);
      if (glossed.known > best.known) best = glossed;
    }
    // "Los Angeles" has one word that says nothing in Spanish, and is English.
    const isKnown = best.hasMeaning || best.known > 1;
    // If the glossary only knows words that say nothing, no text may be left.
    const isThisLanguage =
      isKnown && best.known >= LEAST_KNOWN * wordCount && /[\p{L}\p{N}]/u.test(best.text);
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

function wordsWithPhrases(question: string): FoldedWord[] {
  const isInCapitals = question === question.toUpperCase();
  const words = [...question.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    folded: foldWords(word),
    isAbbreviation: ABBREVIATION.test(word) && !isInCapitals,
  }));
  return words.map((word, at) => {
    const folded = words.slice(at, at + MOST_WORDS).map((each) => each.folded);
    return { ...word, phrases: folded.map((_, last) => folded.slice(0, last + 1).join(' ')) };
  });
}

/** Replaces known phrases, the longest at each place. The text between words stays. */
function gloss(question: string, words: readonly FoldedWord[], meanings: Meanings): Glossed {
  let text = '';
  let known = 0;
  let hasMeaning = false;
  let end = 0;
  for (let at = 0; at < words.length; ) {
    const { start = 0, phrases = [], isAbbreviation } = words[at] ?? {};
    const found = 1 + phrases.findLastIndex((phrase) => meanings.has(phrase));
    // "KI" has a meaning in German, but "LA" is no stop word.
    const isName = found === 1 && isAbbreviation && meanings.get(phrases[0] ?? '') === '';
    const length = isName ? 0 : found;
    at += Math.max(1, length);
    const next = words[at - 1]?.end ?? question.length;
    text += question.slice(end, start);
    const meaning = meanings.get(phrases[length - 1] ?? '');
    text += meaning ?? question.slice(start, next);
    if (meaning) hasMeaning = true;
    known += length;
    end = next;
  }
  return {
    text: `${text}${question.slice(end)}`.replaceAll(/ {2,}/g, ' ').trim(),
    known,
    hasMeaning,
  };
}
