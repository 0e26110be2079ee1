/**
 * Finds all parts of a question, by what they ask for: synonyms, antonyms, places and industries of
 * companies, times, sizes, superlatives, sources, numbers, origins and exclusions. Where two readers
 * claim the same words, this file says which one wins. Pure.
 */
import { createAmountReader } from '../../../../shared/domain/amount-reader.js';
import type { SignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { timeParts } from '../times/time-parts.js';
import { overlaps, type PlacedWord } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';
import { createAntonymReader, isNegated } from './antonym-parts.js';
import type { AskedQuestion } from './asked-question.js';
import { createCompanyReader } from './company-parts.js';
import { forDealSide } from './deal-sides.js';
import { excludedParts } from './exclusions.js';
import { formerEmployerParts } from './former-employer-parts.js';
import { createIndustryReader } from './industry-parts.js';
import { joinAlternatives } from './join-alternatives.js';
import { numberParts } from './number-parts.js';
import { roleParts } from './role-parts.js';
import { roundParts } from './round-parts.js';
import { createSignalTypeReader } from './signal-type-parts.js';
import { sizeParts } from './size-parts.js';
import { createFactsFinder } from './summary-facts.js';
import { superlativeParts } from './superlative-parts.js';
import { createSynonymReader } from './synonym-parts.js';

export interface PartsByKind {
  synonyms: QuestionPart[];
  antonyms: QuestionPart[];
  /** Those of the antonyms whose word is negated: "not growing". */
  negated: QuestionPart[];
  /** Places and industries. */
  traits: QuestionPart[];
  times: QuestionPart[];
  sizes: QuestionPart[];
  superlatives: QuestionPart[];
  signalTypes: QuestionPart[];
  /** Amounts, counts, funding rounds and roles such as "CFO". */
  numbersAndRoles: QuestionPart[];
  /** Those of the roles that write posts: "posts by CTOs". */
  authors: QuestionPart[];
  /** Companies that somebody left. */
  formerEmployers: QuestionPart[];
  excluded: QuestionPart[];
}

interface PartsOptions {
  catalogue: SignalTypes;
  /** How much a synonym counts. */
  synonym: number;
  isStopWord(word: PlacedWord): boolean;
}

export function createPartsReader(
  wordPieces: WordPieces,
  wording: Wording,
  { catalogue, synonym, isStopWord }: PartsOptions,
): (asked: AskedQuestion) => PartsByKind {
  const readSynonyms = createSynonymReader(wording, wordPieces, synonym);
  const readAntonyms = createAntonymReader(wording.antonyms, wordPieces, synonym);
  const readTraits = createTraitsReader(wordPieces, wording);
  const readSignalTypes = createSignalTypeReader(catalogue);
  const readAmounts = createAmountReader(wordPieces);
  return (asked) => {
    const { words, exclusions, nowMs } = asked;
    const synonyms = readSynonyms(words);
    const traits = readTraits(asked, synonyms);
    const times = timeParts(words, nowMs, exclusions.surePositions);
    const sizes = sizeParts(asked, positionsOfParts(traits));
    const sizeAndTimePositions = positionsOfParts([...sizes, ...times]);
    const roles = roleParts(asked, wordPieces);
    const numbersAndRoles = [
      ...numberParts(asked, readAmounts),
      ...roundParts(asked, wordPieces),
      ...roles.map(({ part }) => part),
    ].filter((part) => isFree(part, sizeAndTimePositions));
    const signalTypes = readSignalTypes(asked);
    const antonyms = readAntonyms(words);
    const negated = antonyms.filter(({ positions }) => isNegated(words, positions));
    const conditionPositions = positionsOfParts([
      ...traits,
      ...numbersAndRoles,
      ...times,
      ...sizes,
      ...signalTypes,
      ...negated,
    ]);
    const excluded = excludedParts(exclusions.all, wordPieces, isStopWord, (item) =>
      readSynonyms(item, 'longest'),
    ).filter((part) => isFree(part, conditionPositions));
    return {
      ...{ synonyms, antonyms, negated, traits, times, sizes },
      ...{ signalTypes, numbersAndRoles, excluded },
      superlatives: superlativeParts(asked, wordPieces, readAmounts),
      authors: roles.flatMap(({ part, isOfAuthor }) => (isOfAuthor ? [part] : [])),
      formerEmployers: formerEmployerParts(asked, wordPieces),
    };
  };
}

/** Creates the reader of places and industries, by our names and by those of stored companies. */
function createTraitsReader(
  wordPieces: WordPieces,
  wording: Wording,
): (asked: AskedQuestion, synonyms: readonly QuestionPart[]) => QuestionPart[] {
  const factsIn = createFactsFinder(wordPieces);
  const readListed = createCompanyReader(wording, wordPieces, factsIn);
  const readStored = createIndustryReader();
  return ({ words, exclusions, industries }, synonyms) => {
    // "Software engineer", "bank loan" and "food bank" do not name an industry.
    const listed = readListed(words, exclusions.positions).filter(
      (part) => !synonyms.some((each) => isWithin(part, each)),
    );
    // Of "accounting software companies" and "software companies" the longer is meant.
    const stored = readStored(words, exclusions.positions, industries).filter(
      ({ positions }) =>
        !listed.some((each) => sharesPiece(each, positions) && !isLonger(positions, each)),
    );
    const kept = listed.filter(
      ({ positions }) => !stored.some((each) => sharesPiece(each, positions)),
    );
    const onSides = [...kept, ...stored].map((part) => forDealSide(part, words, factsIn));
    return joinAlternatives(onSides, words);
  };
}

/** Returns the positions of all word pieces of some parts. */
export function positionsOfParts(parts: readonly QuestionPart[]): Set<number> {
  return new Set(parts.flatMap(({ positions }) => positions));
}

/** Returns true if a part has none of `taken`, which are positions of other parts. */
export function isFree({ positions }: QuestionPart, taken: ReadonlySet<number>): boolean {
  return !overlaps(positions, taken);
}

function sharesPiece({ positions }: QuestionPart, others: readonly number[]): boolean {
  return positions.some((position) => others.includes(position));
}

/** Returns true if `positions` begin first. Both end alike, for example with "companies". */
function isLonger(positions: readonly number[], { positions: others }: QuestionPart): boolean {
  return Math.min(...positions) < Math.min(...others);
}

/** Returns true if the words of a part are some of the words of a longer one. */
function isWithin({ positions }: QuestionPart, { positions: longer }: QuestionPart): boolean {
  return (
    positions.length < longer.length && positions.every((position) => longer.includes(position))
  );
}
