/** Finds opposites in signals: to the model, "raised" and "cut" are almost alike. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import {
  type PlacedWord,
  phraseFinder,
  phraseReader,
  withoutSpans,
  wordsBefore,
} from './phrases.js';
import type { QuestionPart } from './question-part.js';

/** Matches a negation: in "not profitable" and "isn't yet profitable" the opposite is meant. */
const NEGATED = /(?:^| )(?:not|never|no|without|\p{L}{1,8}n ['’] t) (?:(?!only )\S+ )?$/u;
const NEGATION_WORDS = 4;
/** Matches "non-profit" and "not for profit", which say nothing about a profit. */
const NO_PROFIT = /(?:^| )(?:non|not (?:- )?for) (?:- )?profits? $/;

export function isNegated(words: readonly PlacedWord[], [first = 0]: readonly number[]): boolean {
  return NEGATED.test(wordsBefore(words, first, NEGATION_WORDS));
}

/** `pairs`: words of two opposite directions. `likeness`: that of an opposite that is meant. */
export function createAntonymReader(
  pairs: readonly (readonly [readonly string[], readonly string[]])[],
  wordPieces: WordPieces,
  likeness: number,
): (words: readonly PlacedWord[]) => QuestionPart[] {
  const [hyphen] = wordPieces.phrases('-').flat();
  const directions = pairs.flatMap(([one, other]) => [
    [one, other] as const,
    [other, one] as const,
  ]);
  const groups = directions.map(([own, other]) => {
    const phrases = own.flatMap(wordPieces.phrases);
    const opposites = other.flatMap(wordPieces.phrases);
    const finders = {
      same: phraseFinder(phrases, hyphen),
      opposite: phraseFinder(opposites, hyphen),
      // "Halted its buyback" is the opposite of "buyback", although it contains the word.
      oppositeWithSame: phraseFinder(opposites.filter(containsOneOf(phrases)), hyphen),
    };
    return [phrases, finders] as const;
  });
  const readPhrases = phraseReader(groups);
  return (words) => {
    const meant = readPhrases(words).filter(
      ({ positions }) => !NO_PROFIT.test(wordsBefore(words, Math.max(...positions) + 1, 5)),
    );
    return meant.map(({ meaning: { same, opposite, oppositeWithSame }, positions }) => ({
      positions,
      overridesWords: true,
      match: isNegated(words, positions)
        ? (tokens) => {
            const found = opposite(tokens);
            if (found) return { at: found.at, likeness };
            return same(tokens) ? { likeness: 0, isOpposite: true } : undefined;
          }
        : (tokens) =>
            opposite(tokens) && !same(withoutSpans(tokens, oppositeWithSame))
              ? { likeness: 0, isOpposite: true }
              : undefined,
      locate: opposite,
    }));
  };
}

/** Returns a test for phrases that contain one of some shorter phrases. */
function containsOneOf(shorter: readonly (readonly number[])[]) {
  const find = phraseFinder(shorter);
  return (phrase: readonly number[]): boolean => find(phrase) !== undefined;
}
