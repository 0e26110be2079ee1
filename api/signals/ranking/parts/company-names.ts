/**
 * Reads names of companies in a question. Their own filings and posts say "the Company" or "we", so
 * a signal of the company also meets its name. Pure.
 */
import { CAPITALS, mayHoldNames, SHORT } from '../words/capitals.js';
import { type PlacedWord, phraseFinder } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import { type AskedQuestion, type SaidWords, wordsMatching } from './asked-question.js';

/** A possible name of a company. */
export interface AskedName {
  text: string;
  /** Positions of its word pieces in the question. */
  positions: readonly number[];
  /** Its word pieces. */
  phrase: readonly number[];
}

/** Most names of a question, because each is looked up. */
const MAX_NAMES = 3;
/** Most words of a question that is only a name. A longer one in capitals is a headline. */
const MAX_WORDS = 6;

/** Returns possible names. Words of other parts, such as a place (`isTaken`), make none alone. */
export function namesIn(asked: AskedQuestion, isTaken: (word: PlacedWord) => boolean): AskedName[] {
  const runs = mayHoldNames(asked.text, asked.words)
    ? wordsMatching(asked, CAPITALS)
    : wholeQuestion(asked);
  return runs
    .filter(({ words }) => !words.every((word) => isTaken(word) || SHORT.test(word.text)))
    .filter(
      ({ words }) =>
        words.length !== 1 || words.length === asked.words.length || !beginsSentence(words[0]),
    )
    .map(({ said, words, positions }) => ({
      text: said,
      positions,
      phrase: words.flatMap(({ pieces }) => pieces),
    }))
    .slice(0, MAX_NAMES);
}

/** Returns true for a known word with a capital only as the first: "Robots in warehouses". */
function beginsSentence(word: PlacedWord | undefined): boolean {
  return word?.at === 0 && word.pieces.length < 2;
}

/** Returns the whole question if it is only a name, for example "Example Health Network". */
function wholeQuestion(asked: AskedQuestion): SaidWords[] {
  const isName =
    asked.words.length <= MAX_WORDS && asked.words.every(({ text }) => !/^\p{Ll}/u.test(text));
  return isName ? wordsMatching(asked, /^.*$/gsu) : [];
}

/**
 * Creates the part for a name, met by the companies with `keys` or by the whole name in a text. One
 * word of the name does not meet it: it may belong to another one.
 */
export function namePart({ positions, phrase }: AskedName, keys: readonly string[]): QuestionPart {
  const find = phraseFinder([phrase]);
  return {
    positions,
    overridesWords: true,
    isCondition: true,
    metBy: 'company',
    storeCondition: { companies: keys },
    locate: find,
    match(tokens, _, signal) {
      const found = find(tokens);
      const isMet = found !== undefined || keys.includes(signal?.companyKey ?? '');
      return { at: found?.at ?? -1, likeness: isMet ? 1 : 0 };
    },
  };
}
