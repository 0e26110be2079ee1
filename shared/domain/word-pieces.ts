/**
 * Splits a text into the word pieces of a BERT model, as its own tokenizer does: lower case without accents
 * unless the model tells them apart, punctuation apart, then the longest known pieces. Pure; the time is
 * bounded whatever the text.
 */

export interface Word {
  /** Where it is in the text. */
  start: number;
  end: number;
  pieces: number[];
}

export interface WordPieces {
  /** How many pieces are told apart: each is a number below it. */
  count: number;
  /** The piece of all words that are in no vocabulary: no two of them need be the same. */
  unknown: number;
  /** The first `MAX_PIECES`, without the marks of begin and end. */
  pieces(text: string): number[];
  /** The words of the same pieces. */
  words(text: string): Word[];
  /**
   * A phrase in lower case as the pieces of a text may have it: with capitals too where they are told apart. None if
   * a word is in no vocabulary: its one unknown piece stands for many words.
   */
  phrases(phrase: string): number[][];
  /** Pieces as text: words and signs apart, in lower case. */
  spell(pieces: readonly number[]): string;
}

/** What a model reads of a text. */
export const MAX_PIECES = 256;
/**
 * What a column of pieces can hold. Of a larger vocabulary the first pieces count, which are the commonest;
 * the others are all the unknown one.
 */
export const MAX_VOCABULARY = 65_536;

const MAX_WORD_LENGTH = 100;
/** Words that are remembered; then they are forgotten at once, which is cheaper than to tell the oldest. */
const MAX_KNOWN_WORDS = 10_000;
/** Of those: a part of a text that is longer keeps the whole text in memory. */
const MAX_KNOWN_LENGTH = 12;
const UNKNOWN = '[UNK]';
/** Words, signs and ideographs; ASCII symbols count as signs. */
const WORDS = /[^\s\p{P}\p{Script=Han}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]|\p{Script=Han}/gu;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu;
const ACCENTS = /[\u0300-\u036f]/g;

interface Folding {
  lowercase: boolean;
  stripAccents: boolean;
}

/** `vocabulary`: pieces by their text; those that continue a word begin with `##`. */
export function createWordPieces(
  vocabulary: ReadonlyMap<string, number>,
  { lowercase, stripAccents }: Folding = { lowercase: true, stripAccents: true },
): WordPieces {
  const unknown = vocabulary.get(UNKNOWN) ?? 0;
  const fold = (word: string): string => {
    const lower = lowercase ? word.toLowerCase() : word;
    return stripAccents ? lower.normalize('NFD').replace(ACCENTS, '') : lower;
  };
  const known = new Map<string, readonly number[]>();
  const piecesOf = (word: string): readonly number[] => {
    if (word.length > MAX_WORD_LENGTH) return [unknown];
    const before = known.get(word);
    if (before) return before;
    const found = split(fold(word.replace(INVISIBLE, '')), vocabulary) ?? [unknown];
    const pieces = found.map((piece) => (piece < MAX_VOCABULARY ? piece : unknown));
    if (word.length > MAX_KNOWN_LENGTH) return pieces;
    if (known.size >= MAX_KNOWN_WORDS) known.clear();
    known.set(word, pieces);
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
  /** With what stands before it: nothing before the rest of a word. */
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

/** "series b", "Series b", "Series B", "SERIES B". */
export function inCapitals(phrase: string): string[] {
  const first = phrase.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const each = phrase.replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());
  return [...new Set([phrase, first, each, phrase.toUpperCase()])];
}

/** Words and signs of a text in lower case, as models read it. */
export function wordsIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORDS)].map(([word]) => word);
}

/** The longest pieces from the left; `null` if a part is in no vocabulary. */
function split(word: string, vocabulary: ReadonlyMap<string, number>): number[] | null {
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
