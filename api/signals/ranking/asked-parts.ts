/**
 * What a question asks for in so many words: other words for the same, places and industries of companies,
 * numbers, rounds and offices. Each part says how well a signal meets the words of the question it stands
 * for. Pure.
 */
import type { WordPieces } from '../../../shared/domain/word-pieces.js';
import { alikeParts } from './alike-words.js';
import { companyParts } from './asked-companies.js';
import { numberParts } from './asked-numbers.js';
import type { AskedPart } from './asked-part.js';
import { subjectOf } from './asked-subject.js';
import { oppositeParts } from './opposite-words.js';
import { placedWords } from './phrases.js';
import type { Wording } from './wording.js';

export interface AskedWords {
  /** Those that stand alone come first: the others may still meet their words. */
  parts: AskedPart[];
  /** Places of pieces that tell little of what is asked. */
  light: ReadonlySet<number>;
  /** The question without the names in it. */
  subject: string;
}

export type ReadWords = (question: string) => AskedWords;

/** `alike`: what another word of the same meaning counts. */
export function createReadWords(
  wordPieces: WordPieces,
  load: () => Wording,
  { alike }: { alike: number },
): ReadWords {
  let read: ReadWords | undefined;
  // At the first question: it takes about 0.1 s, which processes that are asked nothing need not spend.
  return (question) => {
    read ??= readWordsOf(wordPieces, load(), alike);
    return read(question);
  };
}

function readWordsOf(wordPieces: WordPieces, wording: Wording, alike: number): ReadWords {
  const otherWords = alikeParts(wording.alike, wording.translated, wordPieces, alike);
  const opposite = oppositeParts(wording.opposites, wordPieces, alike);
  const ofCompany = companyParts(wording, wordPieces);
  const isLight = new Set(wording.light);
  const known = [...wording.alike.flat(), ...wording.opposites.flat(2)];
  const ofKind = new Set(known.flatMap((phrase) => phrase.split(' ')));
  return (question) => {
    const words = placedWords(question, wordPieces.words(question));
    const light = words
      .filter(({ text }) => isLight.has(text.toLowerCase()))
      .flatMap(({ at, pieces }) => pieces.map((_, piece) => at + piece));
    return {
      subject: subjectOf(question, words, ofKind),
      parts: [
        ...numberParts(question, words, wordPieces),
        ...opposite(words),
        ...otherWords(words),
        ...ofCompany(words),
      ],
      light: new Set(light),
    };
  };
}

/** Without word pieces. */
export const readNoWords: ReadWords = (question) => ({
  parts: [],
  light: new Set(),
  subject: question,
});
