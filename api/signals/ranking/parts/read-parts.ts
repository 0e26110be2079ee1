/**
 * Finds all parts of a question: synonyms, antonyms, places and industries of companies, times,
 * sizes, superlatives, sources, numbers, origins and exclusions. Where two readers claim the same
 * words, this file says which one wins. Pure.
 */
import { createAmountReader } from '../../../../shared/domain/amount-reader.js';
import type { SignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { createChangeReader } from '../amounts/amount-changes.js';
import { numberParts } from '../amounts/number-parts.js';
import { createRoundReader } from '../amounts/round-parts.js';
import { createSuperlativeReader } from '../amounts/superlative-parts.js';
import type { FindOwnName } from '../companies/company-names.js';
import { createCompanyReader } from '../companies/company-parts.js';
import { forDealSide } from '../companies/deal-sides.js';
import { createIndustryReader } from '../companies/industry-parts.js';
import { forLawsuitSide, ownNameSpan } from '../companies/lawsuit-sides.js';
import { createSizeReader } from '../companies/size-parts.js';
import { createFactsFinder } from '../companies/summary-facts.js';
import { formerEmployerParts } from '../people/former-employer-parts.js';
import { movesIn } from '../people/move-parts.js';
import { createPromotionReader } from '../people/promotion-parts.js';
import { createRoleReader } from '../people/role-parts.js';
import { timeParts } from '../times/time-parts.js';
import { createAntonymReader, isNegated } from '../words/antonym-parts.js';
import type { AskedQuestion } from '../words/asked-question.js';
import { excludedParts, weighExcluded } from '../words/exclusions.js';
import { overlaps, type PlacedWord } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import { createSynonymReader } from '../words/synonym-parts.js';
import type { Wording } from '../words/wording.js';
import { joinAlternatives } from './join-alternatives.js';
import { createSignalTypeReader } from './signal-type-parts.js';

/** The parts of a question, and the positions of their words. */
interface PartsOfQuestion {
  /** In the order in which they are applied; see `ParsedQuestion.parts`. */
  parts: QuestionPart[];
  /** What a move of people is called in plain words; `undefined` if none is asked for. */
  move: string | undefined;
  /** Parts for sources. */
  signalTypes: QuestionPart[];
  /** Words that say where, when, how much or of which companies. */
  asidePositions: ReadonlySet<number>;
  /** Sources, people who write posts, and what is excluded: they are not about a kind of signal. */
  offTopicPositions: ReadonlySet<number>;
  /** Words that have a meaning other than a name. */
  takenPositions: ReadonlySet<number>;
}

interface PartsOptions {
  catalogue: SignalTypes;
  /** How much a synonym counts. */
  synonym: number;
  isStopWord(word: PlacedWord): boolean;
  /** Finds a company's own name in a text. */
  findOwnName: FindOwnName;
}

export function createPartsReader(
  wordPieces: WordPieces,
  wording: Wording,
  { catalogue, synonym, isStopWord, findOwnName }: PartsOptions,
): (asked: AskedQuestion) => PartsOfQuestion {
  const readSynonyms = createSynonymReader(wording, wordPieces, synonym);
  const readAntonyms = createAntonymReader(wording.antonyms, wordPieces, synonym);
  const readTraits = createTraitsReader(wordPieces, wording, findOwnName);
  const readSizes = createSizeReader(wording.sizes);
  const readRounds = createRoundReader(wordPieces);
  const readPromotions = createPromotionReader(wordPieces);
  const readRoles = createRoleReader(wording.roles, wordPieces);
  const readSignalTypes = createSignalTypeReader(catalogue);
  const readAmounts = createAmountReader(wordPieces);
  const readChanges = createChangeReader(wording.changes, wordPieces, readAmounts, synonym);
  const readSuperlatives = createSuperlativeReader(wording.superlatives, wordPieces, readAmounts);
  return (asked) => {
    const { words, exclusions, nowMs } = asked;
    const synonyms = readSynonyms(words);
    const roles = readRoles(asked);
    const traits = readTraits(asked, [...synonyms, ...roles.map(({ part }) => part)]);
    const times = timeParts(words, nowMs, exclusions.surePositions);
    const sizes = readSizes(asked, positionsOfParts(traits));
    const signalTypes = readSignalTypes(asked);
    const superlatives = readSuperlatives(asked);
    const rounds = readRounds(asked);
    const known = positionsOfParts([...synonyms, ...traits, ...times, ...roles.map((r) => r.part)]);
    const formerEmployers = formerEmployerParts(
      asked,
      wordPieces,
      (word) => isStopWord(word) || known.has(word.at),
      [...traits, ...times, ...rounds],
    );
    const formerPositions = positionsOfParts(formerEmployers);
    const moves = movesIn(asked, ({ at }) => formerPositions.has(at));
    const moveParts = moves.map(({ part }) => part);
    const authors = roles.flatMap(({ part, isOfAuthor }) => (isOfAuthor ? [part] : []));
    const antonyms = without(readAntonyms(words), signalTypes);
    const negated = antonyms.filter(({ positions }) => isNegated(words, positions));
    const numbersAndRoles = without(
      [
        ...numberParts(asked, readAmounts),
        ...joinAlternatives(rounds, words),
        ...roles.map(({ part }) => part),
      ],
      [...sizes, ...times, ...superlatives],
    );
    // With and without an amount: "above $5 million", "at an undisclosed price".
    const bounds = numbersAndRoles.filter(
      ({ storeCondition, metBy }) => storeCondition?.amounts || metBy === 'absence',
    );
    const conditions = [...traits, ...numbersAndRoles, ...times, ...sizes, ...signalTypes];
    const readItem = (item: readonly PlacedWord[]) => readSynonyms(item, 'longest');
    const excluded = without(excludedParts(exclusions.all, wordPieces, isStopWord, readItem), [
      ...conditions,
      ...negated,
    ]);
    // These parts decide their words alone.
    const deciding = [...times, ...sizes, ...superlatives, ...signalTypes, ...negated, ...excluded];
    const parts = [
      ...numbersAndRoles,
      ...sizes,
      ...superlatives,
      ...times,
      ...signalTypes,
      ...formerEmployers,
      ...readPromotions(asked),
      ...excluded,
      ...without(
        // People who leave for another company also join it.
        [...without(antonyms, moveParts), ...readChanges(words)],
        [...excluded, ...times, ...sizes, ...bounds],
      ),
      ...without(synonyms, deciding).filter(
        ({ positions }) => !overlaps(positions, exclusions.surePositions),
      ),
      ...without(traits, [...formerEmployers, ...signalTypes]),
      ...moveParts,
    ];
    return {
      move: moves[0]?.kind,
      parts: weighExcluded(parts, exclusions.surePositions),
      signalTypes,
      asidePositions: positionsOfParts([...traits, ...times, ...sizes, ...bounds]),
      offTopicPositions: positionsOfParts([...signalTypes, ...excluded, ...authors]),
      takenPositions: positionsOfParts([
        ...conditions,
        ...deciding,
        ...authors,
        ...formerEmployers,
        ...moveParts,
      ]),
    };
  };
}

/** Returns the parts that share no word with one of `others`. */
function without(parts: QuestionPart[], others: readonly QuestionPart[]): QuestionPart[] {
  const taken = positionsOfParts(others);
  return parts.filter(({ positions }) => !overlaps(positions, taken));
}

/** Creates the reader of places and industries, by our names and by those of stored companies. */
function createTraitsReader(
  wordPieces: WordPieces,
  wording: Wording,
  findOwnName: FindOwnName,
): (asked: AskedQuestion, longer: readonly QuestionPart[]) => QuestionPart[] {
  const factsIn = createFactsFinder(wordPieces);
  const readListed = createCompanyReader(wording, wordPieces, factsIn);
  const readStored = createIndustryReader();
  return (asked, longer) => {
    const { words } = asked;
    // "Software engineer", "bank loan" and "food bank" do not name an industry.
    const listed = readListed(asked).filter((part) => !longer.some((each) => isWithin(part, each)));
    // Of "accounting software companies" and "software companies" the longer is meant.
    const stored = readStored(asked).filter(
      (part) =>
        !listed.some(
          (each) => overlaps(each.positions, new Set(part.positions)) && !isLonger(part, each),
        ),
    );
    const kept = without(listed, stored);
    const onSides = [...kept, ...stored].map((part) =>
      forLawsuitSide(forDealSide(part, words, factsIn), words, {
        spell: wordPieces.spell,
        findCompany: (tokens, signal) => ownNameSpan(findOwnName(tokens, signal?.companyKey ?? '')),
      }),
    );
    return joinAlternatives(onSides, words);
  };
}

function positionsOfParts(parts: readonly QuestionPart[]): Set<number> {
  return new Set(parts.flatMap(({ positions }) => positions));
}

/** Returns true if the first part begins first. Both end alike, for example with "companies". */
function isLonger({ positions }: QuestionPart, { positions: others }: QuestionPart): boolean {
  return Math.min(...positions) < Math.min(...others);
}

/** Returns true if the words of a part are some of the words of a longer one. */
function isWithin({ positions }: QuestionPart, { positions: longer }: QuestionPart): boolean {
  return (
    positions.length < longer.length && positions.every((position) => longer.includes(position))
  );
}
