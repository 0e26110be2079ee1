/**
 * What a question asks for in so many words: other words for the same, places, industries and sizes of
 * companies, sources, times, numbers, superlatives, rounds and offices, whom somebody left, and what it
 * leaves out. Each part says how well a signal meets the words of the question it stands for. Pure.
 */

import { amountReader } from '../../../shared/domain/amount-reader.js';
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import { alikeParts } from './alike-words.js';
import { companyParts } from './asked-companies.js';
import { extremeParts } from './asked-extremes.js';
import { numberParts } from './asked-numbers.js';
import { originParts } from './asked-origins.js';
import type { AskedPart } from './asked-part.js';
import { sizeParts } from './asked-sizes.js';
import { sourceParts } from './asked-sources.js';
import { subjectOf } from './asked-subject.js';
import { timeParts } from './asked-times.js';
import { excludedParts, leftOut } from './excluded.js';
import { isNegated, oppositeParts } from './opposite-words.js';
import { type PlacedWord, piecesOf, placedWords, wordsWithin } from './phrases.js';
import type { Wording } from './wording.js';

export interface AskedWords {
  /** Those that stand alone come first: the others may still meet their words. */
  parts: AskedPart[];
  /** Places of pieces that tell little of what is asked. */
  light: ReadonlySet<number>;
  /** The question without names, places, industries, sizes and times: what kind of signal it asks for. */
  subject: string;
}

/** `nowMs`: of questions that name a time. */
export type ReadWords = (question: string, nowMs: number) => AskedWords;

/** `alike`: what another word of the same meaning counts. */
export function createReadWords(
  wordPieces: WordPieces,
  load: () => Wording,
  { alike }: { alike: number },
): ReadWords {
  let read: ReadWords | undefined;
  // At the first question: it takes about 0.1 s, which processes that are asked nothing need not spend.
  return (question, nowMs) => {
    read ??= readWordsOf(wordPieces, load(), alike);
    return read(question, nowMs);
  };
}

function readWordsOf(wordPieces: WordPieces, wording: Wording, alike: number): ReadWords {
  const otherWords = alikeParts(wording.alike, wording.translated, wordPieces, alike);
  const opposite = oppositeParts(wording.opposites, wordPieces, alike);
  const ofCompany = companyParts(wording, wordPieces);
  const isLight = new Set(wording.light);
  const spoken = [...wording.alike.flat(), ...wording.opposites.flat(2)];
  const ofKind = new Set(spoken.flatMap((phrase) => phrase.split(' ')));
  return (question, nowMs) => {
    const words = placedWords(question, wordPieces.words(question));
    const idle = new Set(idleWords(question, words));
    const light = words
      .filter((word) => isLight.has(word.text.toLowerCase()) || idle.has(word))
      .flatMap(({ at, pieces }) => pieces.map((_, piece) => at + piece));
    const opposites = opposite(words);
    const leftOutOf = leftOut(words);
    const leftOutPieces = new Set(leftOutOf.flatMap(({ items }) => items.flatMap(piecesOf)));
    const alikes = otherWords(words);
    // A software engineer, a bank loan and a food bank tell no industry.
    const companies = ofCompany(words, leftOutPieces).filter(
      (part) => !alikes.some((each) => isWithin(part, each)),
    );
    const times = timeParts(words, nowMs).map((part) => ({ ...part, metBy: 'date' as const }));
    const sizes = sizeParts(words);
    const amountsToldIn = amountReader(wordPieces);
    const extremes = extremeParts(words, wordPieces, amountsToldIn);
    const sources = sourceParts(question, words, leftOutPieces).map((part) => ({
      ...part,
      metBy: 'type' as const,
    }));
    const isFree = (part: AskedPart, by: ReadonlySet<number>): boolean =>
      !part.pieces.some((piece) => by.has(piece));
    const counted = placesOf([...sizes, ...times]);
    const numbers = numberParts(question, words, leftOutPieces, wordPieces, amountsToldIn).filter(
      (part) => isFree(part, counted),
    );
    const negated = opposites.filter(({ pieces }) => isNegated(words, pieces));
    const known = placesOf([
      ...[...companies, ...numbers, ...times, ...sizes, ...sources],
      ...negated,
    ]);
    const excluded = excludedParts(
      leftOutOf,
      wordPieces,
      ({ text }) => isLight.has(text.toLowerCase()),
      (item) => otherWords(item, 'longest'),
    ).filter((part) => isFree(part, known));
    const aside = placesOf([...companies, ...times, ...sizes]);
    const by = leftOutOf.flatMap((each) => (each.isSure ? each.by : []));
    const out = new Set([...placesOf([...sources, ...excluded]), ...piecesOf(by)]);
    const taken = placesOf([...times, ...sizes, ...extremes, ...sources, ...negated, ...excluded]);
    return {
      subject: subjectOf(question, words, {
        ofKind,
        isLight,
        isAside: ({ at }) => aside.has(at),
        isOut: (word) => idle.has(word) || out.has(word.at),
      }),
      parts: [
        ...numbers,
        ...sizes,
        ...extremes,
        ...times,
        ...sources,
        ...originParts(question, words, wordPieces),
        ...excluded,
        ...opposites.filter((part) => isFree(part, placesOf(excluded))),
        ...alikes.filter((part) => isFree(part, taken)),
        ...companies,
      ],
      light: new Set(light),
    };
  };
}

/** Whether the words of a part are some of another's. */
function isWithin({ pieces }: AskedPart, { pieces: longer }: AskedPart): boolean {
  return pieces.length < longer.length && pieces.every((piece) => longer.includes(piece));
}

/** Asks for anything at all. */
const IDLE =
  /\b(?:what(?: i|['’]?)s (?:new|going on|happening)|what happened|anything new|news (?:about|on|from|of))\b/giu;

function idleWords(question: string, words: readonly PlacedWord[]): PlacedWord[] {
  return [...question.matchAll(IDLE)].flatMap(({ 0: phrase, index }) =>
    wordsWithin(words, index, index + phrase.length),
  );
}

function placesOf(parts: readonly AskedPart[]): Set<number> {
  return new Set(parts.flatMap(({ pieces }) => pieces));
}

/** Without word pieces. */
export const readNoWords: ReadWords = (question) => ({
  parts: [],
  light: new Set(),
  subject: question,
});
