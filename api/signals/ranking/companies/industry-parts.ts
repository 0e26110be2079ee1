/**
 * Reads industries by the names that stored companies give them: "mining companies", "makers of
 * smart meters". Other names of them are in the wording, see company-parts.ts. Pure.
 */
import { stemmer } from 'stemmer';
import { foldCase } from '../../../../shared/domain/normalise/fold-case.js';
import type { AskedQuestion } from '../words/asked-question.js';
import { COMPANY_WORDS } from '../words/company-words.js';
import { type PlacedWord, positionsOf } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';

/** Matches words for companies, which follow an industry or, with "in" or "of", precede it. */
const COMPANIES = new RegExp(`^(?:${COMPANY_WORDS})$`);
/** First half of "start-ups". */
const START = 'start';
const BEFORE = /^(?:in|of)$/;
const JOINS = /^(?:and|or|&|,|\/)$/;
const ARTICLES = /^(?:the|a|an)$/;
/** Words that do not name an industry, although the names of some industries contain them. */
const OF_NO_INDUSTRY = new Set(
  'financial public private listed new young old other others general big small large medium holding parent family local foreign international global same such rival these those all any many some two three more most service services social online digital professional human business company group'.split(
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

/** Returns true if a question may name an industry. This is quicker than loading all names. */
export function mayNameIndustry(question: string): boolean {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => COMPANIES.test(word) || word === START);
}

/** Creates the reader of industries, which remembers what it made of the last names. */
export function createIndustryReader(): (asked: AskedQuestion) => QuestionPart[] {
  let readNames = '';
  let industries: Industry[] = [];
  return (asked) => {
    const names = asked.industries.join('\n');
    if (names !== readNames) industries = asked.industries.map(industryOf);
    readNames = names;
    const spoken = asked.words.filter(({ text }) => text !== '-');
    return runsOf(spoken).flatMap((run) => {
      const named = longestNamed(run, industries);
      return named ? [industryPart(named, asked.exclusions.positions)] : [];
    });
  };
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

/** Words that may name an industry, with all shorter runs of them. The longest comes first. */
type Run = PlacedWord[][];

/** Returns the words before "companies" and after "companies in". */
function runsOf(words: readonly PlacedWord[]): Run[] {
  const lower = words.map(({ text }) => text.toLowerCase());
  const before = (end: number, most: number): Run => {
    const run = words.slice(Math.max(0, end - most), end);
    return run.map((_, from) => run.slice(from));
  };
  return lower.flatMap((word, at) => {
    if (!COMPANIES.test(word) && !(word === START && /^ups?$/.test(lower[at + 1] ?? ''))) return [];
    const runs = [before(at, MAX_WORDS + 1)];
    // In "banks and insurance companies", "companies" also belongs to "banks".
    const joint = lower.lastIndexOf('and', at - 1);
    if (joint > 0 && at - joint <= MAX_WORDS + 1) runs.push(before(joint, MAX_WORDS));
    if (!BEFORE.test(lower[at + 1] ?? '')) return runs;
    const from = ARTICLES.test(lower[at + 2] ?? '') ? at + 3 : at + 2;
    const after = words.slice(from, from + MAX_WORDS);
    return [...runs, after.map((_, cut) => after.slice(0, after.length - cut))];
  });
}

/** The words of a question that name industries. */
interface Named {
  words: PlacedWord[];
  industries: Industry[];
}

/** Finds the longest part of a run whose words are all in the name of a stored industry. */
function longestNamed(run: Run, industries: readonly Industry[]): Named | undefined {
  for (const words of run) {
    const lower = words.map(({ text }) => text.toLowerCase());
    if (JOINS.test(lower[0] ?? '') || lower.some((word) => OF_NO_INDUSTRY.has(word))) continue;
    const asked = stemsOf(lower.filter((word) => !JOINS.test(word)));
    const named = industries.filter(({ stems }) =>
      asked.every((stem) =>
        stems.some(
          (each) => each === stem || (stem.length >= LEAST_BEGINNING && each.startsWith(stem)),
        ),
      ),
    );
    if (asked.length > 0 && named.length > 0) return { words, industries: named };
  }
  return;
}

function industryPart({ words, industries }: Named, excluded: ReadonlySet<number>): QuestionPart {
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
    ...(isExcluded
      ? { isExclusion: true }
      : { storeCondition: { industries: names.size > MAX_NAMES ? [word] : [...names] } }),
    match(_, company) {
      const isOne = company?.industries.some((each) => names.has(foldCase(each)));
      return { likeness: isOne === !isExcluded ? 1 : 0 };
    },
  };
}
