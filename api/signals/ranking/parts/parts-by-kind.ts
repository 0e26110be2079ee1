/**
 * Finds all parts of a question, by what they ask for: synonyms, antonyms, places and industries of
 * companies, times, sizes, superlatives, sources, numbers, origins and exclusions. Where two readers
 * claim the same words, this file says which one wins. Pure.
 */
import { amountReader } from '../../../../shared/domain/amount-reader.js';
import type { SignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { timeParts } from '../times/time-parts.js';
import type { PlacedWord } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';
import { antonymParts, isNegated } from './antonym-parts.js';
import { companyParts } from './company-parts.js';
import { forDealSide } from './deal-sides.js';
import { type Exclusions, excludedParts } from './exclusions.js';
import { createIndustryParts } from './industry-parts.js';
import { joinAlternatives } from './join-alternatives.js';
import { numberParts } from './number-parts.js';
import { officeParts } from './office-parts.js';
import { originParts } from './origin-parts.js';
import { roundParts } from './round-parts.js';
import { sizeParts } from './size-parts.js';
import { createSourceParts } from './source-parts.js';
import { createFactsFinder } from './summary-facts.js';
import { superlativeParts } from './superlative-parts.js';
import { synonymParts } from './synonym-parts.js';

export interface PartsByKind {
  synonyms: QuestionPart[];
  antonyms: QuestionPart[];
  /** Those of the antonyms whose word is negated: "not growing". */
  negated: QuestionPart[];
  /** Places and industries. */
  companies: QuestionPart[];
  times: QuestionPart[];
  sizes: QuestionPart[];
  superlatives: QuestionPart[];
  sources: QuestionPart[];
  /** Amounts, counts, funding rounds and offices such as "CFO". */
  numbers: QuestionPart[];
  /** Those of the offices that write posts: "posts by CTOs". */
  authors: QuestionPart[];
  /** Companies that somebody left. */
  origins: QuestionPart[];
  excluded: QuestionPart[];
}

export interface PlacedQuestion {
  question: string;
  words: readonly PlacedWord[];
  exclusions: Exclusions;
  /** The current time, for times such as "last month". */
  nowMs: number;
  /** All industries of stored companies. */
  industries: readonly string[];
}

/** Creates the reader. `synonym`: how much a synonym counts. */
export function createPartsReader(
  wordPieces: WordPieces,
  wording: Wording,
  catalogue: SignalTypes,
  synonym: number,
): (asked: PlacedQuestion) => PartsByKind {
  const readSynonyms = synonymParts(wording.synonyms, wording.translated, wordPieces, synonym);
  const readAntonyms = antonymParts(wording.antonyms, wordPieces, synonym);
  const readCompanies = createCompaniesReader(wordPieces, wording);
  const readSources = createSourceParts(catalogue);
  const amountsIn = amountReader(wordPieces);
  const isStopWord = new Set(wording.stopWords);
  return (asked) => {
    const { question, words, exclusions, nowMs } = asked;
    const synonyms = readSynonyms(words);
    const companies = readCompanies(asked, synonyms);
    const times = timeParts(words, nowMs, exclusions.sure);
    const sizes = sizeParts(words, {
      companies: placesOf(companies),
      excluded: exclusions.pieces,
      sure: exclusions.sure,
    });
    const counted = placesOf([...sizes, ...times]);
    const offices = officeParts(question, words, exclusions.pieces, wordPieces);
    const numbers = [
      ...numberParts(question, words, amountsIn, exclusions.sure),
      ...roundParts(question, words, exclusions.pieces, wordPieces),
      ...offices.map(({ part }) => part),
    ].filter((part) => isFree(part, counted));
    const sources = readSources(question, words, exclusions.pieces);
    const antonyms = readAntonyms(words);
    const negated = antonyms.filter(({ pieces }) => isNegated(words, pieces));
    const conditions = [...companies, ...numbers, ...times, ...sizes, ...sources, ...negated];
    const excluded = excludedParts(
      exclusions.all,
      wordPieces,
      ({ text }) => isStopWord.has(text.toLowerCase()),
      (item) => readSynonyms(item, 'longest'),
    ).filter((part) => isFree(part, placesOf(conditions)));
    return {
      ...{ synonyms, antonyms, negated, companies, times, sizes, sources, numbers, excluded },
      superlatives: superlativeParts(words, wordPieces, amountsIn, nowMs),
      authors: offices.flatMap(({ part, isOfAuthor }) => (isOfAuthor ? [part] : [])),
      origins: originParts(question, words, wordPieces),
    };
  };
}

/** Creates the reader of places and industries, by our names and by those of stored companies. */
function createCompaniesReader(
  wordPieces: WordPieces,
  wording: Wording,
): (asked: PlacedQuestion, synonyms: readonly QuestionPart[]) => QuestionPart[] {
  const factsIn = createFactsFinder(wordPieces);
  const readKnown = companyParts(wording, wordPieces, factsIn);
  const readStored = createIndustryParts();
  return ({ words, exclusions, industries }, synonyms) => {
    // "Software engineer", "bank loan" and "food bank" do not name an industry.
    const known = readKnown(words, exclusions.pieces).filter(
      (part) => !synonyms.some((each) => isWithin(part, each)),
    );
    // Of "accounting software companies" and "software companies" the longer is meant.
    const stored = readStored(words, exclusions.pieces, industries).filter(
      ({ pieces }) => !known.some((each) => sharesPiece(each, pieces) && !isLonger(pieces, each)),
    );
    const kept = known.filter(({ pieces }) => !stored.some((each) => sharesPiece(each, pieces)));
    const onSides = [...kept, ...stored].map((part) => forDealSide(part, words, factsIn));
    return joinAlternatives(onSides, words);
  };
}

/** Returns the places of all word pieces of some parts. */
export function placesOf(parts: readonly QuestionPart[]): Set<number> {
  return new Set(parts.flatMap(({ pieces }) => pieces));
}

/** Returns true if a part has none of the places. */
export function isFree({ pieces }: QuestionPart, places: ReadonlySet<number>): boolean {
  return !pieces.some((piece) => places.has(piece));
}

function sharesPiece({ pieces }: QuestionPart, others: readonly number[]): boolean {
  return pieces.some((piece) => others.includes(piece));
}

/** Returns true if `pieces` begin first. Both end alike, for example with "companies". */
function isLonger(pieces: readonly number[], { pieces: others }: QuestionPart): boolean {
  return Math.min(...pieces) < Math.min(...others);
}

/** Returns true if the words of a part are some of the words of a longer one. */
function isWithin({ pieces }: QuestionPart, { pieces: longer }: QuestionPart): boolean {
  return pieces.length < longer.length && pieces.every((piece) => longer.includes(piece));
}
