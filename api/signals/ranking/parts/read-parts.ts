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
import { askedAmountReader } from '../amounts/round-amounts.js';
import { createRoundReader } from '../amounts/round-parts.js';
import { createSuperlativeReader } from '../amounts/superlative-parts.js';
import type { FindOwnName } from '../companies/company-names.js';
import { createCompanyReader } from '../companies/company-parts.js';
import { forDealSide } from '../companies/deal-sides.js';
import { createIndustryReader } from '../companies/industry-parts.js';
import { forLawsuitSide, ownNameSpan } from '../companies/lawsuit-sides.js';
import type { PlacesInStates } from '../companies/places-in-states.js';
import { createSizeReader } from '../companies/size-parts.js';
import type { FindFacts } from '../companies/summary-facts.js';
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
  /** Finds the company facts in a summary. */
  factsIn: FindFacts;
  inStates: PlacesInStates;
}

export function createPartsReader(
  wordPieces: WordPieces,
  wording: Wording,
  options: PartsOptions,
): (asked: AskedQuestion) => PartsOfQuestion {
  const read = createReaders(wordPieces, wording, options);
  return (asked) => {
    const { surePositions } = asked.exclusions;
    const found = findParts(read, asked);
    const decided = decideWords(read, asked, found);
    return {
      move: found.move,
      parts: weighExcluded(inOrder(read, asked, found, decided), surePositions),
      signalTypes: found.signalTypes,
      asidePositions: positionsOfParts(found.traits, found.times, found.sizes, decided.bounds),
      offTopicPositions: positionsOfParts(found.signalTypes, decided.excluded, found.authors),
      takenPositions: positionsOfParts(
        decided.conditions,
        decided.deciding,
        found.authors,
        found.formerEmployers,
        found.moves,
      ),
    };
  };
}

type Readers = ReturnType<typeof createReaders>;

function createReaders(
  wordPieces: WordPieces,
  wording: Wording,
  { catalogue, synonym, isStopWord, ...finders }: PartsOptions,
) {
  const readAmounts = createAmountReader(wordPieces);
  const readSuperlatives = createSuperlativeReader(wording.superlatives, wordPieces);
  const amountsFor = (asked: AskedQuestion) => askedAmountReader(asked, readAmounts);
  const synonyms = createSynonymReader(wording, wordPieces, synonym);
  return {
    synonyms,
    antonyms: createAntonymReader(wording.antonyms, wordPieces, synonym),
    traits: createTraitsReader(wordPieces, wording, finders),
    sizes: createSizeReader(wording.sizes),
    rounds: createRoundReader(wordPieces),
    promotions: createPromotionReader(wordPieces),
    roles: createRoleReader(wording.roles, wordPieces),
    signalTypes: createSignalTypeReader(catalogue),
    numbers: (asked: AskedQuestion) => numberParts(asked, amountsFor(asked)),
    changes: createChangeReader(wording.changes, wordPieces, readAmounts, synonym),
    superlatives: (asked: AskedQuestion) => readSuperlatives(asked, amountsFor(asked)),
    formerEmployers: (asked: AskedQuestion, known: Set<number>, others: QuestionPart[]) =>
      formerEmployerParts(
        asked,
        wordPieces,
        (word) => isStopWord(word) || known.has(word.at),
        others,
      ),
    excluded: ({ exclusions }: AskedQuestion) =>
      excludedParts(exclusions.all, wordPieces, isStopWord, (item) => synonyms(item, 'longest')),
  };
}

type FoundParts = ReturnType<typeof findParts>;

