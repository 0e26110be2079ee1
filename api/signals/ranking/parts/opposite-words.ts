/** Finds opposites in signals: to the model, "raised" and "cut" are almost alike. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import type { AskedPart } from '../words/asked-part.js';
import {
  type PlacedWord,
  phraseBook,
  phraseFinder,
  phraseIn,
  wordsBefore,
} from '../words/phrases.js';

/** Matches a negation: in "not profitable" and "isn't yet profitable" the opposite is meant. */
const NEGATED = /(?:^| )(?:not|never|no|without|\p{L}{1,8}n ['’] t) (?:(?!only )\S+ )?$/u;
const NEGATION_WORDS = 4;

export function isNegated(words: readonly PlacedWord[], [first = 0]: readonly number[]): boolean {
  return NEGATED.test(wordsBefore(words, first, NEGATION_WORDS));
}

/** `pairs`: words of two opposite directions. `alike`: likeness of an opposite that is meant. */
export function oppositeParts(
  pairs: readonly (readonly [readonly string[], readonly string[]])[],
  wordPieces: WordPieces,
  alike: number,
): (words: readonly PlacedWord[]) => AskedPart[] {
  const entries = pairs.flatMap(([oneWay, otherWay]) => {
    const one = oneWay.flatMap(wordPieces.phrases);
    const other = otherWay.flatMap(wordPieces.phrases);
    const findOne = phraseFinder(one);
    const findOther = phraseFinder(other);
    return [
      ...one.map((word) => [word, { own: findOne, against: findOther }] as const),
      ...other.map((word) => [word, { own: findOther, against: findOne }] as const),
    ];
  });
  const book = phraseBook(entries);
  return (words) =>
    book.inQuestion(words).map(({ meaning: { own, against }, pieces }) => ({
      pieces,
      isAlone: true,
      isCondition: false,
      isOfCompany: false,
      meet: isNegated(words, pieces)
        ? (tokens) => {
            const at = against(tokens);
            if (at >= 0) return { at, likeness: alike };
            return own(tokens) >= 0 ? { at, likeness: 0 } : undefined;
          }
        : (tokens) =>
            own(tokens) < 0 && against(tokens) >= 0 ? { at: -1, likeness: 0 } : undefined,
      where: (tokens) => phraseIn(tokens, against),
    }));
}
