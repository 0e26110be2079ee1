/** Reads companies that people left: "who left Example" asks for people from there. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { CAPITALS } from '../words/capitals.js';
import { phraseFinder } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import { type AskedQuestion, wordsMatching } from './asked-question.js';

/** Matches a word such as "left" directly before the name. */
const LEAVING =
  /\b(?:left|leaves?|leaving|quits?|quitting|former|(?:departures?|departed|moves?|moved|moving|came|comes?|coming|went|hired|hires|poached|switched) from) $/i;

export function formerEmployerParts(asked: AskedQuestion, { phrases }: WordPieces): QuestionPart[] {
  return wordsMatching(asked, CAPITALS).flatMap(({ said: name, start, positions }) => {
    if (!LEAVING.test(asked.text.slice(0, start))) return [];
    const from = phraseFinder(phrases(`from ${name}`));
    const to = phraseFinder(
      ['joined', 'joins', 'at'].flatMap((word) => phrases(`${word} ${name}`)),
    );
    const part: QuestionPart = {
      positions,
      overridesWords: true,
      isCondition: true,
      match(tokens) {
        const found = from(tokens);
        if (found) return { at: found.at + 1, likeness: 1 };
        return to(tokens) ? { at: -1, likeness: 0 } : undefined;
      },
      locate(tokens) {
        const said = from(tokens);
        return said && { ...said, at: said.at + 1 };
      },
    };
    return [part];
  });
}
