/** Which times questions ask for, as typed and as ranking reads them (expanded and without question words). */
import { describe, expect, it } from 'vitest';
import { createParseQuestion } from '../../../../../../api/signals/ranking/parts/parse-question.js';
import { RANKING } from '../../../../../../api/signals/ranking/relevance/constants.js';
import { expandAbbreviations } from '../../../../../../api/signals/ranking/words/abbreviations.js';
import { bareQuestion } from '../../../../../../api/signals/ranking/words/bare-question.js';
import { loadWording } from '../../../../../../api/signals/ranking/words/wording.js';
import { bundledModel } from '../../../../../../shared/domain/package-root.js';
import { loadBertWordPieces } from '../../../../../../shared/platform/embedding/load-word-pieces.js';

const wordPieces = loadBertWordPieces(bundledModel());
if (!wordPieces) throw new Error('the bundled model has no word pieces');
const parseQuestion = createParseQuestion(wordPieces, loadWording, RANKING);
/** A Monday. */
const NOW = '2026-11-23T12:00:00Z';

const day = (ms: number): string =>
  Number.isFinite(ms)
    ? new Date(ms).toISOString().replace(/T(?:00:00:00.000Z|12:00:00.000Z)$/, '')
    : '';

/** Returns each time that is asked for: first day and the day after the last, empty for an open end. */
function timesOf(question: string, now = NOW): string[] {
  return parseQuestion(question, Date.parse(now)).parts.flatMap(({ storeCondition }) =>
    storeCondition?.detected ? [storeCondition.detected.map(day).join(' ')] : [],
  );
}

