/**
 * Reads names of companies in a question. Their own filings and posts say "the Company" or "we", so
 * a signal of the company also meets its name. Pure.
 */
import { CAPITALS, mayHoldNames, SHORT } from '../words/capitals.js';
import { overlaps, type PlacedWord, phraseFinder, positionsOf } from '../words/phrases.js';
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

/** Most runs of words that are looked up, each in up to three forms. */
const MAX_NAMES = 3;
const POSSESSIVE = /['’]s?$/;
/** Most words of a question that is only a name. A longer one in capitals is a headline. */
const MAX_WORDS = 6;

/** What `namesIn` must know of the words of a question. */
interface OtherMeanings {
  /** True for words of other parts, such as a place, and for words of synonyms and antonyms. */
  isTaken(word: PlacedWord): boolean;
  isStopWord(word: PlacedWord): boolean;
  /** True if all of the positions belong to one other part, for example "New York". */
  areOnePart(positions: readonly number[]): boolean;
}

/**
 * Returns possible names. "Is Example Data" is one as a whole, and without its first word. A word of
 * another part makes none alone, but "Boston Example" may be a name.
 */
export function namesIn(asked: AskedQuestion, meanings: OtherMeanings): AskedName[] {
  const runs = mayHoldNames(asked.text, asked.words)
    ? wordsMatching(asked, CAPITALS)
    : wholeQuestion(asked);
  const namesOfRuns = runs.map((run) => {
    // "Macy's" is a name with it, "Example's" without.
    const plain = withoutPossessive(run);
    const forms = [run.words, plain, trimmed(plain, meanings)];
    return forms
      .filter((form, at) => form.length < (forms[at - 1]?.length ?? Number.POSITIVE_INFINITY))
      .filter((form) => mayBeName(form, asked, meanings));
  });
  return namesOfRuns
    .filter((names) => names.length > 0)
    .slice(0, MAX_NAMES)
    .flat()
    .map((words) => ({
      text: asked.text.slice(words[0]?.start, words.at(-1)?.end),
      positions: positionsOf(words),
      phrase: words.flatMap(({ pieces }) => pieces),
    }));
}

function mayBeName(
  words: readonly PlacedWord[],
  asked: AskedQuestion,
  { isTaken, areOnePart }: OtherMeanings,
): boolean {
  const [first] = words;
  if (words.every(({ text }) => SHORT.test(text))) return false;
  if (overlaps(positionsOf(words), asked.exclusions.surePositions)) return false;
  if (words.length > 1) return !areOnePart(positionsOf(words));
  if (!first || isTaken(first)) return false;
  return words.length === asked.words.length || !beginsSentence(first);
}

/** Returns the words of a run: "Example Data" of "Example Data's". */
function withoutPossessive({ said, start, words }: SaidWords): readonly PlacedWord[] {
  const end = start + said.replace(POSSESSIVE, '').length;
  const kept = words.filter((word) => word.end <= end);
  return kept.length > 0 ? kept : words;
}

/** Returns the words without a stop word at the start of the question and abbreviations at the end. */
function trimmed(
  words: readonly PlacedWord[],
  { isStopWord }: OtherMeanings,
): readonly PlacedWord[] {
  const [first] = words;
  const from = first?.at === 0 && isStopWord(first) ? 1 : 0;
  return words.slice(from, words.findLastIndex(({ text }) => !SHORT.test(text)) + 1);
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
