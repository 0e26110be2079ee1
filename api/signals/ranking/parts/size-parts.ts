/** Reads sizes of companies: "companies with more than 500 employees", "large firms". Pure. */

import { type Amount, amountsIn } from '../../../../shared/domain/amounts.js';
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import { type PlacedWord, positionsOf, wordCount, wordsBefore } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import type { AskedQuestion } from './asked-question.js';
import { NEAR_FACTOR, NEGATED, readBound } from './number-parts.js';
import {
  BARE_JOINT,
  BETWEEN,
  BOUND,
  BOUND_AFTER,
  BOUND_WORDS,
  COMPANIES,
  COMPARED,
  COMPOUND,
  EVENT,
  EVENT_VERB,
  JOINT,
  JOINT_WORDS,
  MAX_BETWEEN,
  NAME_WORDS,
  NAMED,
  NEAR,
  NOTHING,
  OF_COMPANY,
  OF_PEOPLE,
  PEOPLE,
  PERSON,
  SERVED,
  SIZE_NOUNS,
  type SizeRange,
} from './size-words.js';
import { OF_CUSTOMERS } from './trait-part.js';

/** A size and its words, from `from` up to but not including `until`. */
interface SizeMention {
  range: SizeRange;
  from: number;
  until: number;
  isExcluded: boolean;
}

interface Question extends AskedQuestion {
  /** Positions of places and industries. */
  traitPositions: ReadonlySet<number>;
}

export function sizeParts(
  asked: AskedQuestion,
  traitPositions: ReadonlySet<number>,
): QuestionPart[] {
  const question = { ...asked, traitPositions };
  return [...numberSizes(question), ...namedSizes(question)].map(({ from, until, ...sized }) =>
    sizePart(asked.words.slice(from, until), sized),
  );
}

function numberSizes(question: Question): SizeMention[] {
  const amounts = amountsIn(question.spelt);
  return amounts.flatMap((amount, at) => {
    const isHigh = highOf(question, amounts, at - 1) !== undefined;
    const size = isHigh ? undefined : numberSize(question, amount, highOf(question, amounts, at));
    return size ?? [];
  });
}

/** Returns the upper end of "50 to 200", "between 50 and 200" or "50-200". */
function highOf({ spelt }: Question, amounts: readonly Amount[], at: number): Amount | undefined {
  const [low, high] = [amounts[at], amounts[at + 1]];
  if (!low || !high || high.start !== low.end + 1 || high.value <= low.value) return;
  const between = spelt[low.end] ?? '';
  const isJoined = /^(?:to|[-–—])$/.test(between);
  return isJoined || (between === 'and' && spelt[low.start - 1] === 'between') ? high : undefined;
}

/** Reads a number of employees, `undefined` if it is not said of a company. */
function numberSize(question: Question, low: Amount, high?: Amount): SizeMention | undefined {
  if (low.unit === 'money' || low.unit === 'percent') return;
  const { words, spelt, exclusions } = question;
  const before = boundBefore(question, low.start);
  if (!high && (before.bound === 'between' || before.bound === 'from')) return;
  const end = (high ?? low).end;
  const numeral = boundAfter(spelt, end);
  const joint = jointBefore(question, before.from);
  const people = peopleAfter(question, numeral.until);
  const isUncounted = NOTHING.test(spelt[numeral.until] ?? '');
  const areCounted = people.length > 0 || (isUncounted && OF_PEOPLE.test(joint?.said ?? ''));
  if (!areCounted || (!people.isOfCompany && !joint)) return;
  const after = numeral.bound === '' ? boundAfter(spelt, numeral.until + people.length) : numeral;
  const until = Math.max(after.until, numeral.until + people.length);
  const bound = before.bound === '' || high ? after.bound : before.bound;
  const isLoose = people.isOfCompany ? false : (joint?.isLoose ?? false);
  if (isLoose && !high && bound === '') return;
  const rest = spelt.slice(until, until + JOINT_WORDS).join(' ');
  if (EVENT.test(rest) || (isLoose && EVENT_VERB.test(rest))) return;
  const range = high
    ? ([whole(low.value), whole(high.value)] as const)
    : rangeOf(whole(low.value), bound, joint?.isNegated ?? false);
  const position = words[low.start]?.at ?? -1;
  const isExcluded = exclusions.surePositions.has(position) && !NEGATED.test(`${bound} `);
  return { range, from: before.from, until, isExcluded };
}