it.each([
  ['layoffs in Q1 and Q2 2026', ['2026-01-01 2026-07-01']],
  ['layoffs on 20-11-2026', ['2026-11-20 2026-11-21']],
  ['layoffs in 11/2026', ['2026-11-01 2026-12-01']],
  // One date tells in which order the other has its day and month.
  ['layoffs between 01/11/2026 and 20/11/2026', ['2026-11-01 2026-11-21']],
  ['layoffs from 11/01/2026 to 11/15/2026', ['2026-11-01 2026-11-16']],
  ['layoffs between 13/01/2026 and 02/14/2026', ['2026-01-13 2026-02-15']],
  ['layoffs since Friday', ['2026-11-20 ']],
  ['layoffs since Monday', ['2026-11-16 ']],
  ['layoffs in the last 2-3 weeks', ['2026-11-02 ']],
  ['layoffs 1.5 years ago', ['2025-04-22 2025-06-23']],
  // A year or a month next to what happened.
  ['2025 layoffs in the US', ['2025-01-01 2026-01-01']],
  ["2025's biggest layoffs", ['2025-01-01 2026-01-01']],
  ['tech layoffs 2025 Germany', ['2025-01-01 2026-01-01']],
  ['biggest 2025 funding rounds', ['2025-01-01 2026-01-01']],
  ['October layoffs', ['2026-10-01 2026-11-01']],
  ['layoffs end of October', ['2026-10-24 2026-11-01']],
  ['layoffs in Q3', ['2026-07-01 2026-10-01']],
  ['revenue up in Q3', []],
  ['Q3 layoffs', ['2026-07-01 2026-10-01']],
  ['CFO appointed in Q3', ['2026-07-01 2026-10-01']],
  ['sales hires in Q3 2025', ['2025-07-01 2025-10-01']],
  ['VP of sales changes in Q3 2025', ['2025-07-01 2025-10-01']],
  ['new heads of sales in Q3 2025', ['2025-07-01 2025-10-01']],
  ['sales leaders who quit in Q3 2025', ['2025-07-01 2025-10-01']],
  ['new chief revenue officers in Q3 2025', ['2025-07-01 2025-10-01']],
  ['job losses in Q3 2025', ['2025-07-01 2025-10-01']],
  ['staff turnover in Q3 2025', ['2025-07-01 2025-10-01']],
  ['sales in Q3 2025', ['2025-01-01 2026-05-01']],
  ['growth of sales in Q3 2025', ['2025-01-01 2026-05-01']],
  ['revenue growth in Q3 2025', ['2025-01-01 2026-05-01']],
  ['net losses of Q3 2025', ['2025-01-01 2026-05-01']],
  ['turnover in Q3 2025', ['2025-01-01 2026-05-01']],
  ['Global 2000 acquisitions', []],
  ['since last weekend', ['2026-11-21 ']],
  ['may layoffs', []],
  ['2020 people laid off', []],
  ['the company and its 2025 layoffs plan', []],
  // Results, reports and plans are about a year, and come at another time.
  ['results for the fourth quarter of 2025', ['2025-01-01 2026-05-01']],
  ['annual report for 2025', ['2025-01-01 2026-05-01']],
  ['guidance for 2026', ['2025-07-01 2027-01-01']],
  ['results in 2025', ['2025-01-01 2026-01-01']],
  ['internships for summer 2026', ['2025-12-01 2026-09-01']],
  // Short units, and words for the calendar.
  ['layoffs in the last 24h', ['2026-11-22 ']],
  ['last 7d layoffs', ['2026-11-16 ']],
  ['past 6 mo', ['2026-05-21 ']],
  ['layoffs 2 yrs ago', ['2024-10-21 2024-12-22']],
  ['since the start of the year', ['2026-01-01 ']],
  ['second half of the year', ['2026-07-01 2027-01-01']],
  ['retiring at the end of the year', []],
  ['in the middle of the year-end audit', []],
  ['layoffs this morning', ['2026-11-23 2026-11-24']],
  ['over the weekend', ['2026-11-21 2026-11-23']],
  ['the previous month', ['2026-10-01 2026-11-01']],
  ['last weeks', ['2026-11-02 ']],
  ['final months of 2025', ['2025-10-01 2026-01-01']],
  ['past 1.5 years', ['2025-05-23 ']],
  // Weeks by one of their days, weekends, and parts of a month.
  ['layoffs in the week of 18 November', ['2026-11-16 2026-11-23']],
  ['the week of Sunday, November 15', ['2026-11-15 2026-11-22']],
  ['layoffs, week ending 20 November', ['2026-11-14 2026-11-21']],
  ['layoffs in the week to 20 November 2025', ['2025-11-14 2025-11-21']],
  ['week ending 29 November', ['2026-11-23 2026-11-30']],
  ['the week that began on 9 November', ['2026-11-09 2026-11-16']],
  ['week commencing 9 November', ['2026-11-09 2026-11-16']],
  ['w/c 9 November', ['2026-11-09 2026-11-16']],
  ['layoffs w/e 20 November', ['2026-11-14 2026-11-21']],
  ['since the week of 2 November', ['2026-11-02 ']],
  ['the weekend of 14 November', ['2026-11-14 2026-11-16']],
  ['layoffs in the second half of October', ['2026-10-16 2026-11-01']],
  ['first half of last month', ['2026-10-01 2026-10-16']],
  ['second week of November', ['2026-11-08 2026-11-15']],
  ['3rd week in October 2025', ['2025-10-15 2025-10-22']],
  ['a week of strikes', []],
  // From a time on.
  ['layoffs within 48 hours', ['2026-11-21 ']],
  ['hires within two weeks', ['2026-11-09 ']],
  ['layoffs within 24h', ['2026-11-22 ']],
  ['debt due within 30 days', []],
  ['plans to open within two weeks', []],
  ['shares fell within two days of the news', []],
  ['layoffs MTD', ['2026-11-01 ']],
  ['QTD funding', ['2026-10-01 ']],
  ['wtd', ['2026-11-23 ']],
  ['year-to-date layoffs', ['2026-01-01 ']],
  ['layoffs after Q2', ['2026-07-01 ']],
  ['layoffs before Q3', [' 2026-07-01']],
  ['hired after the first quarter', ['2026-04-01 ']],
  ['layoffs after Q3 earnings', []],
  // A name that every object of JavaScript has is no unit.
  ['older than 3 constructors', []],
])('Times are read from "%s"', (question, times) => {
  expect(timesOf(asRead(question))).toEqual(times);
});

it('On a Saturday, "last weekend" is the one before', () => {
  const saturday = '2026-11-28T12:00:00Z';
  expect(timesOf('layoffs last weekend', saturday)).toEqual(['2026-11-21 2026-11-23']);
  expect(timesOf('layoffs since last weekend', saturday)).toEqual(['2026-11-21 ']);
  expect(timesOf('layoffs this weekend', saturday)).toEqual(['2026-11-28 2026-11-30']);
});

