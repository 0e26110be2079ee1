/** Reads companies that people left: "who left Example" asks for people from there. Pure. */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type AskedQuestion, type SaidWords, wordsMatching } from '../words/asked-question.js';
import { CAPITALS } from '../words/capitals.js';
import { type PlacedWord, phraseFinder, positionsOf } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

/** Matches a word such as "left" directly before the name. */
const LEAVING =
  /(?:\bex[- ]|\b(?:left|leaves?|leaving|quits?|quitting|departing|former|alumni of|(?:formerly|previously|used to work) (?:at|for)|(?:departures?|departed|resigned|resigns|resigning|moves?|moved|moving|came|comes?|coming|went|alumni|(?:hired|hires|poached|switched)(?: away)?) from|(?:joined|joins|joining) (?:\S{1,40} ){0,4}from) )$/i;
const LEFT_BY_THEM = /^ (?:alumni|alums|ex-employees|leavers)\b/;
/** How well a text meets it that names the company, but nobody from there. */
const WITHOUT_ORIGIN = 0.5;
/** Matches what joins a former employer to the next one. */
const OR = /^(?:,? (?:and|or) |, | ?\/ ?)$/;
/** Matches a name in lower case after a person left. In "left office for good" "office" is known. */
const LEFT_IN_SMALL_LETTERS =
  /(?<=(?:^|\b(?:who|people|employees|engineers|executives) )(?:have )?(?:left|leaving|quit) |\bex-(?!date|dividend))\p{Ll}[\p{Ll}\p{N}]{2,30}(?=$| (?:for|in|to|alumni|employees|engineers|executives|managers|people|staff)\b)/gu;

/** Creates the reader. `isKnown`: true for words that have another meaning. */
export function formerEmployerParts(
  asked: AskedQuestion,
  { phrases }: WordPieces,
  isKnown: (word: PlacedWord) => boolean,
  others: readonly QuestionPart[],
): QuestionPart[] {
  return formerEmployers(asked, isKnown, others).map((names) => {
    const fromThem = names.flatMap(({ said }) => phrases(`from ${said}`));
    const from = phraseFinder(fromThem);
    const name = phraseFinder(names.flatMap(({ said }) => phrases(said)));
    const to = phraseFinder(
      names.flatMap(({ said }) =>
        ['joined', 'joins', 'at'].flatMap((word) => phrases(`${word} ${said}`)),
      ),
    );
    return {
      positions: positionsOf(names.flatMap(({ words }) => words)),
      overridesWords: true,
      isCondition: true,
      storeCondition: { phrases: fromThem },
      match(tokens) {
        const found = from(tokens);
        if (found) return { at: found.at + 1, likeness: 1 };
        return { likeness: name(tokens) && !to(tokens) ? WITHOUT_ORIGIN : 0 };
      },
      locate(tokens) {
        const said = from(tokens);
        return said && { ...said, at: said.at + 1 };
      },
    };
  });
}

/** Returns names of former employers: those joined by "or" together, because any of them is meant. */
function formerEmployers(
  asked: AskedQuestion,
  isKnown: (word: PlacedWord) => boolean,
  others: readonly QuestionPart[],
): SaidWords[][] {
  // "Ex-Example" is two words.
  const text = asked.text.replaceAll(/\bEx-/g, 'ex-');
  const lists: SaidWords[][] = [];
  for (const name of wordsMatching({ ...asked, text }, CAPITALS)) {
    if (others.some((part) => name.positions.every((each) => part.positions.includes(each))))
      continue;
    const last = lists.at(-1);
    const end = last?.at(-1)?.end;
    if (last && OR.test(text.slice(end, name.start))) last.push(name);
    else if (LEAVING.test(text.slice(0, name.start)) || LEFT_BY_THEM.test(text.slice(name.end))) {
      lists.push([name]);
    }
  }
  const small = wordsMatching({ ...asked, text }, LEFT_IN_SMALL_LETTERS);
  return [...lists, ...small.filter(({ words }) => !words.some(isKnown)).map((name) => [name])];
}
