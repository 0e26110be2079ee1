/** Reads places and industries of a question, which the company of a signal may have. Pure. */
import { isCurrencyBefore } from '../../../../shared/domain/currencies.js';
import { foldWords } from '../../../../shared/domain/normalise/fold-case.js';
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import type { WordPieces } from '../../../../shared/domain/word-pieces.js';
import type { AskedQuestion } from '../words/asked-question.js';
import {
  NO_PIECE,
  type PlacedWord,
  phraseFinder,
  phraseReader,
  spoken,
  wordsAfter,
  wordsBefore,
} from '../words/phrases.js';
import { phraseMatch, type QuestionPart } from '../words/question-part.js';
import type { Wording } from '../words/wording.js';
import {
  cityEntries,
  countryEntries,
  type Entry,
  kindEntries,
  stateEntries,
} from './place-entries.js';
import type { PlacesInStates } from './places-in-states.js';
import type { FindFacts } from './summary-facts.js';
import { industryReader, type ReadMention, readField } from './trait-part.js';

const WORDS_BEFORE = 6;
/** Likeness of a company with one name for several industries: "Hotels, Restaurants & Leisure". */
const LIST_LIKENESS = 0.7;
/** Likeness of a company with a broader industry. It does not meet the condition. */
const BROADER_LIKENESS = 0.45;
/** Matches the signs between the industries of a list, and least number of them in a list. */
const ITEMS = /, (?:and )?| & | and /;
const LEAST_ITEMS = 3;
/** Matches what joins the places of a list: "Japan, Australia or in the US". */
const IN_LIST = /^(?:, )?(?:and |or |& |\/ |, )(?:in )?(?:the )?$/;

/** Creates the reader of places and industries. `factsIn` finds the company facts in a summary. */
export function createCompanyReader(
  wording: Wording,
  wordPieces: WordPieces,
  factsIn: FindFacts,
  inStates: PlacesInStates,
): (asked: AskedQuestion) => QuestionPart[] {
  const { phrases: split } = wordPieces;
  const places = { ...wordPieces, ...inStates };
  const industries = industryEntries(wording.industries, split, factsIn, inStates);
  const readPhrases = phraseReader<ReadMention | null>([
    ...countryEntries(wording, places, factsIn),
    ...industries,
    [phrasesOfNoIndustry(wording.industries, split), null],
    ...stateEntries(wording, places),
    ...kindEntries(wording.kinds, split),
    ...cityEntries(wording, places),
  ]);
  const ofNoPlace = new Set<ReadMention | null>([null, ...industries.map(([, read]) => read)]);
  return ({ words, exclusions }) => {
    const found = readPhrases(words);
    const ofPlaces = found.filter(({ meaning }) => !ofNoPlace.has(meaning));
    const lists = listsOf(
      ofPlaces.map(({ positions }) => positions),
      words,
    );
    return found.flatMap(({ meaning: read, positions }) => {
      const [first = 0] = positions;
      if (isOfCurrency(words, Math.max(...positions))) return [];
      const before = wordsBefore(words, first, WORDS_BEFORE);
      const list = lists.get(first) ?? positions;
      const aroundList = {
        before: wordsBefore(words, list[0] ?? first, WORDS_BEFORE),
        behind: wordsAfter(words, list.at(-1) ?? first, 1),
      };
      const isExcluded = exclusions.positions.has(first);
      return read?.({ words, positions, before, aroundList, isExcluded }) ?? [];
    });
  };
}

/** Returns the positions of each list of places, by the first position of each of its places. */
function listsOf(
  places: readonly (readonly number[])[],
  words: readonly PlacedWord[],
): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>();
  let list: number[] = [];
  for (const place of places) {
    const [last = -1, first = 0] = [list.at(-1), place[0]];
    const between = words.filter(({ at }) => at > last && at < first);
    if (!IN_LIST.test(spoken(between))) list = [];
    list.push(...place);
    lists.set(first, list);
  }
  return lists;
}

/** Returns true for "US" in "US$50 million", which does not ask for companies of the US. */
function isOfCurrency(words: readonly PlacedWord[], last: number): boolean {
  const next = words.findIndex(({ at }) => at > last);
  const [word, sign] = [words[next - 1], words[next]];
  if (!word || !sign?.text.startsWith('$') || word.end !== sign.start) return false;
  return isCurrencyBefore([word.text.toLowerCase(), sign.text], 1);
}