/** Returns the months of 2024 to 2026 whose tenth day meets all times of a question. */
function monthsOf(question: string): string[] {
  const times = parseQuestion(question, Date.parse(NOW)).parts.filter(
    ({ metBy }) => metBy === 'date',
  );
  return Array.from({ length: 36 }, (_, month) => Date.UTC(2024, month, 10))
    .filter((detectedAtMs) =>
      times.every(
        ({ match }) =>
          match([], undefined, { detectedAtMs, signalType: 'news', subtypeKey: '' })?.likeness ===
          1,
      ),
    )
    .map((ms) => new Date(ms).toISOString().slice(0, 7));
}

it.each([
  ['layoffs in September or November', '2026-09 2026-11'],
  ['layoffs in September, October and November', '2026-09 2026-10 2026-11'],
  ['January and March 2026', '2026-01 2026-03'],
  ['Jan, Feb and March 2026', '2026-01 2026-02 2026-03'],
  ['shortfall in November and December', '2025-11 2025-12'],
  ['Feb or June layoffs', '2026-02 2026-06'],
  ['layoffs this month or last month', '2026-10 2026-11'],
  ['in December or February 2026', '2025-12 2026-02'],
  ['layoffs in Q2 or Q4 2025', '2025-04 2025-05 2025-06 2025-10 2025-11 2025-12'],
  ['early or late 2025', '2025-01 2025-02 2025-03 2025-04 2025-09 2025-10 2025-11 2025-12'],
  ['first and third quarter of 2025', '2025-01 2025-02 2025-03 2025-07 2025-08 2025-09'],
  ['moved in March and may close', '2026-03'],
  ['spring and fall 2025', '2025-03 2025-04 2025-05 2025-09 2025-10 2025-11'],
  ['in spring or fall 2025', '2025-03 2025-04 2025-05 2025-09 2025-10 2025-11'],
  ['in the spring and the fall of 2025', '2025-03 2025-04 2025-05 2025-09 2025-10 2025-11'],
  ['hires in fall and spring 2025', '2024-09 2024-10 2024-11 2025-03 2025-04 2025-05'],
  ['in summer and fall', '2026-06 2026-07 2026-08 2026-09 2026-10 2026-11'],
  ['in spring 2025', '2025-03 2025-04 2025-05'],
])('Any time of the list in "%s" is met', (question, months) => {
  expect(monthsOf(asRead(question)).join(' ')).toBe(months);
});

it('Times of a list are excluded together', () => {
  const months = monthsOf('layoffs except in March or May 2026');
  expect(months).toHaveLength(34);
  expect(months).not.toContain('2026-03');
});

/** Counts the conditions of a question, of times and others, except those of the company. */
function conditionsOf(question: string): number {
  const { parts } = parseQuestion(question, Date.parse(NOW));
  return parts.filter(({ isCondition, needsCompany }) => isCondition && !needsCompany).length;
}

const asRead = (question: string): string => bareQuestion(expandAbbreviations(question));

