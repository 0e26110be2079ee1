/**
 * Splits a text into the word pieces (tokens) of a BERT model, as its own tokenizer does: lower
 * case without accents (unless the model distinguishes them), punctuation apart, then the longest
 * known pieces. Pure. The time is bounded for any text.
 */

/** A word of a text: its range in the text, and its word pieces. */
export interface Word {
  start: number;
  end: number;
  pieces: number[];
}

export interface WordPieces {
  /** The number of different pieces. Each piece is a number below it. */
  count: number;
  /** The piece of every word that is not in the vocabulary. Two such words need not be equal. */
  unknown: number;
  /** Returns the first `MAX_PIECES` pieces of a text, without begin and end marks. */
  pieces(text: string): number[];
  /** Returns the words of a text, up to the same number of pieces. */
  words(text: string): Word[];
  /**
   * Returns the pieces that a phrase in lower case may have in a text, also in capitals if the
   * model distinguishes them. Empty if a word is unknown: its piece matches many words.
   */
  phrases(phrase: string): number[][];
  /** Returns pieces as text, with words and signs separated by spaces, in lower case. */
  spell(pieces: readonly number[]): string;
}

/** The number of pieces of a text that a model reads. */
export const MAX_PIECES = 256;
/**
 * The number of different pieces that a column can hold. Of a larger vocabulary only the first
 * pieces count, which are the most common. All others become the unknown piece.
 */
export const MAX_VOCABULARY = 65_536;

const MAX_WORD_LENGTH = 100;
/** At this number of remembered words, all are forgotten: finding the oldest would cost more. */
const MAX_CACHED_WORDS = 10_000;
/** Longer words are not remembered: a part of a text keeps the whole text in memory. */
const MAX_CACHED_LENGTH = 12;
const UNKNOWN = '[UNK]';
/** Matches words, signs and ideographs. ASCII symbols count as signs. */
const WORDS = /[^\s\p{P}\p{Script=Han}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]|\p{Script=Han}/gu;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
const ACCENTS = /[\u0300-\u036f]/g;

interface Folding {
  lowercase: boolean;
  stripAccents: boolean;
}

/** `vocabulary` maps texts to pieces. Those that continue a word begin with `##`. */
export function createWordPieces(
  vocabulary: ReadonlyMap<string, number>,
  { lowercase, stripAccents }: Folding = { lowercase: true, stripAccents: true },
): WordPieces {
  const unknown = vocabulary.get(UNKNOWN) ?? 0;
  const fold = (word: string): string => {
    const lower = lowercase ? word.toLowerCase() : word;
    return stripAccents ? lower.normalize('NFD').replace(ACCENTS, '') : lower;
  };
  const cache = new Map<string, readonly number[]>();
  const piecesOf = (word: string): readonly number[] => {
    if (word.length > MAX_WORD_LENGTH) return [unknown];
    const cached = cache.get(word);
    if (cached) return cached;
    const found = splitWord(fold(word.replace(INVISIBLE, '')), vocabulary) ?? [unknown];
    const pieces = found.map((piece) => (piece < MAX_VOCABULARY ? piece : unknown));
    if (word.length > MAX_CACHED_LENGTH) return pieces;
    if (cache.size >= MAX_CACHED_WORDS) cache.clear();
    cache.set(word, pieces);
    return pieces;
  };
  const words = (text: string): Word[] => {
    const found: Word[] = [];
    let room = MAX_PIECES;
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      const pieces = piecesOf(word).slice(0, room);
      if (pieces.length > 0) found.push({ start: index, end: index + word.length, pieces });
      room -= pieces.length;
      if (room === 0) break;
    }
    return found;
  };
  const piecesOfText = (text: string): number[] => words(text).flatMap(({ pieces }) => pieces);
  /** Texts of pieces. A piece that begins a word has a space before it. */
  const spellings: string[] = [];
  for (const [text, piece] of vocabulary) {
    spellings[piece] = text.startsWith('##') ? text.slice(2) : ` ${text}`;
  }
  return {
    count: Math.min(spellings.length, MAX_VOCABULARY),
    unknown,
    words,
    pieces: piecesOfText,
    phrases: (phrase) =>
      (lowercase ? [phrase] : inCapitals(phrase))
        .map(piecesOfText)
        .filter((pieces) => !pieces.includes(unknown)),
    spell: (pieces) => pieces.map((piece) => spellings[piece] ?? ` ${UNKNOWN}`).join(''),
  };
}

/** Returns a phrase in all its capitalizations: "series b", "Series b", "Series B", "SERIES B". */
export function inCapitals(phrase: string): string[] {
  const first = phrase.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const each = phrase.replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());
  return [...new Set([phrase, first, each, phrase.toUpperCase()])];
}

/** Returns the words and signs of a text in lower case, as models read it. */
export function wordsIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORDS)].map(([word]) => word);
}

/** Splits a word into the longest pieces from the left. `null` if a part is unknown. */
function splitWord(word: string, vocabulary: ReadonlyMap<string, number>): number[] | null {
  const pieces: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    let piece: number | undefined;
    for (; end > start; end -= 1) {
      const part = word.slice(start, end);
      piece = vocabulary.get(start === 0 ? part : `##${part}`);
      if (piece !== undefined) break;
    }
    if (piece === undefined) return null;
    pieces.push(piece);
    start = end;
  }
  return pieces;
}