function industryEntries(
  industries: Wording['industries'],
  split: WordPieces['phrases'],
  factsIn: FindFacts,
  { findPlaces }: Pick<PlacesInStates, 'findPlaces'>,
): Entry[] {
  const [comma = -1] = split(',').flat();
  // "Red Bank, NJ" is no bank.
  const withoutPlaces = remembering((tokens: readonly number[]) => {
    const spans = findPlaces(tokens);
    if (spans.length === 0) return tokens;
    return tokens.map((token, at) =>
      spans.some((span) => at >= span.at && at < span.end) ? NO_PIECE : token,
    );
  });
  return industries.flatMap((industry): Entry[] => {
    const { asked, field = [], named, broader = [], said = [] } = industry;
    const rate = recordRater(named, broader);
    const phrases = [...new Set(asked.flatMap(inOtherWords))].flatMap(split);
    const findInFacts = phraseFinder([...asked, ...named].flatMap(split));
    const findHint = phraseFinder([...said.flatMap(split), ...phrases]);
    const read = industryReader(
      {
        isMeant: (company) => rate(company) > 0,
        rateRecord: rate,
        storeCondition: {
          industries: [...named, ...broader],
          phrases: [...named, ...said, ...asked].flatMap(split),
        },
        findName: phraseFinder(phrases),
        findHint: (tokens) => findHint(withoutPlaces(tokens)),
        matchFacts(facts) {
          // The industry comes first.
          const end = facts.indexOf(comma);
          return phraseMatch(findInFacts(withoutPlaces(facts).slice(0, end < 0 ? undefined : end)));
        },
      },
      factsIn,
    );
    return [
      [phrases, read],
      [field.flatMap(inOtherWords).flatMap(split), readField(read)],
    ];
  });
}

/** Remembers the last result: all industries of a question look at the same text in turn. */
function remembering<Given, Result>(read: (given: Given) => Result): (given: Given) => Result {
  let last: { given: Given; result: Result } | undefined;
  return (given) => {
    if (!last || last.given !== given) last = { given, result: read(given) };
    return last.result;
  };
}

/** Creates the function that rates records of companies, see `Industry`. */
function recordRater(
  named: readonly string[],
  broader: readonly string[],
): (company: Pick<CompanyFacts, 'industries'>) => number {
  // Parts match at the start of a word: not "technology" in "Biotechnology".
  const beginnings = (parts: readonly string[]) => parts.map((part) => ` ${foldWords(part)}`);
  const [ofNamed, ofBroader] = [beginnings(named), beginnings(broader)];
  const has = (name: string, parts: readonly string[]): boolean =>
    parts.some((part) => ` ${foldWords(name)}`.includes(part));
  const rateName = (name: string): number => {
    if (!has(name, ofNamed)) return has(name, ofBroader) ? BROADER_LIKENESS : 0;
    const items = name.split(ITEMS);
    const isOfOthers = items.length >= LEAST_ITEMS && !items.every((item) => has(item, ofNamed));
    return isOfOthers ? LIST_LIKENESS : 1;
  };
  return ({ industries }) => Math.max(0, ...industries.map(rateName));
}

/** Returns phrases in which the name of an industry means something else, as word pieces. */
function phrasesOfNoIndustry(
  industries: Wording['industries'],
  split: WordPieces['phrases'],
): number[][] {
  return industries
    .flatMap(({ unless }) => unless ?? [])
    .flatMap(({ words, before = [], after }) =>
      words.flatMap((word) => [
        ...before.map((each) => `${each} ${word}`),
        ...after.map((each) => `${word} ${each}`),
      ]),
    )
    .flatMap(split);
}

const MAKERS = /(?<= )(?:companies|makers)$/;

/**
 * Returns variants: "food company" and "food startups" for "food companies", "oil & gas" for "oil
 * and gas". A single word, such as "financials", has no singular.
 */
function inOtherWords(phrase: string): string[] {
  const others = MAKERS.test(phrase)
    ? ['companies', 'firms', 'makers', 'vendors', 'providers', 'startups', 'start ups'].map(
        (each) => phrase.replace(MAKERS, each),
      )
    : [];
  return [phrase, ...others]
    .flatMap((each) => [each, each.replace(' and ', ' & '), each.replace(' and ', ' / ')])
    .flatMap((each) => [each, singularOf(each)]);
}

function singularOf(phrase: string): string {
  if (!phrase.includes(' ')) return phrase;
  return phrase.endsWith('ies') ? `${phrase.slice(0, -3)}y` : phrase.replace(/(?<![su])s$/, '');
}
