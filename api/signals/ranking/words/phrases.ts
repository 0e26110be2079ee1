/** Finds phrases, as runs of word pieces, in questions and signals. Pure. */
import { groupBy } from '../../../../shared/domain/group-by.js';
import type { Word } from '../../../../shared/domain/word-pieces.js';

/** A word of a question. */
export interface PlacedWord extends Word {
  /** As it is written. */
  text: string;
  /** Of its first piece among all pieces. */
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

/** Places of all their pieces. */
export function piecesOf(words: readonly PlacedWord[]): number[] {
  return words.flatMap(({ at, pieces }) => pieces.map((_, piece) => at + piece));
}

/** Those that lie whole between two places of the text. */
export function wordsWithin(
  words: readonly PlacedWord[],
  start: number,
  end: number,
): PlacedWord[] {
  return words.filter((word) => word.start >= start && word.end <= end);
}

/** The words in front of a piece, at most `most`, as `spoken` writes them. */
export function wordsBefore(words: readonly PlacedWord[], piece: number, most: number): string {
  return spoken(words.filter(({ at }) => at < piece).slice(-most));
}

/** The same behind a piece. */
export function wordsAfter(words: readonly PlacedWord[], piece: number, most: number): string {
  return spoken(words.filter(({ at }) => at > piece).slice(0, most));
}

/** In lower case, with a blank behind each word. */
export function spoken(words: readonly PlacedWord[]): string {
  return words.map(({ text }) => `${text.toLowerCase()} `).join('');
}

/** Its word pieces. */
type Phrase = readonly number[];

/** Each phrase and what it stands for, by its first piece. */
interface PhraseBook<Meaning> {
  /** Whole words alone; of phrases within each other all, or the longest alone. */
  inQuestion(
    words: readonly PlacedWord[],
    which?: 'longest' | 'all',
  ): { meaning: Meaning; pieces: number[] }[];
}

export function phraseBook<Meaning>(
  entries: readonly (readonly [Phrase, Meaning])[],
): PhraseBook<Meaning> {
  const byFirst = groupBy(entries, ([phrase]) => phrase[0] ?? 0);
  for (const known of byFirst.values()) known.sort(([a], [b]) => b.length - a.length);
  return {
    inQuestion(words, which = 'longest') {
      // "E-commerce" is "e commerce" too.
      const joined = words.filter(({ text }) => text !== '-');
      const pieces = joined.flatMap((word) => word.pieces);
      const places = piecesOf(joined);
      const starts = new Set(joined.map(({ at }) => at));
      const isEdge = (at: number): boolean => at === pieces.length || starts.has(places[at] ?? -1);
      const found: { meaning: Meaning; pieces: number[] }[] = [];
      for (let at = 0; at < pieces.length; ) {
        const here = at;
        const fits = (byFirst.get(pieces[here] ?? -1) ?? []).filter(
          ([phrase]) => isEdge(here) && isEdge(here + phrase.length) && isAt(phrase, pieces, here),
        );
        const longest = fits[0]?.[0].length ?? 0;
        for (const [phrase, meaning] of fits) {
          if (phrase.length < longest && which === 'longest') continue;
          found.push({ meaning, pieces: places.slice(here, here + phrase.length) });
        }
        at += which === 'all' ? 1 : Math.max(1, longest);
      }
      return found;
    },
  };
}

/** Where one of some phrases begins, -1 if none does. */
export interface Find {
  (tokens: readonly number[]): number;
  /** Of the longest that begins there: how many pieces. */
  lengthAt?(tokens: readonly number[], at: number): number;
}

/** What the phrases stand for that begin at a place of a text. */
export function phraseLookup<Meaning>(
  entries: readonly (readonly [Phrase, Meaning])[],
): (tokens: readonly number[], at: number) => Meaning[] {
  const byFirst = groupBy(entries, ([phrase]) => phrase[0] ?? -1);
  return (tokens, at) =>
    (byFirst.get(tokens[at] ?? -1) ?? [])
      .filter(([phrase]) => isAt(phrase, tokens, at))
      .map(([, meaning]) => meaning);
}

export function phraseFinder(phrases: readonly Phrase[]): Find {
  const byFirst = groupBy(phrases, ([first]) => first ?? -1);
  const find: Find = (tokens) =>
    tokens.findIndex((token, at) => byFirst.get(token)?.some((phrase) => isAt(phrase, tokens, at)));
  const lengthAt = (tokens: readonly number[], at: number): number => {
    const fits = (byFirst.get(tokens[at] ?? -1) ?? []).filter((each) => isAt(each, tokens, at));
    return Math.max(1, ...fits.map(({ length }) => length));
  };
  return Object.assign(find, { lengthAt });
}

/** Pieces of a text, from the first up to the one behind the last. */
export interface Span {
  at: number;
  end: number;
}

/** The first phrase that is found. */
export function phraseIn(tokens: readonly number[], find: Find): Span | undefined {
  const at = find(tokens);
  return at < 0 ? undefined : { at, end: at + (find.lengthAt?.(tokens, at) ?? 1) };
}

function isAt(phrase: Phrase, pieces: readonly number[], at: number): boolean {
  return phrase.every((piece, offset) => pieces[at + offset] === piece);
}
