/**
 * Reads the parts of a question: synonyms, places, industries and sizes of companies, sources,
 * times, numbers, superlatives, rounds and offices, companies that somebody left, and what it
 * excludes. Each part says how well a signal meets its words of the question. Pure.
 */

import { amountReader } from '../../../../shared/domain/amount-reader.js';
import {
  loadSignalTypes,
  type SignalTypes,
} from '../../../../shared/domain/schemas/signal-types.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { timeParts } from '../times/asked-times.js';
import type { AskedPart } from '../words/asked-part.js';
import { type PlacedWord, piecesOf, placedWords, wordsWithin } from '../words/phrases.js';
import type { Wording } from '../words/wording.js';
import { alikeParts } from './alike-words.js';
import { joinAlternatives } from './alternatives.js';
import { companyParts } from './asked-companies.js';
import { extremeParts } from './asked-extremes.js';
import { createIndustryParts } from './asked-industries.js';
import { type AskedName, namesIn } from './asked-names.js';
import { numberParts } from './asked-numbers.js';
import { askedOffices } from './asked-offices.js';
import { originParts } from './asked-origins.js';
import { roundParts } from './asked-rounds.js';
import { sizeParts } from './asked-sizes.js';
import { createSourceParts } from './asked-sources.js';
import { subjectOf } from './asked-subject.js';
import { onItsSide } from './deal-sides.js';
import { excludedParts, keptOf, leftOut } from './excluded.js';
import { isNegated, oppositeParts } from './opposite-words.js';
import { factsTeller } from './told-facts.js';

export interface AskedWords {
  /** Parts with `isAlone` come first: other parts may still raise the likeness of their words. */
  parts: AskedPart[];
  /** Subtypes of the types that are asked for; `null` for all. */
  subtypes: ReadonlySet<string> | null;
  /** Places of word pieces that say little about what is asked. */
  light: ReadonlySet<number>;
  /** The word piece of words that the model does not know. It is not like any word. */
  unknown: number;
  /** The question without what it explicitly excludes, because likeness to that says nothing. */
  kept: string;
  /** The question without names, places, industries, sizes and times: the kind of signal. */
  subject: string;
  /** Possible names of companies. */
  names: readonly AskedName[];
}

/** Reads a question. `nowMs`: for its times. `industries`: all industries of stored companies. */
export type ReadWords = (
  question: string,
  nowMs: number,
  industries?: readonly string[],
) => AskedWords;

/** Creates the reader of questions. `alike`: how much a synonym counts. */
export function createReadWords(
  wordPieces: WordPieces,
  load: () => Wording,
  { alike }: { alike: number },
): ReadWords {
  let read: ReadWords | undefined;
  // Prepared at the first question: processes without questions save about 0.1 s.
  return (question, nowMs, industries) => {
    read ??= readWordsOf(wordPieces, load(), alike);
    return read(question, nowMs, industries);
  };
}

