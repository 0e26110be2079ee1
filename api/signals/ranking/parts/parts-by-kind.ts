/**
 * Finds all parts of a question, by what they ask for: synonyms, antonyms, places and industries of
 * companies, times, sizes, superlatives, sources, numbers, origins and exclusions. Where two readers
 * claim the same words, this file says which one wins. Pure.
 */
import { amountReader } from '../../../../shared/domain/amount-reader.js';
import type { SignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { timeParts } from '../times/asked-times.js';
import type { AskedPart } from '../words/asked-part.js';
import type { PlacedWord } from '../words/phrases.js';
import type { Wording } from '../words/wording.js';
import { alikeParts } from './alike-words.js';
import { joinAlternatives } from './alternatives.js';
import { companyParts } from './asked-companies.js';
import { extremeParts } from './asked-extremes.js';
import { createIndustryParts } from './asked-industries.js';
import { numberParts } from './asked-numbers.js';
import { askedOffices } from './asked-offices.js';
import { originParts } from './asked-origins.js';
import { roundParts } from './asked-rounds.js';
import { sizeParts } from './asked-sizes.js';
import { createSourceParts } from './asked-sources.js';
import { onItsSide } from './deal-sides.js';
import { type Exclusions, excludedParts } from './excluded.js';
import { isNegated, oppositeParts } from './opposite-words.js';
import { factsTeller } from './told-facts.js';

export interface PartsByKind {
  synonyms: AskedPart[];
  antonyms: AskedPart[];
  /** Those of the antonyms whose word is negated: "not growing". */
  negated: AskedPart[];
  /** Places and industries. */
  companies: AskedPart[];
  times: AskedPart[];
  sizes: AskedPart[];
  superlatives: AskedPart[];
  sources: AskedPart[];
  /** Amounts, counts, funding rounds and offices such as "CFO". */
  numbers: AskedPart[];
  /** Those of the offices that write posts: "posts by CTOs". */
  authors: AskedPart[];
  /** Companies that somebody left. */
  origins: AskedPart[];
  excluded: AskedPart[];
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
  const readSynonyms = alikeParts(wording.alike, wording.translated, wordPieces, synonym);
  const readAntonyms = oppositeParts(wording.opposites, wordPieces, synonym);
  const readCompanies = createCompaniesReader(wordPieces, wording);
  const readSources = createSourceParts(catalogue);
  const amountsIn = amountReader(wordPieces);
  const isLight = new Set(wording.light);
  return (asked) => {
    const { question, words, exclusions, nowMs } = asked;
    const synonyms = readSynonyms(words);
    const companies = readCompanies(asked, synonyms);
    const times = timeParts(words, nowMs, exclusions.sure);
    const sizes = sizeParts(words, {
      companies: placesOf(companies),
      leftOut: exclusions.pieces,
      sure: exclusions.sure,
    });
    const counted = placesOf([...sizes, ...times]);
    const offices = askedOffices(question, words, exclusions.pieces, wordPieces);
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
      ({ text }) => isLight.has(text.toLowerCase()),
      (item) => readSynonyms(item, 'longest'),
    ).filter((part) => isFree(part, placesOf(conditions)));
    return {
      ...{ synonyms, antonyms, negated, companies, times, sizes, sources, numbers, excluded },
      superlatives: extremeParts(words, wordPieces, amountsIn, nowMs),
      authors: offices.flatMap(({ part, isOfAuthor }) => (isOfAuthor ? [part] : [])),
      origins: originParts(question, words, wordPieces),
    };
  };
}

/** Creates the reader of places and industries, by our names and by those of stored companies. */
function createCompaniesReader(
  wordPieces: WordPieces,
  wording: Wording,
): (asked: PlacedQuestion, synonyms: readonly AskedPart[]) => AskedPart[] {
  const factsIn = factsTeller(wordPieces);
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
    const onSides = [...kept, ...stored].map((part) => onItsSide(part, words, factsIn));
    return joinAlternatives(onSides, words);
  };
}

/** Returns the places of all word pieces of some parts. */
export function placesOf(parts: readonly AskedPart[]): Set<number> {
  return new Set(parts.flatMap(({ pieces }) => pieces));
}

/** Returns true if a part has none of the places. */
export function isFree({ pieces }: AskedPart, places: ReadonlySet<number>): boolean {
  return !pieces.some((piece) => places.has(piece));
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