function boundBefore({ words }: Question, start: number): { bound: string; from: number } {
  const before = wordsBefore(words, words[start]?.at ?? 0, BOUND_WORDS);
  const bound = BOUND.exec(before)?.groups?.bound ?? '';
  return { bound, from: start - wordCount(bound) };
}

function boundAfter(spelt: readonly string[], end: number): { bound: string; until: number } {
  const bound =
    BOUND_AFTER.exec(spelt.slice(end, end + BOUND_WORDS).join(' '))?.groups?.bound ?? '';
  return { bound, until: end + wordCount(bound) };
}

/** Finds "employees" or, before a company, a word such as "person" in "a 50-person startup". */
function peopleAfter(question: Question, at: number): { length: number; isOfCompany: boolean } {
  const said = question.spelt.slice(at, at + JOINT_WORDS).join(' ');
  const person = PERSON.exec(said)?.groups?.people ?? '';
  const isOfCompany = person !== '' && companyAfter(question, at + wordCount(person)) >= 0;
  if (isOfCompany) return { length: wordCount(person), isOfCompany };
  return { length: wordCount(PEOPLE.exec(said)?.[0] ?? ''), isOfCompany: false };
}

/** The words that join a number to a company. */
interface Joint {
  said: string;
  /** True if not certain, as in "companies over 500 people" or "companies, 50 to 200 people". */
  isLoose: boolean;
  isNegated: boolean;
}