function readWordsOf(wordPieces: WordPieces, wording: Wording, alike: number): ReadWords {
  const otherWords = alikeParts(wording.alike, wording.translated, wordPieces, alike);
  const opposite = oppositeParts(wording.opposites, wordPieces, alike);
  const factsIn = factsTeller(wordPieces);
  const ofCompany = companyParts(wording, wordPieces, factsIn);
  const catalogue = loadSignalTypes();
  const ofIndustry = createIndustryParts();
  const ofSource = createSourceParts(catalogue);
  const isLight = new Set(wording.light);
  const spoken = [...wording.alike.flat(), ...wording.opposites.flat(2)];
  const ofKind = new Set(spoken.flatMap((phrase) => phrase.split(' ')));
  return (question, nowMs, industries = []) => {
    const words = placedWords(question, wordPieces.words(question));
    const idle = new Set(idleWords(question, words));
    const light = words
      .filter(
        (word) => isLight.has(word.text.toLowerCase()) || idle.has(word) || SIGN.test(word.text),
      )
      .flatMap(({ at, pieces }) => pieces.map((_, piece) => at + piece));
    const opposites = opposite(words);
    const leftOutOf = leftOut(words);
    const leftOutPieces = new Set(leftOutOf.flatMap(({ items }) => items.flatMap(piecesOf)));
    const surePieces = new Set(
      leftOutOf.flatMap(({ items, isSure }) => (isSure ? items.flatMap(piecesOf) : [])),
    );
    const alikes = otherWords(words);
    // "Software engineer", "bank loan" and "food bank" do not name an industry.
    const known = ofCompany(words, leftOutPieces).filter(
      (part) => !alikes.some((each) => isWithin(part, each)),
    );
    // Of "accounting software companies" and "software companies" the longer is meant.
    const stored = ofIndustry(words, leftOutPieces, industries).filter(
      ({ pieces }) => !known.some((each) => sharesPiece(each, pieces) && !isLonger(pieces, each)),
    );
    const replaced = known.filter(({ pieces }) => stored.some((each) => sharesPiece(each, pieces)));
    const sides = [...known.filter((part) => !replaced.includes(part)), ...stored].map((part) =>
      onItsSide(part, words, factsIn),
    );
    const companies = joinAlternatives(sides, words);
    const times = timeParts(words, nowMs, surePieces);
    const sizes = sizeParts(words, {
      companies: placesOf(companies),
      leftOut: leftOutPieces,
      sure: surePieces,
    });
    const amountsToldIn = amountReader(wordPieces);
    const extremes = extremeParts(words, wordPieces, amountsToldIn, nowMs);
    const sources = ofSource(question, words, leftOutPieces);
    const counted = placesOf([...sizes, ...times]);
    const offices = askedOffices(question, words, leftOutPieces, wordPieces);
    const numbers = [
      ...numberParts(question, words, amountsToldIn, surePieces),
      ...roundParts(question, words, leftOutPieces, wordPieces),
      ...offices.map(({ part }) => part),
    ].filter((part) => isFree(part, counted));
    const negated = opposites.filter(({ pieces }) => isNegated(words, pieces));
    const conditions = placesOf([
      ...[...companies, ...numbers, ...times, ...sizes, ...sources],
      ...negated,
    ]);
    const excluded = excludedParts(
      leftOutOf,
      wordPieces,
      ({ text }) => isLight.has(text.toLowerCase()),
      (item) => otherWords(item, 'longest'),
    ).filter((part) => isFree(part, conditions));
    const bounds = numbers.filter(({ narrows }) => narrows?.amounts);
    const authors = offices.flatMap(({ part, isOfAuthor }) => (isOfAuthor ? [part] : []));
    const aside = placesOf([...companies, ...times, ...sizes, ...bounds]);
    const by = leftOutOf.flatMap((each) => (each.isSure ? each.by : []));
    const out = new Set([...placesOf([...sources, ...excluded, ...authors]), ...piecesOf(by)]);
    const taken = placesOf([...times, ...sizes, ...extremes, ...sources, ...negated, ...excluded]);
    const origins = originParts(question, words, wordPieces);
    const named = new Set([...conditions, ...taken, ...placesOf(origins)]);
    return {
      subtypes: subtypesOf(sources, catalogue),
      kept: keptOf(question, leftOutOf),
      subject: subjectOf(question, words, {
        ofKind,
        isLight,
        isAside: ({ at }) => aside.has(at),
        isOut: (word) => idle.has(word) || out.has(word.at),
      }),
      parts: weighLeftOut(
        [
          ...numbers,
          ...sizes,
          ...extremes,
          ...times,
          ...sources,
          ...origins,
          ...excluded,
          ...opposites.filter((part) => isFree(part, placesOf([...excluded, ...times, ...sizes]))),
          ...alikes.filter((part) => isFree(part, taken)),
          ...companies,
        ],
        surePieces,
      ),
      light: new Set(light),
      unknown: wordPieces.unknown,
      names: namesIn(
        question,
        words,
        ({ at, text }) => named.has(at) || ofKind.has(text.toLowerCase()),
      ),
    };
  };
}

/** Least share of all that is excluded: a signal with it is not an answer, whatever else fits. */
const LEAST_SHARE_LEFT_OUT = 0.35;

function weighLeftOut(parts: AskedPart[], leftOut: ReadonlySet<number>): AskedPart[] {
  const isLeftOut = (part: AskedPart): boolean => part.isCondition && !isFree(part, leftOut);
  const leastShare = LEAST_SHARE_LEFT_OUT / Math.max(1, parts.filter(isLeftOut).length);
  return parts.map((part) =>
    isLeftOut(part) ? { ...part, leastShare: Math.max(leastShare, part.leastShare ?? 0) } : part,
  );
}

function isFree({ pieces }: AskedPart, by: ReadonlySet<number>): boolean {
  return !pieces.some((piece) => by.has(piece));
}

function sharesPiece({ pieces }: AskedPart, others: readonly number[]): boolean {
  return pieces.some((piece) => others.includes(piece));
}

/** Returns true if `pieces` begin first. Both end alike, for example with "companies". */
function isLonger(pieces: readonly number[], { pieces: others }: AskedPart): boolean {
  return Math.min(...pieces) < Math.min(...others);
}

/** Returns true if the words of a part are some of the words of a longer one. */
function isWithin({ pieces }: AskedPart, { pieces: longer }: AskedPart): boolean {
  return pieces.length < longer.length && pieces.every((piece) => longer.includes(piece));
}

/** Matches brackets, commas and the like, which summaries have as well. */
const SIGN = /^[^\p{L}\p{N}]+$/u;
/** Matches phrases that ask for anything at all. */
const IDLE =
  /\b(?:what(?: i|['’]?)s (?:new|going on|happening)|what happened|anything new|news (?:about|on|from|of))\b/giu;

function idleWords(question: string, words: readonly PlacedWord[]): PlacedWord[] {
  return [...question.matchAll(IDLE)].flatMap(({ 0: phrase, index }) =>
    wordsWithin(words, index, index + phrase.length),
  );
}

function subtypesOf(
  sources: readonly AskedPart[],
  { types }: SignalTypes,
): ReadonlySet<string> | null {
  const asked = sources.flatMap(({ narrows }) => narrows?.types ?? []);
  if (asked.length === 0) return null;
  const meant = types.filter(({ type }) => asked.includes(type));
  return new Set(meant.flatMap(({ subtypes }) => subtypes.map(({ subtype }) => subtype)));
}

function placesOf(parts: readonly AskedPart[]): Set<number> {
  return new Set(parts.flatMap(({ pieces }) => pieces));
}

/** The reader for models without word pieces: it finds no parts. */
export const readNoWords: ReadWords = (question) => ({
  parts: [],
  subtypes: null,
  kept: question,
  light: new Set(),
  unknown: -1,
  subject: question,
  names: [],
});