describe('Season in a question', () => {
  it.each([
    ['layoffs in summer 2009', '2009-06-01 2009-09-01'],
    ['the summer of 2009', '2009-06-01 2009-09-01'],
    ['plant closures, spring 2011', '2011-03-01 2011-06-01'],
    ['summer 2020 layoffs', '2020-06-01 2020-09-01'],
    ['who raised money this summer', '2026-06-01 2026-09-01'],
    ['this summer 2026', '2026-06-01 2026-09-01'],
    ['acquisitions last summer', '2026-06-01 2026-09-01'],
    ["last summer's strikes", '2026-06-01 2026-09-01'],
    ['deals last winter', '2025-12-01 2026-03-01'],
    ['outages in the winter of 2021', '2021-12-01 2022-03-01'],
    ['outages in winter 2021/22', '2021-12-01 2022-03-01'],
    ['layoffs in the winter of 2020-2021', '2020-12-01 2021-03-01'],
    ['autumn 2024 layoffs', '2024-09-01 2024-12-01'],
    ['new chief executives in fall 2024', '2024-09-01 2024-12-01'],
    ['the fall of 2024', '2024-09-01 2024-12-01'],
    ['hiring this fall', '2026-09-01 2026-12-01'],
    ['layoffs last autumn', '2025-09-01 2025-12-01'],
    ['job cuts last fall in Germany', '2025-09-01 2025-12-01'],
    ['who cut jobs in the fall', '2026-09-01 2026-12-01'],
    ['funding rounds in the spring', '2026-03-01 2026-06-01'],
    ['store openings over the summer', '2026-06-01 2026-09-01'],
    ['hires since last summer', '2026-06-01 '],
    ['recalls before the summer of 2019', ' 2019-06-01'],
    ['the summer before last', '2025-06-01 2025-09-01'],
    ['summer last year', '2025-06-01 2025-09-01'],
    ['this past spring', '2026-03-01 2026-06-01'],
    ['late summer 2024', '2024-08-01 2024-09-01'],
    ['bankruptcies from spring to autumn 2020', '2020-03-01 2020-12-01'],
    ['more than 100 layoffs in summer 2009', '2009-06-01 2009-09-01'],
  ])('is recognised in "%s"', (question, range) => {
    expect(timesOf(question)).toEqual([range]);
    expect(timesOf(asRead(question))).toEqual([range]);
  });

  it('with "last" has ended, and without it has at least begun', () => {
    expect(timesOf('layoffs last summer', '2026-07-10T12:00:00Z')).toEqual([
      '2025-06-01 2025-09-01',
    ]);
    expect(timesOf('deals last winter', '2026-01-10T12:00:00Z')).toEqual(['2024-12-01 2025-03-01']);
    expect(timesOf('deals this winter', '2026-01-10T12:00:00Z')).toEqual(['2025-12-01 2026-03-01']);
    expect(timesOf('outages in winter', '2026-01-10T12:00:00Z')).toEqual(['2025-12-01 2026-03-01']);
    expect(timesOf('layoffs in summer', '2026-03-10T12:00:00Z')).toEqual(['2025-06-01 2025-09-01']);
    expect(timesOf('closing this winter')).toEqual([]);
    expect(timesOf('closing next summer')).toEqual([]);
  });

  it.each([
    'profits fall',
    'a fall in revenue',
    'in the fall of the company',
    'the last fall in profits',
    'orders will fall this much',
    'spring water makers',
    'layoffs at Spring Health',
    'offices in Spring, Texas',
    'summer internships',
    'a mild winter',
    'winter tyres',
    'more layoffs than last summer',
    'three times as many ads as last spring',
    'wants more people before summer',
    'not extended past winter',
    'prices fall, costs spring up',
  ])('is not recognised in "%s"', (question) => {
    expect(timesOf(question)).toEqual([]);
  });

  it('is not read from "fall" as a decline, even in front of a year', () => {
    expect(timesOf('share price fall 2024')).toEqual(['2024-01-01 2025-01-01']);
    expect(timesOf('profits fall in 2024')).toEqual(['2024-01-01 2025-01-01']);
    expect(timesOf('profits rise and fall 2024')).toEqual(['2024-01-01 2025-01-01']);
    expect(timesOf('the rise and fall of startups')).toEqual([]);
    expect(timesOf('spring and summer collections')).toEqual([]);
    expect(timesOf('sales rise and fall in summer')).toEqual(['2026-06-01 2026-09-01']);
  });
});

