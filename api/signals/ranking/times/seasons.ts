/**
 * Reads seasons and named eras of a question: "in summer 2009", "last winter", "during the
 * pandemic". Seasons are whole months of the northern hemisphere. Pure.
 */
import {
  type CalendarTime,
  type Found,
  HYPHEN,
  monthsFrom,
  OF_YEAR,
  oneOf,
  pattern,
  type Range,
  type Readers,
  thisYear,
  yearOf,
} from './time-words.js';

/** First month of each season, 0 for January. The winter of a year ends in the next year. */
const SEASONS: Readonly<Record<string, number>> = {
  ...{ spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 },
};
const NAMES = oneOf(Object.keys(SEASONS).join(' '));
const SEASON = `(?<season>${NAMES}) (?:(?:months?|season) )?`;
/** The word before a season that says which one is meant. */
const WHICH = String.raw`(?<which>this past|last|previous|this|(?<=(?<!\S)the )past) `;
/** Words that make "fall" a decline, before "fall" or after "fall in". */
const FALLING = oneOf(`prices? shares? stocks? profits? revenues? sales earnings orders? incomes?
  margins? results exports imports demand markets? costs? rates? numbers? value figures turnover
  output to will would could might can not and`);
const FALLING_BEFORE = new RegExp(String.raw`(?<!\S)${FALLING} $`);
/** Match what is around a season beside another one: "spring and fall". */
const BEHIND_SEASON = new RegExp(String.raw`(?<!\S)${NAMES} (?:(?:,|and|or|to|${HYPHEN}) ){1,2}$`);
const BEFORE_SEASON = new RegExp(`^(?:(?:,|and|or|to|${HYPHEN}) ){1,2}${NAMES} `);
const FALL_IN = new RegExp(`^in (?:the )?(?:${FALLING}|${NAMES}) `);
/** Matches words after a season that change its meaning: "summer camps", "spring water". */
const OF_SEASON = new RegExp(
  `^(?:, )?${oneOf(`boot break camps? clearance clothes clothing collections? courses? festivals?
    framework games health hills? intake interns? internships? olympics party parties programs?
    programmes? sales? school schools sports? texas tires tx tyres valley water`)} `,
);
const BEFORE_SPRING =
  /(?<!\S)(?:in|during|since|until|till|throughout|early|late|mid|-) (?:the )?$/;
const BEFORE_FALL = /(?<!\S)(?:the|(?:early|late|mid|-)(?: the)?) $/;
/** Matches a word before a span of seasons: "from the spring to autumn of 2020". */
const BEFORE_SPAN = /(?<!\S)(?:from|between) (?:the )?$/;
const BEHIND_SPAN = /^(?:, )?(?:to|and|until|till|through) /;
const WITHIN_SPAN = new RegExp(
  String.raw`(?<!\S)(?:to|and|until|till|through|${HYPHEN}) (?:the )?$`,
);

export const SEASON_READERS: Readers<CalendarTime> = [
  [pattern`(?:${WHICH})?${SEASON}${OF_YEAR}(?:/|${HYPHEN}) (?<next>(?:\d\d)?\d\d) `, readWinter],
  [pattern`${WHICH}${SEASON}${OF_YEAR}?`, readSeason],
  [pattern`${SEASON}(?:${OF_YEAR}|(?<beforeLast>before last ))?`, readSeason],
];

/** Reads a winter with both of its years: "winter 2020-2021" or "winter 2020/21". */
function readWinter(found: Found, nowMs: number): CalendarTime | undefined {
  const { season, next } = found.groups;
  const nextYear = String((yearOf(found.groups, nowMs) ?? 0) + 1);
  const isNext = next === nextYear || next === nextYear.slice(2);
  return season === 'winter' && isNext ? readSeason(found, nowMs) : undefined;
}

