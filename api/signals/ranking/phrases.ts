/** Finds phrases, as runs of word pieces, in questions and signals. Pure. */
import type { Word, WordPieces } from '../../../shared/domain/word-pieces.js';

/** A word of a question. */
export interface PlacedWord extends Word {
  /** Of its first piece among all pieces. */
  at: number;
}

export function placedWords(words: readonly Word[]): PlacedWord[] {
  let at = 0;
  return words.map((word) => {
    const placed = { ...word, at };
    at += word.pieces.length;
    return placed;
  });
}

type Phrase = readonly number[];

/** Each phrase and what it stands for, by its first piece. */
interface PhraseBook<Meaning> {
  /** Whole words alone; longer phrases first and none that lies within another. */
  inQuestion(words: readonly PlacedWord[]): { meaning: Meaning; pieces: number[] }[];
}

export function phraseBook<Meaning>(
  entries: Iterable<readonly [string, Meaning]>,
  wordPieces: WordPieces,
): PhraseBook<Meaning> {
  const byFirst = new Map<number, { phrase: Phrase; meaning: Meaning }[]>();
  for (const [text, meaning] of entries) {
    const phrase = wordPieces.pieces(text);
    const first = phrase[0] ?? 0;
    const known = byFirst.get(first);
    if (known) known.push({ phrase, meaning });
    else byFirst.set(first, [{ phrase, meaning }]);
  }
  for (const known of byFirst.values()) known.sort((a, b) => b.phrase.length - a.phrase.length);
  return {
    inQuestion(words) {
      const pieces = words.flatMap((word) => word.pieces);
      const starts = new Set(words.map(({ at }) => at)).add(pieces.length);
      const found: { meaning: Meaning; pieces: number[] }[] = [];
      for (let at = 0; at < pieces.length; ) {
        const here = at;
        const fits = (byFirst.get(pieces[here] ?? -1) ?? []).filter(
          ({ phrase }) =>
            starts.has(here) && starts.has(here + phrase.length) && isAt(phrase, pieces, here),
        );
        const longest = fits[0]?.phrase.length ?? 0;
        for (const { phrase, meaning } of fits) {
          if (phrase.length < longest) continue;
          found.push({ meaning, pieces: phrase.map((_, piece) => here + piece) });
        }
        at += Math.max(1, longest);
      }
      return found;
    },
  };
}

/** Where one of the phrases begins, -1 if none does. */
export function phraseFinder(phrases: readonly Phrase[]): (tokens: readonly number[]) => number {
  const byFirst = new Map<number, Phrase[]>();
  for (const phrase of phrases) {
    const first = phrase[0] ?? -1;
    const known = byFirst.get(first);
    if (known) known.push(phrase);
    else byFirst.set(first, [phrase]);
  }
  return (tokens) =>
    tokens.findIndex((token, at) => byFirst.get(token)?.some((phrase) => isAt(phrase, tokens, at)));
}

function isAt(phrase: Phrase, pieces: readonly number[], at: number): boolean {
  return phrase.every((piece, offset) => pieces[at + offset] === piece);
}
