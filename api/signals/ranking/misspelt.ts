/**
 * Corrects misspelt words of a question in English: those that the model does not have and that are nearly
 * a word of business. A word that a company's name begins with stays.
 */
import leven from 'leven';
import type { IdentityGraph } from '../../../shared/domain/ports/identity-graph.js';
import type { WordPieces } from '../../../shared/domain/word-pieces.js';

/** `named`: of phrases, those that names of companies begin with. */
export type CorrectSpelling = (
  question: string,
  named: IdentityGraph['namesBeginning'],
) => Promise<string>;

/** Shorter words are too much alike. */
const LEAST_LETTERS = 5;
/** Longer words may have two faults. */
const LETTERS_OF_TWO_FAULTS = 9;
/** Of a question; the others stay. */
const MAX_CORRECTED = 8;
const LETTERS = /^\p{L}+$/u;

interface Misspelt {
  start: number;
  end: number;
  meant: string;
  /** Names may begin with the word, or with the one before and it. */
  phrases: string[];
}

/** `load`: texts whose words are known; the commoner one of two is meant. Called at the first question. */
export function createSpelling(
  { words: split }: Pick<WordPieces, 'words'>,
  load: () => readonly string[],
): CorrectSpelling {
  let known: ReadonlyMap<string, number> | undefined;
  const misspeltIn = (question: string): Misspelt[] => {
    const words = split(question);
    const text = (at: number): string =>
      question.slice(words[at]?.start ?? 0, words[at]?.end ?? 0).toLowerCase();
    return words.flatMap(({ start, end, pieces }, at) => {
      if (pieces.length === 1 || !mayBeCorrected(question.slice(start, end), start)) return [];
      known ??= countsOf(load());
      const meant = nearest(text(at), known);
      if (meant === undefined) return [];
      return [{ start, end, meant, phrases: [text(at), `${text(at - 1)} ${text(at)}`.trim()] }];
    });
  };
  return async (question, named) => {
    const misspelt = misspeltIn(question).slice(0, MAX_CORRECTED);
    if (misspelt.length === 0) return question;
    const names = await named(misspelt.flatMap(({ phrases }) => phrases));
    return misspelt
      .filter(({ phrases }) => !phrases.some((phrase) => names.has(phrase)))
      .reduceRight(
        (text, { start, end, meant }) => text.slice(0, start) + meant + text.slice(end),
        question,
      );
  };
}

/** A capital behind the first word begins a name. */
function mayBeCorrected(word: string, start: number): boolean {
  if (word.length < LEAST_LETTERS || !LETTERS.test(word)) return false;
  return start === 0 || word === word.toLowerCase();
}

/** Of several the one with the fewest faults; a letter is rather forgotten than added. */
function nearest(word: string, known: ReadonlyMap<string, number>): string | undefined {
  if (known.has(word)) return;
  const faults = word.length < LETTERS_OF_TWO_FAULTS ? 1 : 2;
  const near = [...known.keys()].flatMap((each) => {
    if (each.length < LEAST_LETTERS || each[0] !== word[0] || isBeginning(each, word)) return [];
    const distance = leven(word, each, { maxDistance: faults + 1 });
    return distance <= faults ? [{ word: each, distance }] : [];
  });
  const swapped = swapsOf(word).filter((each) => known.has(each));
  const found = [...near, ...swapped.map((each) => ({ word: each, distance: 1 }))];
  const byLikeness = found.sort(
    (a, b) =>
      a.distance - b.distance ||
      b.word.length - a.word.length ||
      (known.get(b.word) ?? 0) - (known.get(a.word) ?? 0),
  );
  return byLikeness[0]?.word;
}

/** Names are made so: "Investa", "Hirely". A letter that is typed twice is none. */
function isBeginning(known: string, word: string): boolean {
  return word.startsWith(known) && word.at(-1) !== word.at(-2);
}

/** With two letters in each other's place. */
function swapsOf(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  );
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}
