/**
 * Reads the parts of a question: synonyms, places, industries and sizes of companies, sources,
 * times, numbers, superlatives, rounds and roles, companies that somebody left, and what it
 * excludes. Each part says how well a signal meets its words of the question. Pure.
 */
import {
  loadSignalTypes,
  type SignalTypes,
} from '../../../../shared/domain/schemas/signal-types.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import {
  type AskedName,
  createOwnNameFinder,
  type FindOwnName,
  namesIn,
} from '../companies/company-names.js';
import { forLawsuitSide } from '../companies/lawsuit-sides.js';
import { createNameWordsFinder } from '../companies/name-words.js';
import { createPlacesInStates } from '../companies/places-in-states.js';
import { createFactsFinder } from '../companies/summary-facts.js';
import { wordsMatching } from '../words/asked-question.js';
import { createClauseFinder, type FindClauses } from '../words/clauses.js';
import { exclusionsIn, withoutExclusions } from '../words/exclusions.js';
import { createFragments, type Fragments, NO_FRAGMENTS } from '../words/fragments.js';
import {
  type Find,
  type PlacedWord,
  phraseFinder,
  placedWords,
  positionsOf,
} from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';
import { type JoinedEvents, joinedEvents } from './joined-events.js';
import { createPartsReader } from './read-parts.js';
import { subjectOf } from './subject-of.js';

export interface ParsedQuestion {
  /**
   * In the order in which they are applied: a part with `overridesWords` replaces what earlier parts
   * said about its words; any other part can only raise their likeness.
   */
  parts: QuestionPart[];
  /** Subtypes of the types that are asked for; `null` for all. */
  subtypes: ReadonlySet<string> | null;
  /** Positions of word pieces that say little about what is asked. */
  stopWordPositions: ReadonlySet<number>;
  /** The positions of the word pieces of each word. */
  wordPositions: readonly (readonly number[])[];
  /** The word piece of words that the model does not know. It is not like any word. */
  unknownPiece: number;
  /** Finds short pieces of longer words in a text. */
  fragments: Fragments;
  /** Finds a company's own name in a text. */
  findOwnName: FindOwnName;
  /** Finds words of names in a text that are not words of the question. */
  findNameWords: FindOwnName;
  /** Finds a phrase with which a text denies what it tells of. */
  findDenial: Find;
  findClauses: FindClauses;
  /** The question without what it explicitly excludes, because likeness to that says nothing. */
  withoutExclusions: string;
  /** The question without names, places, industries, sizes and times: the kind of signal. */
  subject: string;
  /** Ways to divide it into two events. */
  joined: readonly JoinedEvents[];
  /** Possible names of companies. */
  names: readonly AskedName[];
}

/** Reads a question. `nowMs`: for its times. `industries`: all industries of stored companies. */
export type ParseQuestion = (
  question: string,
  nowMs: number,
  industries?: readonly string[],
) => ParsedQuestion;

/** Creates the reader of questions. `synonym`: how much a synonym counts. */
export function createParseQuestion(
  wordPieces: WordPieces,
  load: () => Wording,
  { synonym }: { synonym: number },
): ParseQuestion {
  let parse: ParseQuestion | undefined;
  // Prepared at the first question: processes without questions save about 0.1 s.
  return (...asked) => {
    parse ??= parserOf(wordPieces, load(), synonym);
    return parse(...asked);
  };
}

