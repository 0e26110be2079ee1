/** Reads companies that people left: "who left Example" asks for people from there. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import {
  type PlacedWord,
  phraseFinder,
  phraseIn,
  positionsOf,
  wordsWithin,
} from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import { CAPITALS } from './subject-of.js';

/** Matches a word such as "left" directly before the name. */
const LEAVING =
  /\b(?:left|leaves?|leaving|quits?|quitting|former|(?:departures?|departed|moves?|moved|moving|came|comes?|coming|went|hired|hires|poached|switched) from) $/i;
/** Characters of the longest match. */
const LEAVING_CHARACTERS = 20;

export function formerEmployerParts(
  question: string,
  words: readonly PlacedWord[],
  { phrases }: WordPieces,
): QuestionPart[] {
  return [...question.matchAll(CAPITALS)].flatMap(({ 0: name, index }) => {
    if (!LEAVING.test(question.slice(Math.max(0, index - LEAVING_CHARACTERS), index))) return [];
    const from = phraseFinder(phrases(`from ${name}`));
    const to = phraseFinder(
      ['joined', 'joins', 'at'].flatMap((word) => phrases(`${word} ${name}`)),
    );
    const part: QuestionPart = {
      positions: positionsOf(wordsWithin(words, index, index + name.length)),
      overridesWords: true,
      isCondition: true,
      needsCompany: false,
      match(tokens) {
        const at = from(tokens);
        if (at >= 0) return { at: at + 1, likeness: 1 };
        return to(tokens) >= 0 ? { at: -1, likeness: 0 } : undefined;
      },
      locate(tokens) {
        const said = phraseIn(tokens, from);
        return said && { ...said, at: said.at + 1 };
      },
    };
    return [part];
  });
}
