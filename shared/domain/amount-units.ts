/** Finds the unit of a number in the words after it. Pure. */
import { isCurrency } from './currencies.js';

/** `date` is a number that looks like a year and does not count anything. */
export type Unit = 'money' | 'percent' | 'years' | 'people' | 'date' | 'other';

const PEOPLE =
  /^- strong\b|^strong (?:team|staff|workforce|force|crew)\b|^(?:of (?:its|the|their|our) )?(?:\w{1,30} and )?(?:\w{1,30} - \w{1,30} )?(?:\w{1,30} )?(?:employees|people|\w{0,20}workers|staff|staffers|jobs|positions|roles|posts|openings|vacancies|layoffs|redundancies|dismissals|hires|recruits|engineers|drivers|nurses|pilots|miners|technicians|colleagues|lay - offs|job (?:cuts|losses))\b|^(?:(?:were|are|to be|being) )?(?:laid off|made redundant|dismissed|let go|hired)\b|^go\b/;

/** Returns the unit that the words after a number give, `undefined` if they give none. */
export function unitOf(behind: string): Unit | undefined {
  if (/^(?:%|percent|per cent|pct\b)/.test(behind)) return 'percent';
  if (/^(?:- )?years?\b/.test(behind)) return 'years';
  if (PEOPLE.test(behind)) return 'people';
  return isCurrency(behind.split(' ', 1)[0] ?? '') ? 'money' : undefined;
}

const COUNTED_BEFORE =
  /\b(?:positions|openings|vacancies|headcount|workforce|staff|payroll) (?:in (?:\S{1,20} ){1,4})?(?:(?:from )?\d+ )?(?:to|by|from) (?:(?:about|nearly|almost|around|roughly|approximately|some|over|up to|at least|more than|as many as) )?$/;

/** The number of words before a number that are searched for what it counts. */
const WORDS_BEFORE = 10;

/** Returns the unit that the words before a number give: "cuts its headcount by roughly 1,150". */
export function unitBefore(words: readonly string[], start: number): Unit {
  const before = words.slice(Math.max(0, start - WORDS_BEFORE), start).join(' ');
  return COUNTED_BEFORE.test(`${before} `) ? 'people' : 'other';
}
