/** Offices of which a person has one: "new CFO" asks for no other chief. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import type { AskedPart } from '../words/asked-part.js';
import { type PlacedWord, phraseBook, phraseFinder, phraseIn } from '../words/phrases.js';
import type { Wording } from '../words/wording.js';
import { inBothNumbers } from './alike-words.js';

/** Parts that are missed where a signal names another office and none of those that are asked for. */
export function roleParts(
  { roles, alike }: Wording,
  wordPieces: WordPieces,
): (words: readonly PlacedWord[]) => AskedPart[] {
  const offices = roles.map((role) => {
    const group = alike.find((phrases) => phrases.includes(role)) ?? [role];
    const both = group.flatMap((phrase) => inBothNumbers(phrase, group));
    const phrases = [...new Set(both)].flatMap(wordPieces.phrases);
    return { phrases, find: phraseFinder(phrases) };
  });
  const book = phraseBook(
    offices.flatMap((office) => office.phrases.map((phrase) => [phrase, office] as const)),
  );
  return (words) => {
    const found = book.inQuestion(words);
    const asked = new Set(found.map(({ meaning }) => meaning));
    const others = offices.filter((office) => !asked.has(office));
    const findOther = phraseFinder(others.flatMap(({ phrases }) => phrases));
    return found.map(({ pieces }) => ({
      pieces,
      isAlone: true,
      isCondition: false,
      isOfCompany: false,
      meet(tokens) {
        const isOther = findOther(tokens) >= 0 && ![...asked].some(({ find }) => find(tokens) >= 0);
        return isOther ? { at: -1, likeness: 0 } : undefined;
      },
      where: (tokens) => phraseIn(tokens, findOther),
    }));
  };
}