function readSeason({ groups, before, behind }: Found, nowMs: number): CalendarTime | undefined {
  const { which, season = '', beforeLast } = groups;
  const month = SEASONS[season] ?? 0;
  if (before.endsWith('silver ')) return;
  const isFalling = FALLING_BEFORE.test(before) && !BEHIND_SEASON.test(before);
  if (season === 'fall' && !which && isFalling) return;
  const year = yearOf(groups, nowMs);
  if (year !== undefined) return monthsFrom('season', year, month, 3);
  if (season === 'fall' && FALL_IN.test(behind)) return;
  if (which === 'this') return thisSeason(month, nowMs);
  const lastYear = yearOfLast(month, nowMs, true);
  if (which) return monthsFrom('season', lastYear, month, 3);
  if (beforeLast) return monthsFrom('season', lastYear - 1, month, 3);
  if (!mayBeBare(season, before, behind)) return;
  return {
    ...monthsFrom('season', yearOfLast(month, nowMs, false), month, 3),
    ...{ hasYear: false, isSure: false },
  };
}

/** Returns "this" season if it has begun: before that, no signal is about it. */
function thisSeason(month: number, nowMs: number): CalendarTime | undefined {
  const isWinterGoingOn = month === 11 && new Date(nowMs).getUTCMonth() < 6;
  const season = monthsFrom('season', thisYear(nowMs) - (isWinterGoingOn ? 1 : 0), month, 3);
  return season.range[0] > nowMs ? undefined : season;
}

/** Returns the year in which the last such season began; `isOver`: the last that has ended. */
function yearOfLast(month: number, nowMs: number, isOver: boolean): number {
  const year = thisYear(nowMs);
  const isPast = (each: number): boolean => Date.UTC(each, isOver ? month + 3 : month) <= nowMs;
  return [year, year - 1].find(isPast) ?? year - 2;
}

/** Returns true if a season is a time on its own, unlike in "the fall of the company". */
function mayBeBare(season: string, before: string, behind: string): boolean {
  if (OF_SEASON.test(behind)) return false;
  if (BEHIND_SEASON.test(before) || BEFORE_SEASON.test(behind)) return true;
  const isSpan = BEFORE_SPAN.test(before) && BEHIND_SPAN.test(behind);
  if (season === 'spring') return isSpan || WITHIN_SPAN.test(before) || BEFORE_SPRING.test(before);
  if (season !== 'fall') return true;
  return (isSpan || BEFORE_FALL.test(before)) && !/^(?:, )?of /.test(behind);
}

/** "The" as a part of a name: "a pandemic" may be any. */
const THE = String.raw`(?:the |(?<=(?<!\S)the ))`;
/** Eras: times that have a name. */
const ERAS: readonly (readonly [name: string, range: Range])[] = [
  [
    `(?:the )?(?:covid(?: - 19)?|coronavirus|corona) pandemic|${THE}pandemic|(?:the )?covid(?: - 19)?(?: (?:crisis|era|years))?`,
    [Date.UTC(2020, 2), Date.UTC(2022, 0)],
  ],
  [
    '(?:the )?(?:dotcom|dot com|dot - com) (?:bubble|boom|era|mania|years)',
    [Date.UTC(1997, 0), Date.UTC(2002, 0)],
  ],
  ['(?:the )?(?:dotcom|dot com|dot - com) (?:crash|bust)', [Date.UTC(2000, 2), Date.UTC(2003, 0)]],
  [
    `${THE}(?:great recession|(?:global|2008|2007 - 2008|2008 - 2009) (?:financial |banking |economic )?crisis|financial crisis of 2008)`,
    [Date.UTC(2007, 6), Date.UTC(2010, 0)],
  ],
  [`${THE}turn of the (?:millennium|century)`, [Date.UTC(1999, 0), Date.UTC(2002, 0)]],
];
/** Words before an era. "From" is not one: "recovering from the pandemic" is a cause. */
const BEFORE_ERA = oneOf('in during since before after until till throughout over at around of');
/** What may follow an era. "The pandemic preparedness exercise" is not a time. */
const BEHIND_ERA = String.raw`(?:(?:[^\p{L}-]|in|at|by|and|or|of|for|that|which|who|with|on|to|but|the|was|were|lay\p{L}{1,10}|\p{L}{2,20}ing) |$)`;

export const ERA_READERS: Readers<CalendarTime> = ERAS.map(([name, range]) => [
  pattern`(?<=(?<!\S)${BEFORE_ERA} (?:the )?)(?:${name}) (?=${BEHIND_ERA})`,
  () => ({ kind: 'era', range, hasYear: true, isSure: false }),
]);