describe('Day in a question', () => {
  it.each([
    ['layoffs on 23 November 2026', '2026-11-23 2026-11-24'],
    ['who was hacked on November 23, 2026?', '2026-11-23 2026-11-24'],
    ['funding on Nov 23rd', '2026-11-23 2026-11-24'],
    ['layoffs of Nov. 20, 2026', '2026-11-20 2026-11-21'],
    ['the 23rd of November', '2026-11-23 2026-11-24'],
    ['deals on the 5th of March', '2026-03-05 2026-03-06'],
    ['deals on November 24', '2025-11-24 2025-11-25'],
    ['deals on 29 February', '2024-02-29 2024-03-01'],
    ['on Friday, November 20', '2026-11-20 2026-11-21'],
    ['hacked on 2026-11-20', '2026-11-20 2026-11-21'],
    ['hacked on 20.11.2026', '2026-11-20 2026-11-21'],
    ['hacked on 11/20/2026', '2026-11-20 2026-11-21'],
    ['since March 3', '2026-03-03 '],
    ['since 3 May', '2026-05-03 '],
    ['before June 15, 2026', ' 2026-06-15'],
    ['layoffs between 3 and 10 March 2026', '2026-03-03 2026-03-11'],
    ['layoffs 3-10 March 2026', '2026-03-03 2026-03-11'],
    ['layoffs from March 3 to March 10', '2026-03-03 2026-03-11'],
    ['layoffs from March 3 to 10', '2026-03-03 2026-03-11'],
    ['layoffs March 3–10, 2025', '2025-03-03 2025-03-11'],
    ['from 28 December to 3 January', '2025-12-28 2026-01-04'],
    ['between 2026-11-01 and 2026-11-10', '2026-11-01 2026-11-11'],
    ['hacks last Monday', '2026-11-16 2026-11-17'],
  ])('is recognised in "%s"', (question, range) => {
    expect(timesOf(question)).toEqual([range]);
    expect(timesOf(asRead(question))).toEqual([range]);
    expect(conditionsOf(question)).toBe(1);
  });

  it.each([
    'top 3 may announce layoffs',
    'may 3 companies merge',
    '31 November',
    'Black Friday sales campaigns',
    'shares come off on Friday',
    'open until Friday',
    'not extended past December',
    'cut 10-20 jobs',
    'raised 3.5 million',
  ])('is not recognised in "%s"', (question) => {
    expect(timesOf(question)).toEqual([]);
  });

  it('does not include a number of people after a month', () => {
    expect(timesOf('in March 20 people were laid off')).toEqual(['2026-03-01 2026-04-01']);
    expect(timesOf('on March 31, 120 workers lost their jobs')).toEqual(['2026-03-31 2026-04-01']);
  });
});

describe('Range of times in a question', () => {
  it.each([
    ['layoffs 1999-2000', '1999-01-01 2001-01-01'],
    ['bankruptcies 2010–2012', '2010-01-01 2013-01-01'],
    ['2019/2020 acquisitions', '2019-01-01 2021-01-01'],
    ['mergers in 2019/20', '2019-01-01 2021-01-01'],
    ['mergers from 1999-2003 in banking', '1999-01-01 2004-01-01'],
    ['mergers 2010 to 2012', '2010-01-01 2013-01-01'],
    ['Jan-Mar 2024 layoffs', '2024-01-01 2024-04-01'],
    ['January to March 2024', '2024-01-01 2024-04-01'],
    ['funding Q1-Q2 2024', '2024-01-01 2024-07-01'],
    ['funding Q3 2024', '2024-07-01 2024-10-01'],
    ['from Q1 to Q3 2025', '2025-01-01 2025-10-01'],
    ['deals in H1 2025', '2025-01-01 2025-07-01'],
    ['from November to January', '2025-11-01 2026-02-01'],
    ['from Nov 2024 to February', '2024-11-01 2025-03-01'],
    ['between November and February 2025', '2024-11-01 2025-03-01'],
    ['layoffs in 2024-03', '2024-03-01 2024-04-01'],
    ['acquisitions since 2019-2020', '2019-01-01 '],
    ['layoffs from 2019 onwards', '2019-01-01 '],
    ['how shareholders voted from 2015 on', '2015-01-01 '],
    ['layoffs 2019 or later', '2019-01-01 '],
    ['layoffs 2020 to present', '2020-01-01 '],
    ['layoffs since at least 2020', '2020-01-01 '],
    ['mergers in 2019 or earlier', ' 2020-01-01'],
    ['layoffs in 2020 and 2021', '2020-01-01 2022-01-01'],
    ['rounds, 2020 or 2021', '2020-01-01 2022-01-01'],
    ['layoffs in June and July 2025', '2025-06-01 2025-08-01'],
    ['2025 Q1 layoffs', '2025-01-01 2025-04-01'],
    ["layoffs in Q3'24", '2024-07-01 2024-10-01'],
    ['pre-2020 acquisitions', ' 2020-01-01'],
    ['post-2020 funding', '2021-01-01 '],
    ['deals prior to 2010', ' 2010-01-01'],
    ['layoffs not until 2020', '2020-01-01 '],
    ['layoffs not until March 2026 by shops', '2026-03-01 '],
    ['deals not until the end of 2024', '2025-01-01 '],
    ['deals not before 2020', '2020-01-01 '],
    ['deals until 2020', ' 2020-01-01'],
    ['deals not after 2020', ' 2021-01-01'],
    ['deals in the year 2024', '2024-01-01 2025-01-01'],
    ['job losses of 2022 in Ohio', '2022-01-01 2023-01-01'],
    ['the takeovers of 2011?', '2011-01-01 2012-01-01'],
    ['layoffs from March until today', '2026-03-01 2026-11-24'],
    ['layoffs from March 2025 until now', '2025-03-01 '],
  ])('is recognised in "%s"', (question, range) => {
    expect(timesOf(question)).toEqual([range]);
    expect(timesOf(asRead(question))).toEqual([range]);
    expect(conditionsOf(question)).toBe(1);
  });

  it.each([
    'call 555-1999-2000 for layoffs',
    '10-20 employees',
    '2000-3000 employees',
    'laid off 1990-2010 employees',
    'a loss of 2022 jobs',
    'between 1990 and 2010 people laid off',
    'an 8-K on layoffs',
    '10-K filings about risk',
    'the 2020-2010 form',
    'Series A-B rounds',
    'a loss in the second quarter',
  ])('is not recognised in "%s"', (question) => {
    expect(timesOf(question)).toEqual([]);
  });
});

