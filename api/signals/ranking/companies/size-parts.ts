/** Reads sizes of companies: "companies with more than 500 employees", "large firms". Pure. */
import type { Amount } from '../../../../shared/domain/amounts.js';
import type { CompanyFacts } from '../../../../shared/domain/ports/identity-graph.js';
import {
  boundBefore,
  highEndAt,
  joinedEndAt,
  NEAR_FACTOR,
  NEGATED,
  nearOf,
  readBound,
} from '../amounts/amount-bounds.js';
import { askedAmounts } from '../amounts/asked-amounts.js';
import type { AskedQuestion } from '../words/asked-question.js';
import { type PlacedWord, positionsOf, wordCount, wordsBefore } from '../words/phrases.js';
import type { QuestionPart } from '../words/question-part.js';
import type { SizeWording } from '../words/wording.js';
import { createNamedSizeReader, type SizeMention, type SizeRange } from './named-sizes.js';
import { companyAfter, companyBefore, isServed, type SizeQuestion } from './sized-companies.js';

/** Words of the longest bound after a number. */
const BOUND_WORDS = 3;
/** Matches a bound after the number or after the people. */
const BOUND_AFTER =
  /^(?<bound>\+|(?:- )?plus|or (?:more|fewer|less|above|over|under|below|greater|larger|bigger|higher|smaller|lower)|and (?:more|above|over|up)|and (?:below|under))(?= |$)/;

