/**
 * Says a question in English words where it is in another language that a glossary knows: the bundled model,
 * the words of ranking and most summaries are English. What a glossary does not know stays as it is.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldWords } from '../../../../shared/domain/normalise/fold-case.js';
import { packageRoot } from '../../../../shared/domain/package-root.js';

/** Of one language. */
export interface Glossary {
  /** Words that tell nothing of what is asked. */
  light: string[];
  /** By an English phrase: words and phrases for it. */
  words: Record<string, string[]>;
}

/** Of the words of a question: a name may be a word of some language. */
const LEAST_KNOWN = 0.3;
const MOST_WORDS = 6;
const WORD = /[\p{L}\p{N}]+/gu;

/** English phrases by those of another language; empty for words that tell nothing. */
type Meanings = ReadonlyMap<string, string>;

interface Place {
  start: number;
  end: number;
  /** What the question says from here on: one word, two, and so on. */
  phrases: string[];
}

interface Glossed {
  text: string;
  /** Words that the glossary knows. */
  known: number;
}

export function loadGlossaries(): Glossary[] {
  const file = join(packageRoot(), 'seeds/ranking/glossary.json');
  return Object.values(JSON.parse(readFileSync(file, 'utf8')));
}

/** `load` is called at the first question. Pure but for it. */
export function createGloss(load: () => readonly Glossary[]): (question: string) => string {
  let languages: Meanings[] | undefined;
  return (asked) => {
    languages ??= load().map(meaningsOf);
    const question = asked.normalize('NFC');
    const places = placesOf(question);
    const spoken = places.filter(({ phrases }) => /^\p{L}/u.test(phrases[0] ?? '')).length;
    let best: Glossed = { text: question, known: 0 };
    for (const meanings of languages) {
      const glossed = gloss(question, places, meanings);
      if (glossed.known > best.known) best = glossed;
    }
    // Of words that tell nothing, nothing would be left.
    const isKnown = best.known >= LEAST_KNOWN * spoken && /[\p{L}\p{N}]/u.test(best.text);
    return isKnown ? best.text : asked;
  };
}

function meaningsOf({ light, words }: Glossary): Meanings {
  const meanings = new Map(light.map((word) => [foldWords(word), '']));
  for (const [english, phrases] of Object.entries(words)) {
    for (const phrase of phrases) meanings.set(foldWords(phrase), english);
  }
  return meanings;
}

function placesOf(question: string): Place[] {
  const words = [...question.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    said: foldWords(word),
  }));
  return words.map(({ start, end }, at) => {
    let phrase = '';
    const phrases = words.slice(at, at + MOST_WORDS).map(({ said }) => {
      phrase = phrase === '' ? said : `${phrase} ${said}`;
      return phrase;
    });
    return { start, end, phrases };
  });
}

/** The longest phrase first; what stands between words stays. */
function gloss(question: string, places: readonly Place[], meanings: Meanings): Glossed {
  let text = '';
  let known = 0;
  let end = 0;
  for (let at = 0; at < places.length; ) {
    const { start = 0, phrases = [] } = places[at] ?? {};
    const words = 1 + phrases.findLastIndex((phrase) => meanings.has(phrase));
    const next = places[at + Math.max(1, words) - 1]?.end ?? question.length;
    const said = words === 0 ? question.slice(start, next) : meanings.get(phrases[words - 1] ?? '');
    text += question.slice(end, start) + (said ?? '');
    known += words;
    end = next;
    at += Math.max(1, words);
  }
  return { text: `${text}${question.slice(end)}`.replaceAll(/ {2,}/g, ' ').trim(), known };
}
