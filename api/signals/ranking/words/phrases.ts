/** Finds phrases, as lists of word pieces, in questions and signals. Pure. */
import { groupBy } from '../../../../shared/domain/group-by.js';
import type { Word } from '../../../../shared/domain/word-pieces.js';

/** A word of a question. */
export interface PlacedWord extends Word {
  /** The word as it is written. */
  text: string;
  /** Position of its first word piece among all word pieces of the question. */
  at: number;
}

export function placedWords(question: string, words: readonly Word[]): PlacedWord[] {
  let at = 0;
  return words.map((word) => {
    const placed = { ...word, text: question.slice(word.start, word.end), at };
    at += word.pieces.length;
    return placed;
  });
}

/** Returns the positions of all word pieces of some words. */
export function positionsOf(words: readonly PlacedWord[]): number[] {
  return words.flatMap(({ at, pieces }) => pieces.map((_, piece) => at + piece));
}

/** Returns true if any of the positions is one of the others. */
export function overlaps(positions: readonly number[], others: ReadonlySet<number>): boolean {
  return positions.some((position) => others.has(position));
}

/** Returns the words that lie completely between two character positions of the text. */
export function wordsWithin(
  words: readonly PlacedWord[],
  start: number,
  end: number,
): PlacedWord[] {
  return words.filter((word) => word.start >= start && word.end <= end);
}

/** Returns up to `most` words before a word piece, as `spoken` writes them. */
export function wordsBefore(words: readonly PlacedWord[], piece: number, most: number): string {
  return spoken(words.filter(({ at }) => at < piece).slice(-most));
}

/** Returns up to `most` words after a word piece, as `spoken` writes them. */
export function wordsAfter(words: readonly PlacedWord[], piece: number, most: number): string {
  return spoken(words.filter(({ at }) => at > piece).slice(0, most));
}

/** Returns the number of words of a text in which spaces separate them. */
export function wordCount(text: string): number {
  return text === '' ? 0 : text.trim().split(' ').length;
}

/** Returns the words in lower case, each followed by a space. */
export function spoken(words: readonly PlacedWord[]): string {
  return words.map(({ text }) => `${text.toLowerCase()} `).join('');
}

/** The word pieces of a phrase. */
type Phrase = readonly number[];
/** Phrases that mean the same, and what they mean. */
export type PhraseGroup<Meaning> = readonly [phrases: readonly Phrase[], meaning: Meaning];

/** Creates a function that returns the phrases at a place of a text, the longest first. */
export function phraseLookup<Meaning>(
  groups: readonly PhraseGroup<Meaning>[],
): (tokens: readonly number[], at: number) => (readonly [phrase: Phrase, meaning: Meaning])[] {
  const entries = groups.flatMap(([phrases, meaning]) =>
    phrases.map((phrase) => [phrase, meaning] as const),
  );
  const byFirst = groupBy(entries, ([phrase]) => phrase[0] ?? -1);
  for (const alike of byFirst.values()) alike.sort(([a], [b]) => b.length - a.length);
  return (tokens, at) =>
    (byFirst.get(tokens[at] ?? -1) ?? []).filter(([phrase]) => isAt(phrase, tokens, at));
}

/**
 * Creates a function that finds phrases of whole words in a question: all of them, or only the
 * longest of overlapping ones.
 */
export function phraseReader<Meaning>(
  groups: readonly PhraseGroup<Meaning>[],
): (
  words: readonly PlacedWord[],
  which?: 'longest' | 'all',
) => { meaning: Meaning; positions: number[] }[] {
  const phrasesAt = phraseLookup(groups);
  return (words, which = 'longest') => {
    // Ignore hyphens, so that "e-commerce" is also read as "e commerce".
    const joined = words.filter(({ text }) => text !== '-');
    const pieces = joined.flatMap((word) => word.pieces);
    const positions = positionsOf(joined);
    const starts = new Set(joined.map(({ at }) => at));
    const isEdge = (at: number): boolean => at === pieces.length || starts.has(positions[at] ?? -1);
    const found: { meaning: Meaning; positions: number[] }[] = [];
    for (let at = 0; at < pieces.length; ) {
      const here = at;
      const fits = phrasesAt(pieces, here).filter(
        ([phrase]) => isEdge(here) && isEdge(here + phrase.length),
      );
      const longest = fits[0]?.[0].length ?? 0;
      for (const [phrase, meaning] of fits) {
        if (phrase.length < longest && which === 'longest') continue;
        found.push({ meaning, positions: positions.slice(here, here + phrase.length) });
      }
      at += which === 'all' ? 1 : Math.max(1, longest);
    }
    return found;
  };
}

/** A range of word pieces of a text, from `at` up to but not including `end`. */
export interface Span {
  at: number;
  end: number;
}

/** Returns the first of some phrases in a text, `undefined` if the text has none of them. */
export type Find = (tokens: readonly number[]) => Span | undefined;

/**
 * Creates a function that finds the first of some phrases; the longest of those at its place. If the
 * word piece of a hyphen is given, "deep freeze" also finds "deep-freeze", and "deep - freeze", which
 * has the same word pieces.
 */
export function phraseFinder(phrases: readonly Phrase[], hyphen = -1): Find {
  const byFirst = groupBy(
    phrases.toSorted((a, b) => b.length - a.length),
    ([first]) => first ?? -1,
  );
  return (tokens) => {
    for (let at = 0; at < tokens.length; at += 1) {
      for (const phrase of byFirst.get(tokens[at] ?? -1) ?? []) {
        const end = endOf(phrase, tokens, at, hyphen);
        if (end !== undefined) return { at, end };
      }
    }
    return;
  };
}

/** No word piece has this number. */
export const NO_PIECE = -1;

/** Returns a text in which the phrases that `find` finds are blank. All places stay the same. */
export function withoutSpans(tokens: readonly number[], find: Find): readonly number[] {
  let rest = tokens;
  for (let span = find(rest); span; span = find(rest)) {
    rest = [
      ...rest.slice(0, span.at),
      ...Array(span.end - span.at).fill(NO_PIECE),
      ...rest.slice(span.end),
    ];
  }
  return rest;
}

/** Returns the end of a phrase at a place of a text, `undefined` if another text is there. */
function endOf(
  phrase: Phrase,
  tokens: readonly number[],
  at: number,
  hyphen = -1,
): number | undefined {
  let end = at;
  for (const piece of phrase) {
    if (end > at && tokens[end] === hyphen && piece !== hyphen) end += 1;
    if (tokens[end] !== piece) return;
    end += 1;
  }
  return end;
}

/** Returns true if a phrase begins at a place of a text. */
export function isAt(phrase: Phrase, tokens: readonly number[], at: number): boolean {
  return endOf(phrase, tokens, at) !== undefined;
}
