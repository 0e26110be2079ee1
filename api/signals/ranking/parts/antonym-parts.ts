/** Finds opposites in signals: to the model, "raised" and "cut" are almost alike. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type PlacedWord, phraseFinder, phraseReader, wordsBefore } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

/** Matches a negation: in "not profitable" and "isn't yet profitable" the opposite is meant. */
const NEGATED = /(?:^| )(?:not|never|no|without|\p{L}{1,8}n ['’] t) (?:(?!only )\S+ )?$/u;
const NEGATION_WORDS = 4;

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
  const entries = directions.flatMap(([own, other]) => {
    const phrases = own.flatMap(wordPieces.phrases);
    const same = phraseFinder(phrases, hyphen);
    const opposite = phraseFinder(other.flatMap(wordPieces.phrases), hyphen);
    return phrases.map((phrase) => [phrase, { same, opposite }] as const);
  });
  const readPhrases = phraseReader(entries);
  return (words) =>
    readPhrases(words).map(({ meaning: { same, opposite }, positions }) => ({
      positions,
      overridesWords: true,
      isCondition: false,
      match: isNegated(words, positions)
        ? (tokens) => {
            const found = opposite(tokens);
            if (found) return { at: found.at, likeness };
            return same(tokens) ? { at: -1, likeness: 0, isOpposite: true } : undefined;
          }
        : (tokens) =>
            !same(tokens) && opposite(tokens)
              ? { at: -1, likeness: 0, isOpposite: true }
              : undefined,
      locate: opposite,
    }));
}