/** Reads what needs no decision: a reader gets the parts of those before it that win. */
function findParts(read: Readers, asked: AskedQuestion) {
  const { words, exclusions, nowMs } = asked;
  const askedRoles = read.roles(asked);
  const roles = askedRoles.map(({ part }) => part);
  const authors = askedRoles.flatMap(({ part, isOfAuthor }) => (isOfAuthor ? [part] : []));
  const synonyms = read.synonyms(words);
  const traits = read.traits(asked, [...synonyms, ...roles]);
  const times = timeParts(words, nowMs, exclusions.surePositions);
  const rounds = read.rounds(asked);
  const known = positionsOfParts(synonyms, traits, times, roles);
  const formerEmployers = read.formerEmployers(asked, known, [...traits, ...times, ...rounds]);
  const formerPositions = positionsOfParts(formerEmployers);
  const moves = movesIn(asked, ({ at }) => formerPositions.has(at));
  return {
    synonyms,
    roles,
    authors,
    traits,
    times,
    rounds,
    formerEmployers,
    move: moves[0]?.kind,
    moves: moves.map(({ part }) => part),
    sizes: read.sizes(asked, positionsOfParts(traits)),
    signalTypes: read.signalTypes(asked),
    superlatives: read.superlatives(asked),
  };
}

type DecidedParts = ReturnType<typeof decideWords>;

/** Reads numbers, antonyms and exclusions, without the words that have another meaning. */
function decideWords(read: Readers, asked: AskedQuestion, found: FoundParts) {
  const { words } = asked;
  const { rounds, roles, traits, times, sizes, signalTypes, superlatives } = found;
  const numbersAndRoles = without(
    [...read.numbers(asked), ...joinAlternatives(rounds, words), ...roles],
    sizes,
    times,
    superlatives,
  );
  const antonyms = without(read.antonyms(words), signalTypes);
  const negated = antonyms.filter(({ positions }) => isNegated(words, positions));
  const conditions = [...traits, ...numbersAndRoles, ...times, ...sizes, ...signalTypes];
  const excluded = without(read.excluded(asked), conditions, negated);
  return {
    numbersAndRoles,
    antonyms,
    excluded,
    conditions,
    /** Conditions with and without an amount: "above $5 million", "at an undisclosed price". */
    bounds: numbersAndRoles.filter(
      ({ storeCondition, metBy }) => storeCondition?.amounts || metBy === 'absence',
    ),
    /** They decide their words alone. */
    deciding: [...times, ...sizes, ...superlatives, ...signalTypes, ...negated, ...excluded],
  };
}

/** Returns all parts in the order in which they are applied. */
function inOrder(
  read: Readers,
  asked: AskedQuestion,
  found: FoundParts,
  { numbersAndRoles, antonyms, excluded, bounds, deciding }: DecidedParts,
): QuestionPart[] {
  const { synonyms, traits, times, sizes, signalTypes, superlatives, formerEmployers } = found;
  // People who leave for another company also join it.
  const changes = [...without(antonyms, found.moves), ...read.changes(asked.words)];
  return [
    ...numbersAndRoles,
    ...sizes,
    ...superlatives,
    ...times,
    ...signalTypes,
    ...formerEmployers,
    ...read.promotions(asked),
    ...excluded,
    ...without(changes, excluded, times, sizes, bounds),
    ...without(synonyms, deciding).filter(
      ({ positions }) => !overlaps(positions, asked.exclusions.surePositions),
    ),
    ...without(traits, formerEmployers, signalTypes),
    ...found.moves,
  ];
}

type Lists = readonly (readonly QuestionPart[])[];

/** Returns the parts that share no word with one of `others`. */
function without(parts: QuestionPart[], ...others: Lists): QuestionPart[] {
  const taken = positionsOfParts(...others);
  return parts.filter(({ positions }) => !overlaps(positions, taken));
}

/** Creates the reader of places and industries, by our names and by those of stored companies. */
function createTraitsReader(
  wordPieces: WordPieces,
  wording: Wording,
  { findOwnName, factsIn, inStates }: Pick<PartsOptions, 'findOwnName' | 'factsIn' | 'inStates'>,
): (asked: AskedQuestion, longer: readonly QuestionPart[]) => QuestionPart[] {
  const readListed = createCompanyReader(wording, wordPieces, factsIn, inStates);
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

function positionsOfParts(...lists: Lists): Set<number> {
  return new Set(lists.flat().flatMap(({ positions }) => positions));
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
