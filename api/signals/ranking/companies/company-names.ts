/**
 * Reads names in a question, and names of companies. Their own filings and posts say "the Company"
 * or "we", so a signal of the company also meets its name. Pure.
 */
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import { type AskedQuestion, type SaidWords, wordsMatching } from '../words/asked-question.js';
import { CAPITALS, mayHoldNames, SHORT } from '../words/capitals.js';
import { overlaps, type PlacedWord, phraseFinder, positionsOf } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

/** A possible name of a company or a person. */
export interface AskedName {
  text: string;
  /** Positions of its word pieces in the question. */
  positions: readonly number[];
  /** Its word pieces. */
  phrase: readonly number[];
  /** Makes the part for the name ask for a side of a lawsuit, if the question does. */
  onSide?(part: QuestionPart): QuestionPart;
}

/** Most lists of names that are looked up. A name alone is one, too. */
const MAX_LISTS = 3;
/** Most forms of names that are looked up: each takes two statements. */
const MAX_FORMS = 9;
/** Matches a form of the SEC after a name: "Example 8-K". */
const FORM = / \d{1,2}-?[kq]\b.*$/isu;
const POSSESSIVE = /['’]s?$/;
/** Matches what joins a name to the next one: "Example, Sample", "Example vs. Sample". */
const BEFORE_NAME = /^(?:,? (?:and|or|vs\.?|versus) |, | ?\/ ?)\p{Lu}/u;
/** Matches two words in lower case that are all of a question, or whose posts are asked for. */
const IN_SMALL_LETTERS =
  /(?<=\bposts? (?:by|from|of) )\p{Ll}{2,40} \p{Ll}{2,40}$|^\p{Ll}{2,40} \p{Ll}{2,40}(?=(?: posts?)?$)/gu;
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
    ? [...wordsMatching(asked, CAPITALS), ...inSmallLetters(asked, meanings)]
    : wholeQuestion(asked);
  const names: (readonly PlacedWord[])[] = [];
  let lists = 0;
  for (const said of runs) {
    const run = withoutForm(said);
    // "Macy's" is a name with it, "Example's" without.
    const plain = withoutPossessive(run);
    const forms = [run.words, plain, trimmed(plain, meanings)]
      .filter((form, at, all) => form.length < (all[at - 1]?.length ?? Number.POSITIVE_INFINITY))
      .filter((form) => mayBeName(form, asked, meanings));
    if (forms.length === 0) continue;
    names.push(...forms);
    lists += isInList(run, asked) ? 0 : 1;
    if (lists === MAX_LISTS) break;
  }
  return names.slice(0, MAX_FORMS).map((words) => ({
    text: asked.text.slice(words[0]?.start, words.at(-1)?.end),
    positions: positionsOf(words),
    phrase: words.flatMap(({ pieces }) => pieces),
  }));
}

function mayBeName(
  words: readonly PlacedWord[],
  asked: AskedQuestion,
  { isTaken, isStopWord, areOnePart }: OtherMeanings,
): boolean {
  const [first] = words;
  if (words.every(({ text }) => SHORT.test(text))) return false;
  if (overlaps(positionsOf(words), asked.exclusions.surePositions)) return false;
  if (words.length > 1) return !areOnePart(positionsOf(words));
  if (!first || isTaken(first)) return false;
  if (words.length === asked.words.length || !beginsSentence(first)) return true;
  return !isStopWord(first) && (isInList(first, asked) || isBeforeKind());

  /** Returns true for "Example layoffs", but not for a headline. */
  function isBeforeKind(): boolean {
    const next = asked.words[1];
    return asked.words.length <= MAX_WORDS && !!next && isTaken(next) && !isStopWord(next);
  }
}

/** Returns true if a name, or a word with a capital, follows directly in a list. */
function isInList({ end }: { end: number }, { text }: AskedQuestion): boolean {
  return BEFORE_NAME.test(text.slice(end));
}

/** Returns the run before a form: "Example" of "Example 8-K". */
function withoutForm(run: SaidWords): SaidWords {
  const said = run.said.replace(FORM, '');
  const end = run.start + said.length;
  const words = run.words.filter((word) => word.end <= end);
  return { ...run, said, end, words, positions: positionsOf(words) };
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

/** Returns a name in lower case, not all of which means something else: "posts by jane example". */
function inSmallLetters(asked: AskedQuestion, { isTaken, isStopWord }: OtherMeanings): SaidWords[] {
  return wordsMatching(asked, IN_SMALL_LETTERS).filter(
    ({ words }) => !words.every(isTaken) && !words.some(isStopWord),
  );
}

/** Returns the whole question if it is only a name, for example "Example Health Network". */
function wholeQuestion(asked: AskedQuestion): SaidWords[] {
  const isName =
    asked.words.length <= MAX_WORDS && asked.words.every(({ text }) => !/^\p{Ll}/u.test(text));
  return isName ? wordsMatching(asked, /^.*$/gsu) : [];
}

/** Fewest letters of a word that is looked for in a name. */
const LEAST_LETTERS = 4;

/** Returns the places of words, in a text, that are in the key of a company, mostly its domain. */
export type FindOwnName = (tokens: readonly number[], companyKey: string) => ReadonlySet<number>;

export function createOwnNameFinder({ spell }: Pick<WordPieces, 'spell'>): FindOwnName {
  const spellings: string[] = [];
  return (tokens, companyKey) => {
    const found = new Set<number>();
    for (let from = 0, until = 0; from < tokens.length; from = until) {
      let word = '';
      for (; until < tokens.length; until += 1) {
        const piece = tokens[until] ?? 0;
        spellings[piece] ??= spell([piece]);
        const text = spellings[piece];
        // A piece that begins a word has a space before it.
        if (until > from && text.startsWith(' ')) break;
        word += text;
      }
      const text = word.trimStart();
      if (text.length < LEAST_LETTERS || !companyKey.includes(text)) continue;
      for (let at = from; at < until; at += 1) found.add(at);
    }
    return found;
  };
}

/**
 * Creates the part for a name, met by signals of the companies or people with `keys`, or by the whole
 * name in a text. One word of the name does not meet it: it may belong to another one.
 */
export function namePart(
  { positions, phrase }: AskedName,
  keys: readonly string[],
  metBy: 'company' | 'contact',
): QuestionPart {
  const find = phraseFinder([phrase]);
  const known = new Set(keys);
  const isOfCompany = metBy === 'company';
  return {
    positions,
    overridesWords: true,
    isCondition: true,
    metBy,
    storeCondition: isOfCompany ? { companies: keys } : { contacts: keys, phrases: [phrase] },
    locate: find,
    match(tokens, _, signal) {
      const found = find(tokens);
      const key = isOfCompany ? signal?.companyKey : signal?.contactKey;
      const isMet = found !== undefined || known.has(key ?? '');
      return { at: found?.at, likeness: isMet ? 1 : 0 };
    },
  };
}
