/**
 * Reads industries by the names that stored companies give them: "mining companies", "makers of
 * smart meters". Other names of them are in the wording, see company-parts.ts. Pure.
 */
import { stemmer } from 'stemmer';
import { foldCase } from '../../../../shared/domain/normalise/fold-case.js';
import { type PlacedWord, positionsOf } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

/** Matches words for companies, which follow an industry or, with "in" or "of", precede it. */
const COMPANIES =
  /^(?:company|companies|firms?|business|businesses|makers?|manufacturers?|producers?|providers?|suppliers?|vendors?|operators?|developers?|distributors?|groups?|startups?|brands?|giants?|corporations?|enterprises?|sector|industry|industries)$/;
/** First half of "start-ups". */
const START = 'start';
const BEFORE = /^(?:in|of)$/;
const JOINS = /^(?:and|or|&|,|\/)$/;
const ARTICLES = /^(?:the|a|an)$/;
/** Words that do not name an industry, although the names of some industries contain them. */
const OF_NO_INDUSTRY = new Set(
  'public private listed new young old other others general big small large medium holding parent family local foreign international global same such rival these those all any many some two three more most service services social online digital professional human business company group'.split(
    ' ',
  ),
);
/** Most words of an industry in a question. */
const MAX_WORDS = 3;
/** Fewest letters of a short form such as "pharma". */
const LEAST_BEGINNING = 5;
/** Most industries that a store is asked for. If more match, it gets the words of the question. */
const MAX_NAMES = 50;
/** Least share of all words. Signals of other companies are wrong answers, whatever else fits. */
const LEAST_SHARE = 0.3;

interface Industry {
  /** The name as `foldCase` returns it. */
  name: string;
  stems: string[];
}

export type ReadIndustries = (
  words: readonly PlacedWord[],
  excluded: ReadonlySet<number>,
  names: readonly string[],
) => QuestionPart[];

/** Returns true if a question may name an industry. This is quicker than loading all names. */
export function mayNameIndustry(question: string): boolean {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => COMPANIES.test(word) || word === START);
}

/** Creates the reader of industries, which remembers what it made of the last `names`. */
export function createIndustryReader(): ReadIndustries {
  let compiled: { names: readonly string[]; industries: Industry[] } = {
    names: [],
    industries: [],
  };
  return (words, excluded, names) => {
    if (!isEqual(compiled.names, names)) compiled = { names, industries: names.map(industryOf) };
    const spoken = words.filter(({ text }) => text !== '-');
    return runsOf(spoken).flatMap((run) => {
      const longest = longestNamed(run, compiled.industries);
      return longest ? [industryPart(longest.words, longest.industries, excluded)] : [];
    });
  };
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

function industryOf(name: string): Industry {
  return {
    name: foldCase(name),
    stems: stemsOf(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
  };
}

function stemsOf(words: readonly string[]): string[] {
  return words.filter((word) => word !== 'and').map(stemmer);
}

/** Words that may name an industry, before "companies" or after "companies in". */
interface Run {
  words: PlacedWord[];
  /** Whether the last or the first word must be part of the name. */
  end: 'last' | 'first';
}

function runsOf(words: readonly PlacedWord[]): Run[] {
  const lower = words.map(({ text }) => text.toLowerCase());
  return lower.flatMap((word, at) => {
    if (!COMPANIES.test(word) && !(word === START && /^ups?$/.test(lower[at + 1] ?? ''))) return [];
    const before: Run = { words: words.slice(Math.max(0, at - MAX_WORDS - 1), at), end: 'last' };
    // In "banks and insurance companies", "companies" also belongs to "banks".
    const joint = lower.lastIndexOf('and', at - 1);
    const joined: Run[] =
      joint > 0 && at - joint <= MAX_WORDS + 1
        ? [{ words: words.slice(Math.max(0, joint - MAX_WORDS), joint), end: 'last' }]
        : [];
    if (!BEFORE.test(lower[at + 1] ?? '')) return [before, ...joined];
    const from = ARTICLES.test(lower[at + 2] ?? '') ? at + 3 : at + 2;
    return [before, ...joined, { words: words.slice(from, from + MAX_WORDS), end: 'first' }];
  });
}

/** Finds the longest part of a run whose words are all in the name of a stored industry. */
function longestNamed(
  { words, end }: Run,
  industries: readonly Industry[],
): { words: PlacedWord[]; industries: Industry[] } | undefined {
  for (let length = words.length; length > 0; length -= 1) {
    const candidate = end === 'last' ? words.slice(-length) : words.slice(0, length);
    const lower = candidate.map(({ text }) => text.toLowerCase());
    if (JOINS.test(lower[0] ?? '') || lower.some((word) => OF_NO_INDUSTRY.has(word))) continue;
    const asked = stemsOf(lower.filter((word) => !JOINS.test(word)));
    const named = industries.filter(({ stems }) =>
      asked.every((stem) => stems.some((each) => isSame(each, stem))),
    );
    if (asked.length > 0 && named.length > 0) return { words: candidate, industries: named };
  }
  return;
}

function isSame(named: string, asked: string): boolean {
  return named === asked || (asked.length >= LEAST_BEGINNING && named.startsWith(asked));
}

function industryPart(
  words: readonly PlacedWord[],
  industries: readonly Industry[],
  excluded: ReadonlySet<number>,
): QuestionPart {
  const positions = positionsOf(words);
  const names = new Set(industries.map(({ name }) => name));
  const isExcluded = excluded.has(positions[0] ?? -1);
  const word = words.map(({ text }) => text.toLowerCase()).join(' ');
  return {
    positions,
    overridesWords: isExcluded,
    isCondition: true,
    leastShare: LEAST_SHARE,
    needsCompany: true,
    ...(!isExcluded && {
      storeCondition: { industries: names.size > MAX_NAMES ? [word] : [...names] },
    }),
    match: (_, company) => ({
      at: -1,
      likeness:
        company && company.industries.some((each) => names.has(foldCase(each))) !== isExcluded
          ? 1
          : 0,
    }),
  };
}