describe('Relative or approximate time in a question', () => {
  it.each([
    ['layoffs the week before last', '2026-11-09 2026-11-16'],
    ['funding the month before last', '2026-09-01 2026-10-01'],
    ['who was hacked the day before yesterday', '2026-11-21 2026-11-22'],
    ['strikes over the past fortnight', '2026-11-09 '],
    ['strikes in the last fortnight', '2026-11-09 '],
    ['layoffs in the past few weeks', '2026-11-02 '],
    ['layoffs in the last couple of days', '2026-11-21 '],
    ['layoffs a fortnight ago', '2026-11-02 2026-11-16'],
    ['layoffs a year ago', '2025-10-22 2025-12-23'],
    ['layoffs about a year ago', '2025-10-22 2025-12-23'],
    ['who resigned two years ago', '2024-10-21 2024-12-22'],
    ['funding six months ago', '2026-04-20 2026-06-21'],
    ['over a year ago', ' 2025-11-22'],
    ['no more than a year ago', '2025-11-22 '],
    ['hires two days ago', '2026-11-20 2026-11-22'],
    ['the layoffs of last March', '2026-03-01 2026-04-01'],
    ['layoffs last March', '2026-03-01 2026-04-01'],
    ['layoffs last November', '2025-11-01 2025-12-01'],
    ['layoffs in March last year', '2025-03-01 2025-04-01'],
    ['funding in the first half of last year', '2025-01-01 2025-07-01'],
    ['layoffs since last year', '2025-01-01 '],
    ['layoffs since yesterday', '2026-11-22 '],
    ['layoffs mid 2024', '2024-05-01 2024-09-01'],
    ['layoffs in mid-2024', '2024-05-01 2024-09-01'],
    ['layoffs in early 2023', '2023-01-01 2023-05-01'],
    ['late 2022 layoffs', '2022-09-01 2023-01-01'],
    ['late last year', '2025-09-01 2026-01-01'],
    ['since early 2025', '2025-01-01 '],
    ['the early 2010s', '2010-01-01 2014-01-01'],
    ['mergers in the late 1990s', '1996-01-01 2000-01-01'],
    ['mergers in the nineties', '1990-01-01 2000-01-01'],
    ['mergers in the 90s', '1990-01-01 2000-01-01'],
    ['late March 2025', '2025-03-21 2025-04-01'],
    ['at the end of 2024', '2024-10-01 2025-01-01'],
    ['at the beginning of 2024', '2024-01-01 2024-04-01'],
    ['deals before the end of 2024', ' 2025-01-01'],
    ['the last quarter of 2024', '2024-10-01 2025-01-01'],
    ['first three months of 2025', '2025-01-01 2025-04-01'],
    ['the last week of March 2025', '2025-03-25 2025-04-01'],
    ['layoffs year to date', '2026-01-01 '],
    ['layoffs so far this year', '2026-01-01 '],
    ['funding ytd', '2026-01-01 '],
  ])('is recognised in "%s"', (question, range) => {
    expect(timesOf(question)).toEqual([range]);
    expect(timesOf(asRead(question))).toEqual([range]);
    expect(conditionsOf(question)).toBe(1);
  });

  it('spans more days the longer ago it is', () => {
    expect(timesOf('layoffs a month ago')).toEqual(['2026-10-08 2026-11-08']);
    expect(timesOf('layoffs 3 weeks ago').map((each) => each.slice(0, 10))).toEqual(['2026-10-23']);
    expect(timesOf('a few months ago')).toEqual(['2026-07-22 2026-09-22']);
    expect(timesOf('layoffs ten years ago')).toEqual(['2016-06-16 2017-04-17']);
  });

  it.each([
    'more openings than a year ago',
    'lower profit than in the same quarter a year ago',
    'a plan bigger than the one two years ago',
    'closes before the end of March',
    'notes due 2031',
    'opens later this year',
    'sales in the third quarter',
    '10-Q filings',
    'jobs going by the summer of 2027',
    'profits up from a year ago',
    'sales compared with two years ago',
    'companies founded in 2015',
    'startups founded two years ago',
    'hiring for two years',
    'mid-sized firms',
    'late payments',
    'early stage investors',
    'end of life products',
    'this may mean layoffs',
    'in their nineties',
  ])('is not recognised in "%s"', (question) => {
    expect(timesOf(question)).toEqual([]);
  });
});

