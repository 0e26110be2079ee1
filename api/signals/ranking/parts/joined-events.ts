/** Divides questions that join two events: "raised money and then cut jobs". Pure. */
import { type PlacedWord, positionsOf, wordsWithin } from '../words/phrases.js';

export interface JoinedEvents {
  /** What asks for each event: "raised money", "cut jobs". */
  clauses: readonly [string, string];
  /** True if signals of the second event alone are no answers: "a lawsuit after a data breach". */
  isSubordinate: boolean;
  /** Positions of the words between them: "and then". */
  jointPositions: readonly number[];
  /** Positions of all words. */
  positions: readonly number[];
}

/** Matches words between two events. Whether there are events on both sides is not known here. */
const JOINT =
  /,? (?:(?:and|but)(?: (?:afterwards|also|at the same time|later|now|subsequently|then|yet))?|after|as well as|before|despite|followed by|plus|then|to (?:finance|fund|pay for)|while(?: also)?|yet) /gi;

/** Matches words before an event that only describes the one before them. */
const SUBORDINATING = /^ (?:after|before|despite|to) /i;
/** The most ways to divide a question, and the most characters of it. Each clause is embedded. */
const MAX_DIVISIONS = 3;
const MAX_CHARACTERS = 200;

/** Returns the first ways to divide a question. */
export function joinedEvents(question: string, words: readonly PlacedWord[]): JoinedEvents[] {
  if (question.length > MAX_CHARACTERS) return [];
  return [...question.matchAll(JOINT)].slice(0, MAX_DIVISIONS).map(({ index, 0: joint }) => {
    const end = index + joint.length;
    return {
      clauses: [question.slice(0, index), question.slice(end)],
      isSubordinate: SUBORDINATING.test(joint),
      jointPositions: positionsOf(wordsWithin(words, index, end)),
      positions: positionsOf(words),
    };
  });
}
