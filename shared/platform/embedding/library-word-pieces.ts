/**
 * Splits texts into word pieces with any tokenizer that the model's library knows (Unigram of
 * SentencePiece, BPE). It reads a text one run between blanks at a time, so that the time is
 * bounded and the position of each word is known.
 */
import { basename, dirname } from 'node:path';
import { AutoTokenizer, env } from '@xenova/transformers';
import {
  inCapitals,
  MAX_PIECES,
  MAX_VOCABULARY,
  type Word,
  type WordPieces,
} from '../../domain/word-pieces.js';

/** Maximum characters of a run: a text without a blank, such as Chinese, may be longer. */
const MAX_RUN = 1_000;
const RUNS = /\S+/gu;
/** Matches the mark of a piece that begins a word: of SentencePiece, and of BPE over bytes. */
const BEGINNING = /^[\u2581\u0120]/u;
const SIGN = /^[\p{P}\p{S}]+$/u;
const SIGNS = /([\p{P}\p{S}])/gu;

export async function libraryWordPieces(folder: string): Promise<WordPieces> {
  env.allowRemoteModels = false;
  env.localModelPath = `${dirname(folder)}/`;
  const tokenizer = await AutoTokenizer.from_pretrained(basename(folder));
  const spellings: string[] = tokenizer.model.vocab;
  const count = Math.min(spellings.length, MAX_VOCABULARY);
  const unknown = tokenizer.model.unk_token_id ?? 0;
  const inVocabulary = (piece: number): number => (piece < count ? piece : unknown);
  const words = (text: string): Word[] => {
    const result: Word[] = [];
    let room = MAX_PIECES;
    for (const { 0: run, index } of text.matchAll(RUNS)) {
      // Some tokenizers distinguish the first word of a text from others by the blank before it.
      const input = `${index === 0 ? '' : ' '}${run.slice(0, MAX_RUN)}`;
      const pieces: number[] = tokenizer
        .encode(input, null, { add_special_tokens: false })
        .slice(0, room);
      result.push(...wordsOf(run, index, pieces, spellings));
      room -= pieces.length;
      if (room === 0) break;
    }
    return result.map((word) => ({ ...word, pieces: word.pieces.map(inVocabulary) }));
  };
  const piecesOf = (text: string): number[] => words(text).flatMap(({ pieces }) => pieces);
  return {
    count,
    unknown,
    words,
    pieces: piecesOf,
    phrases(phrase) {
      // The phrase may be at the beginning of a text or after a blank.
      const all = inCapitals(phrase).flatMap((each) => [piecesOf(each), piecesOf(` ${each}`)]);
      const different = new Map(all.map((pieces) => [pieces.join(), pieces]));
      return [...different.values()].filter((pieces) => !pieces.includes(unknown));
    },
    spell: (pieces) =>
      pieces
        .map((piece) => (spellings[piece] ?? '').replace(BEGINNING, ' '))
        .join('')
        .replace(SIGNS, ' $1 ')
        .replace(/ +/g, ' ')
        .toLowerCase(),
  };
}

/**
 * Returns words and signs separately if the pieces spell the run letter by letter; otherwise the
 * whole run as one word.
 */
function wordsOf(
  run: string,
  start: number,
  pieces: readonly number[],
  spellings: readonly string[],
): Word[] {
  if (pieces.length === 0) return [];
  const parts = pieces.map((piece) => (spellings[piece] ?? '').replace(BEGINNING, ''));
  if (parts.join('').length !== run.length) {
    return [{ start, end: start + run.length, pieces: [...pieces] }];
  }
  const words: Word[] = [];
  let wasSign = false;
  let at = start;
  parts.forEach((part, place) => {
    const isSign = SIGN.test(part);
    const piece = pieces[place] ?? 0;
    const last = words.at(-1);
    const end = at + part.length;
    // A piece that contains only a beginning mark belongs to the piece after it.
    if (last && (last.end === last.start || (isSign === wasSign && !isSign))) {
      last.pieces.push(piece);
      last.end = end;
    } else words.push({ start: at, end, pieces: [piece] });
    wasSign = isSign;
    at = end;
  });
  return words;
}