function jointBefore(question: Question, start: number): Joint | undefined {
  const before = wordsBefore(question.words, question.words[start]?.at ?? 0, JOINT_WORDS);
  const bare = BARE_JOINT.exec(before);
  if (bare) return { said: bare[0], isLoose: true, isNegated: bare.groups?.not !== undefined };
  const { joint = '', not } = JOINT.exec(before)?.groups ?? {};
  const who = companyBefore(question, start - wordCount(joint));
  // "Groups of 50 people" are not companies.
  if (who < 0 || isServed(question, who)) return;
  if (joint === 'of' && question.spelt[who] === 'groups') return;
  const isLoose = /^[,(]?$/.test(joint);
  return { said: joint, isLoose, isNegated: not !== undefined };
}

const PLACED =
  /^(?:in|from|of|across|the|based|headquartered|and|or|,|area|industry|region|sector|space)$/;
/** Matches a word with a capital, which may be a city or a state. */
const NAME = /^\p{Lu}/u;
const MAX_PLACED = 8;

/** Returns the place of "companies" in "companies in Germany and Austria", -1 for other words. */
function companyBefore(question: Question, end: number): number {
  let hasName = false;
  for (let at = end - 1; at >= Math.max(0, end - MAX_PLACED); at -= 1) {
    const word = question.spelt[at] ?? '';
    // Capitals do not mark a place in "Companies Closing Plants".
    if (COMPANIES.test(word))
      return hasName && !PLACED.test(question.spelt[at + 1] ?? '') ? -1 : at;
    const isPlaced = PLACED.test(word) || isTrait(question, at);
    if (!isPlaced && !NAME.test(question.words[at]?.text ?? '')) return -1;
    hasName ||= !isPlaced;
  }
  return -1;
}

/** Returns the place of the company after words such as "European software", -1 without one. */
function companyAfter(question: Question, from: number): number {
  const { spelt } = question;
  for (let at = from; at <= from + MAX_BETWEEN; at += 1) {
    const word = spelt[at] ?? '';
    const next = spelt[at + 1] ?? '';
    // In "small fintech startups" the company is "startups", not "fintech".
    const isOne = COMPANIES.test(word) && !(COMPANIES.test(next) && isTrait(question, at));
    if (isOne && spelt[at - 1] !== ',') {
      // "Small business lenders" need not be small.
      const isDescribed = !word.endsWith('s') || word === 'business';
      return isDescribed && (OF_COMPANY.test(next) || COMPANIES.test(next)) ? -1 : at;
    }
    if (!BETWEEN.test(word) && !isTrait(question, at)) return -1;
  }
  return -1;
}

function isTrait({ words, traitPositions }: Question, at: number): boolean {
  return traitPositions.has(words[at]?.at ?? -1);
}

function rangeOf(value: number, bound: string, isDenied: boolean): SizeRange {
  if (bound === '' || NEAR.test(bound)) {
    return [Math.round(value / NEAR_FACTOR), Math.round(value * NEAR_FACTOR)];
  }
  const { isUpper, isInclusive } = readBound(bound);
  // "Do not have more than 200" includes 200.
  const excludedEnd = isInclusive !== isDenied || BOUND_AFTER.test(bound) ? 0 : 1;
  return isUpper !== isDenied
    ? [0, value - excludedEnd]
    : [value + excludedEnd, Number.POSITIVE_INFINITY];
}

/** Highest number of employees that is compared. Stores compare whole numbers. */
const MOST_EMPLOYEES = 1e9;

function whole(value: number): number {
  return Math.min(MOST_EMPLOYEES, Math.round(value));
}

/** Reads "large German manufacturers", "medium and large firms" or "SMEs". */
function namedSizes(question: Question): SizeMention[] {
  const { words, spelt, exclusions } = question;
  const sizes: SizeMention[] = [];
  for (let at = 0; at < spelt.length; ) {
    const alone = SIZE_NOUNS.get(spelt[at] ?? '');
    const named = alone ? { range: alone, until: at + 1 } : namesAt(spelt, at);
    const company = named && !alone ? companyOf(question, named.until) : at;
    const isCompared = COMPARED.has(spelt[at] ?? '') && !spelt[company]?.endsWith('s');
    if (named && !isServed(question, at) && !isCompared && company >= 0 && !isAny(named.range)) {
      const isExcluded = exclusions.positions.has(words[at]?.at ?? -1);
      sizes.push({ ...named, from: at, isExcluded });
    }
    at = named?.until ?? at + 1;
  }
  return sizes;
}

function companyOf(question: Question, at: number): number {
  const isCompound = COMPOUND.test(question.spelt.slice(at, at + 2).join(' '));
  return isCompound ? -1 : companyAfter(question, at);
}

/** Returns true in "loans to small businesses", "software for companies with 10 to 50 people". */
function isServed({ words }: Question, at: number): boolean {
  const before = wordsBefore(words, words[at]?.at ?? 0, JOINT_WORDS);
  return OF_CUSTOMERS.test(before) || SERVED.test(before);
}

/** Reads one or several names as one range, from the least of them to the most. */
function namesAt(
  spelt: readonly string[],
  at: number,
): { range: SizeRange; until: number } | undefined {
  const length = longestName(spelt, at);
  const range = NAMED.get(spelt.slice(at, at + length).join(' ')) ?? COMPARED.get(spelt[at] ?? '');
  if (!range) return;
  const until = at + Math.max(1, length);
  const isJoined = /^(?:and|or|to|,)$/.test(spelt[until] ?? '');
  const other = isJoined ? namesAt(spelt, until + 1) : undefined;
  if (!other) return { range, until };
  const [least, most] = other.range;
  return {
    range: [Math.min(range[0], least), Math.max(range[1], most)],
    until: other.until,
  };
}

function longestName(spelt: readonly string[], at: number): number {
  for (let length = NAME_WORDS; length > 0; length -= 1) {
    if (NAMED.has(spelt.slice(at, at + length).join(' '))) return length;
  }
  return 0;
}

/** Returns true if a range includes all sizes, as in "large and small companies". */
function isAny([least, most]: SizeRange): boolean {
  return least === 0 && most === Number.POSITIVE_INFINITY;
}

/** Creates the part for a size. Open ends of a known range are unlimited, as in filters. */
function sizePart(
  words: readonly PlacedWord[],
  { range: [least, most], isExcluded }: Pick<SizeMention, 'range' | 'isExcluded'>,
): QuestionPart {
  const isMet = ({ employees: { low, high } }: CompanyFacts): boolean => {
    // An unknown range fits nothing.
    if (low === null && high === null) return false;
    const isWithin = (high ?? Number.POSITIVE_INFINITY) >= least && (low ?? 0) <= most;
    return isWithin !== isExcluded;
  };
  return {
    positions: positionsOf(words),
    overridesWords: true,
    isCondition: true,
    needsCompany: true,
    ...(!isExcluded && { storeCondition: { employees: { least, most } } }),
    match: (_, company) => ({ at: -1, likeness: company && isMet(company) ? 1 : 0 }),
  };
}
