/** Phrases of a question that a signal may say as they are or in other words of the same meaning. Pure. */
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, phraseBook, phraseFinder } from './phrases.js';

/** `groups`: phrases of one meaning each. `likeness`: what one counts for another. */
export function alikeParts(
  groups: readonly (readonly string[])[],
  wordPieces: WordPieces,
  likeness: number,
): (words: readonly PlacedWord[]) => AskedPart[] {
  const entries = groups.flatMap((group) => {
    const phrases = group.map(wordPieces.pieces);
    const find = phraseFinder(phrases);
    return group.map((text, at) => {
      const own = phrases[at] ?? [];
      // Of one piece, its likeness is what counts.
      const findOwn = phraseFinder(own.length > 1 ? [own] : []);
      return [text, { find, findOwn }] as const;
    });
  });
  const book = phraseBook(entries, wordPieces);
  return (words) =>
    book.inQuestion(words).map(({ meaning: { find, findOwn }, pieces }) => ({
      pieces,
      isAlone: false,
      isOfCompany: false,
      meet(tokens) {
        const exact = findOwn(tokens);
        if (exact >= 0) return { at: exact, likeness: 1 };
        const at = find(tokens);
        return { at, likeness: at < 0 ? 0 : likeness };
      },
    }));
}
