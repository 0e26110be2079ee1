/** Words of a question that a signal may say in other words of the same meaning. Pure. */
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, phraseBook, phraseFinder } from './phrases.js';

/** `groups`: phrases of one meaning each. `likeness`: what one counts for another. */
export function alikeParts(
  groups: readonly (readonly string[])[],
  wordPieces: WordPieces,
  likeness: number,
): (words: readonly PlacedWord[]) => AskedPart[] {
  const entries = groups.flatMap((listed) => {
    const group = [...new Set(listed.flatMap(inBothNumbers))];
    const find = phraseFinder(group.map(wordPieces.pieces));
    return group.map((phrase) => [phrase, find] as const);
  });
  const book = phraseBook(entries, wordPieces);
  return (words) =>
    book.inQuestion(words).map(({ meaning: find, pieces }) => ({
      pieces,
      isAlone: false,
      isCondition: false,
      isOfCompany: false,
      meet(tokens) {
        const at = find(tokens);
        return { at, likeness: at < 0 ? 0 : likeness };
      },
    }));
}

/** "Ethical hacker", "ethical hackers". Of a verb this makes a word that nobody writes. */
function inBothNumbers(phrase: string): string[] {
  if (/(?:ss|us|is|ed|ing|ly)$/.test(phrase)) return [phrase];
  if (/ies$/.test(phrase)) return [phrase, `${phrase.slice(0, -3)}y`];
  if (/(?:ch|sh|x)es$/.test(phrase)) return [phrase, phrase.slice(0, -2)];
  if (phrase.endsWith('s')) return [phrase, phrase.slice(0, -1)];
  if (/[^aeiou]y$/.test(phrase)) return [phrase, `${phrase.slice(0, -1)}ies`];
  return [phrase, `${phrase}${/(?:ch|sh|x)$/.test(phrase) ? 'es' : 's'}`];
}