describe('Named period in a question', () => {
  it.each([
    ['layoffs during the pandemic', '2020-03-01 2022-01-01'],
    ['who grew during the covid pandemic', '2020-03-01 2022-01-01'],
    ['hires during COVID-19', '2020-03-01 2022-01-01'],
    ['bankruptcies since the pandemic', '2020-03-01 '],
    ['bankruptcies after the pandemic', '2022-01-01 '],
    ['bankruptcies in the dotcom bubble', '1997-01-01 2002-01-01'],
    ['listings during the dot-com boom', '1997-01-01 2002-01-01'],
    ['takeovers during the 2008 financial crisis', '2007-07-01 2010-01-01'],
    ['takeovers in the great recession', '2007-07-01 2010-01-01'],
    ['layoffs since the start of the pandemic', '2020-03-01 '],
    ['mergers at the turn of the millennium', '1999-01-01 2002-01-01'],
  ])('is recognised in "%s"', (question, range) => {
    expect(timesOf(question)).toEqual([range]);
    expect(timesOf(asRead(question))).toEqual([range]);
    expect(conditionsOf(question)).toBe(1);
  });

  it.each([
    'recovering from the pandemic',
    'investing in covid vaccines',
    'prepared for a pandemic',
    'layoffs because of the pandemic',
    'a firm in a financial crisis',
    'layoffs after the financial crisis of the group',
  ])('is not recognised in "%s"', (question) => {
    expect(timesOf(question)).toEqual([]);
  });
});

describe('Excluded time in a question', () => {
  const met = (question: string, at: string) => {
    const { parts } = parseQuestion(question, Date.parse(NOW));
    const told = {
      detectedAtMs: Date.parse(`${at}T10:00:00Z`),
      signalType: 'news',
      subtypeKey: '',
    };
    return parts
      .filter(({ isCondition, needsCompany }) => isCondition && !needsCompany)
      .map((part) => part.match([], undefined, told)?.likeness);
  };

  it.each([
    'layoffs except in 2020',
    'layoffs, but not in 2020',
    'layoffs outside the summer of 2020',
  ])('is met by all other times: "%s"', (question) => {
    expect(met(question, '2021-07-01')).toEqual([1]);
    expect(met(question, '2020-07-01')).toEqual([0]);
    expect(timesOf(question)).toEqual([]);
  });

  it('is not read from a negated bound such as "no later than"', () => {
    expect(timesOf('deals, but no later than March 2026')).toEqual([' 2026-04-01']);
    expect(timesOf('deals, but not before 2026')).toEqual(['2026-01-01 ']);
  });
});