/** Matches words after a company that connect a number to it. */
const JOINT =
  /(?:^| )(?<joint>with|of|having|sized?|employing|(?:that|which|who) (?:have|has|employs?)|(?<not>(?:that|which|who) (?:do|does)(?: not|n ['’] t) (?:have|employ))|(?:with|having) (?:an? )?(?:workforces?|head ?counts?|staff|teams?)(?: of)?|,|\() $/;
/** Matches "with", "employing" and the like at the start of a question without "companies that". */
const BARE_JOINT =
  /^(?<joint>(?:(?:who|which|that) )?(?:employs?|has|have)|employing|having|with|(?<not>do(?: not|n ['’] t) have)) $|(?:^|[,(] )(?<counted>(?:company size|employee count|head ?count|number of employees)(?: of| is)?) $/;
const JOINT_WORDS = 6;
/** Matches connecting words that need no word for people after the number. */
const OF_PEOPLE = /workforce|head ?count|staff|team|employ|size/;
/** Matches what follows a number if it does not say what is counted. */
const NOTHING = /^(?:[^\p{L}\p{N}]|$|(?:and|at|but|for|from|in|or|that|which|who)$)/u;
/** Matches people after a number, with or without a bound between them. */
const PEOPLE =
  /^(?:(?:full - time|part - time|permanent|total|people on staff) )?(?:employees|people|staff|staffers|workers|fte|ftes|headcount|heads|team members|employed)(?= |$)/;
/** Matches people in "a 50-person startup", "10,000+ employee companies". */
const PERSON =
  /^(?<people>(?:\+ )?(?:- )?(?:employee|person|worker|man|strong)|(?:\+|-) (?:people|staff))(?= |$)/;
/**
 * Matches what happens to the counted people, so that their number is not a size. In "companies
 * with 50 employees that laid off 20" it happens to others.
 */
const EVENT =
  /^(?:(?:(?:who|that) )?(?:(?:have|had|has|will|to|must|may|could) ){0,2}(?:were|was|are|is|be|been|being|get|got|getting) )?(?:laid off|let go|made redundant|fired|dismissed|sacked|affected|impacted|at risk|furloughed|on strike|striking|on leave|protesting|out of work|cut$|gone)(?= |$)|^(?:(?:who|that) )?(?:lose|lost|losing) their jobs(?= |$)/;
/** Matches verbs of an event after people without a word such as "with" before them. */
const EVENT_VERB =
  /^(?:were|was|are(?! \p{L}{2,20}ing(?: |$))|have|had|lose|lost|face|faces|will|would|to|being|in total)(?= |$)/u;

/** Matches the people of a size without words around it: "SaaS Germany 51-200 employees". */
const BARE_PEOPLE = /^(?:employees|fte|ftes|headcount)(?= |$)/;
/** Matches what happens to people, or a site where they work. Then a range of them is no size. */
const OF_EVENT =
  /\b(?:lay(?:s|ing|[ -]?off)|laid|let go|hir(?:e|ing)|recruit|add(?:s|ed|ing)\b|cut(?:s|ting)?\b|axe|slash|redundan|dismiss|fired|firing|los(?:e|ing|s|t)|jobs?\b|reduc|downsiz|affect|impact|strik|furlough|warn\b|notice|clos|shut|plant|factor(?:y|ies)|sites?\b|warehouse)/i;

/** Creates the reader of sizes. `traitPositions`: those of places and industries. */
export function createSizeReader(
  sizes: readonly SizeWording[],
): (asked: AskedQuestion, traitPositions: ReadonlySet<number>) => QuestionPart[] {
  const readNamed = createNamedSizeReader(sizes);
  return (asked, traitPositions) => {
    const question = { ...asked, traitPositions };
    const found = [...numberSizes(question), ...readNamed(question)];
    return found.map(({ from, until, ...size }) => sizePart(asked.words.slice(from, until), size));
  };
}

function numberSizes(question: SizeQuestion): SizeMention[] {
  const amounts = askedAmounts(question);
  return amounts.flatMap((amount, at) => {
    const highEnd = (low: number): Amount | undefined =>
      highEndAt(amounts, low, question.spelt) ?? joinedEndAt(amounts, low, question.spelt);
    return highEnd(at - 1) ? [] : (numberSize(question, amount, highEnd(at)) ?? []);
  });
}

/** Reads a number of employees, `undefined` if it is not said of a company. */
function numberSize(question: SizeQuestion, low: Amount, high?: Amount): SizeMention | undefined {
  if (low.unit === 'money' || low.unit === 'percent') return;
  const { words, spelt, exclusions } = question;
  const before = wordsOfBound(low, spelt);
  if (before.opensRange && !high) return;
  const end = (high ?? low).end;
  const numeral = boundAfter(spelt, end);
  const joint = jointBefore(question, before.from);
  const people = peopleAfter(question, numeral.until);
  const isUncounted = NOTHING.test(spelt[numeral.until] ?? '');
  const areCounted = people.length > 0 || (isUncounted && OF_PEOPLE.test(joint?.said ?? ''));
  const isBare = high !== undefined && isBareSize(question, before.from, numeral.until);
  if (!areCounted || !(people.isOfCompany || joint || isBare)) return;
  const after = numeral.bound === '' ? boundAfter(spelt, numeral.until + people.length) : numeral;
  const until = Math.max(after.until, numeral.until + people.length);
  const bound = before.bound === '' || high ? after.bound : before.bound;
  const isLoose = people.isOfCompany ? false : (joint?.isLoose ?? false);
  if (isLoose && !high && bound === '') return;
  const rest = spelt.slice(until, until + JOINT_WORDS).join(' ');
  if (EVENT.test(rest) || (isLoose && EVENT_VERB.test(rest))) return;
  const range = high
    ? rangeBetween(low, high, bound, question.spelt)
    : rangeOf(whole(low.value), bound, before.factor, joint?.isNegated ?? false);
  const position = words[low.start]?.at ?? -1;
  const isExcluded = exclusions.surePositions.has(position) && !NEGATED.test(`${bound} `);
  return { range, from: before.from, until, isExcluded };
}

/** Returns true if a range of employees stands alone, or beside a place or an industry only. */
function isBareSize(question: SizeQuestion, from: number, until: number): boolean {
  const { text, words, spelt, traitPositions } = question;
  const isBeside =
    from === 0 || spelt[from - 1] === ',' || traitPositions.has(words[from - 1]?.at ?? -1);
  return isBeside && BARE_PEOPLE.test(spelt.slice(until).join(' ')) && !OF_EVENT.test(text);
}

/** What the words before a number say about it. `from` is the first of them. */
interface BoundBefore {
  bound: string;
  from: number;
  /** How much a number without a bound may differ. */
  factor: number;
  /** True after "between" and "from". */
  opensRange: boolean;
}

function wordsOfBound(low: Amount, spelt: readonly string[]): BoundBefore {
  const { start } = low;
  const bound = boundBefore(spelt, start);
  const near = bound === '' ? nearOf(low, spelt) : undefined;
  const opensRange = /^(?:between|from)$/.test(spelt[start - 1] ?? '');
  return {
    bound,
    from: near?.start ?? start - (opensRange ? 1 : wordCount(bound)),
    factor: near?.factor ?? NEAR_FACTOR,
    opensRange,
  };
}

function boundAfter(spelt: readonly string[], end: number): { bound: string; until: number } {
  const bound =
    BOUND_AFTER.exec(spelt.slice(end, end + BOUND_WORDS).join(' '))?.groups?.bound ?? '';
  return { bound, until: end + wordCount(bound) };
}

/** Finds "employees" or, before a company, a word such as "person" in "a 50-person startup". */
function peopleAfter(question: SizeQuestion, at: number): { length: number; isOfCompany: boolean } {
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

function jointBefore(question: SizeQuestion, start: number): Joint | undefined {
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

/** Returns a range. Its ends may have bounds of their own: "more than 50 and fewer than 200". */
function rangeBetween(
  low: Amount,
  high: Amount,
  boundAfterHigh: string,
  spelt: readonly string[],
): SizeRange {
  const highBound = boundBefore(spelt, high.start);
  // "100 to 200 or more" has no upper end.
  if (highBound === '') {
    const [from, to] = [whole(low.value), whole(high.value)];
    if (boundAfterHigh === '') return [from, to];
    return readBound(boundAfterHigh).isUpper ? [0, to] : [from, Number.POSITIVE_INFINITY];
  }
  const [least] = rangeOf(whole(low.value), boundBefore(spelt, low.start), 1, false);
  const [, most] = rangeOf(whole(high.value), highBound, 1, false);
  return [least, most];
}

function rangeOf(value: number, bound: string, factor: number, isDenied: boolean): SizeRange {
  if (bound === '') return [Math.round(value / factor), Math.round(value * factor)];
  const { isUpper, isInclusive } = readBound(bound);
  // "Do not have more than 200" includes 200, "do not have 200 or more" does not.
  const excludedEnd = isInclusive === isDenied ? 1 : 0;
  return isUpper !== isDenied
    ? [0, value - excludedEnd]
    : [value + excludedEnd, Number.POSITIVE_INFINITY];
}

/** Highest number of employees that is compared. Stores compare whole numbers. */
const MOST_EMPLOYEES = 1e9;

function whole(value: number): number {
  return Math.min(MOST_EMPLOYEES, Math.round(value));
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
    match: (_, company) => ({ likeness: company && isMet(company) ? 1 : 0 }),
  };
}