function parserOf(wordPieces: WordPieces, wording: Wording, synonym: number): ParseQuestion {
  const catalogue = loadSignalTypes();
  const stopWordSet = new Set(wording.stopWords);
  const isStopWord = ({ text }: PlacedWord): boolean => stopWordSet.has(text.toLowerCase());
  const phrases = [...wording.synonyms.flat(), ...wording.antonyms.flat(2)];
  const fragments = createFragments(wordPieces);
  const findOwnName = createOwnNameFinder(wordPieces);
  const factsIn = createFactsFinder(wordPieces);
  const inStates = createPlacesInStates(wording.states, wordPieces);
  const { spell } = wordPieces;
  const { findPlaces } = inStates;
  const findNameWords = createNameWordsFinder({ spell, findOwnName, factsIn, findPlaces });
  const findDenial = phraseFinder(denialsOf(wording).flatMap(wordPieces.phrases));
  const findClauses = createClauseFinder(wordPieces);
  const partsOf = createPartsReader(wordPieces, wording, {
    ...{ catalogue, synonym, isStopWord, findOwnName, factsIn, inStates },
  });
  const ofNamed = (part: QuestionPart, words: readonly PlacedWord[]): QuestionPart =>
    forLawsuitSide(part, words, {
      spell: wordPieces.spell,
      findCompany: (tokens) => part.locate?.(tokens),
    });
  const topicalWords = new Set(phrases.flatMap((phrase) => phrase.split(' ')));
  return (question, nowMs, industries = []) => {
    const words = placedWords(question, wordPieces.words(question));
    const spelt = words.map(({ text }) => text.toLowerCase());
    const exclusions = exclusionsIn(words, spelt);
    const asked = { text: question, words, spelt, exclusions, nowMs, industries };
    const { parts, signalTypes, move, ...positions } = partsOf(asked);
    const idleWords = new Set(wordsMatching(asked, IDLE).flatMap((idle) => idle.words));
    const isOffTopic = (word: PlacedWord): boolean =>
      idleWords.has(word) ||
      positions.offTopicPositions.has(word.at) ||
      exclusions.byPositions.has(word.at);
    const stopWords = words.filter(
      (word) => isStopWord(word) || idleWords.has(word) || SIGN.test(word.text),
    );
    const isTaken = ({ at, text }: PlacedWord): boolean =>
      positions.takenPositions.has(at) || topicalWords.has(text.toLowerCase());
    return {
      parts,
      subtypes: subtypesOf(signalTypes, catalogue),
      withoutExclusions: withoutExclusions(question, exclusions.all),
      subject:
        move ??
        subjectOf(question, words, {
          ...{ topicalWords, isOffTopic, stopWordSet },
          isAside: ({ at }) => positions.asidePositions.has(at),
          endsIndustry: endOfIndustry(parts),
        }),
      stopWordPositions: new Set(positionsOf(stopWords)),
      wordPositions: words.map((word) => positionsOf([word])),
      unknownPiece: wordPieces.unknown,
      ...{ fragments, findOwnName, findDenial, findClauses },
      findNameWords: findNameWords(words, isTaken),
      joined: joinedEvents(question, words),
      names: namesIn(asked, {
        ...{ isTaken, isStopWord },
        areOnePart: (named) =>
          parts.some((part) => named.every((position) => part.positions.includes(position))),
      }).map((name) => ({ ...name, onSide: (part) => ofNamed(part, words) })),
    };
  };
}

function endOfIndustry(parts: readonly QuestionPart[]): (word: PlacedWord) => boolean {
  const industries = parts.filter(({ storeCondition }) => storeCondition?.industries);
  const ends = new Set(industries.map(({ positions }) => Math.max(...positions)));
  return (word) => positionsOf([word]).some((position) => ends.has(position));
}

function denialsOf({ denials: { verbs, rumours, phrases } }: Wording): string[] {
  return [...verbs.flatMap((verb) => rumours.map((rumour) => `${verb} ${rumour}`)), ...phrases];
}

/** Matches brackets, commas and the like, which summaries have as well. */
const SIGN = /^[^\p{L}\p{N}]+$/u;
/** Matches phrases that ask for anything at all, or for anybody. */
const IDLE =
  /\b(?:what(?: i|['’]?)s (?:new|going on|happening)|what happened|anything new|news (?:about|on|from|of))\b|^people\b(?!['’]| (?:inc|analytics|teams?|ops|operations?|partners?|officers?|chiefs?|directors?|managers?|leads?|departments?|functions?)\b)/giu;

function subtypesOf(
  signalTypes: readonly QuestionPart[],
  { types }: SignalTypes,
): ReadonlySet<string> | null {
  const askedTypes = signalTypes.flatMap(({ storeCondition }) => storeCondition?.types ?? []);
  if (askedTypes.length === 0) return null;
  const meant = types.filter(({ type }) => askedTypes.includes(type));
  return new Set(meant.flatMap(({ subtypes }) => subtypes.map(({ subtype }) => subtype)));
}

/** The reader for models without word pieces: it finds no parts. */
export const parseNothing: ParseQuestion = (question) => ({
  parts: [],
  subtypes: null,
  withoutExclusions: question,
  stopWordPositions: new Set(),
  wordPositions: [],
  unknownPiece: -1,
  fragments: NO_FRAGMENTS,
  findOwnName: () => new Set(),
  findNameWords: () => new Set(),
  findDenial: () => undefined,
  findClauses: () => [],
  subject: question,
  joined: [],
  names: [],
});
