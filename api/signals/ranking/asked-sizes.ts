/** Sizes of companies that a question names: "companies with more than 500 employees", "large firms". Pure. */

import { amountsIn } from '../../../shared/domain/amounts.js';
import type { CompanyFacts } from '../../../shared/domain/ports/identity-graph.js';
import type { AskedPart } from './asked-part.js';
import { type PlacedWord, piecesOf, wordsBefore } from './phrases.js';

const COMPANIES =
  /^(?:companies|company|firms?|businesses|startups?|employers|enterprises|corporations|giants|groups|organi[sz]ations|outfits)$/;
/** In front of a number of people. */
const BOUND =
  /(?:^| )(?<who>\S+) (?:with|of|having|that have|that employ|employing|(?<not>(?:that|which) do not have)) (?<bound>no more than|not more than|no fewer than|no less than|more than|over|above|at least|less than|fewer than|under|below|up to|at most) $/;
const BOUND_WORDS = 8;
const NEGATED = /^not? /;
const UPPER = /less|fewer|under|below|up to|at most/;
const PEOPLE = /^(?:employees|people|staff|workers)$/;
const MEDIUM = 'mid - sized,mid - size,mid - market,midsize,midsized,medium - sized,medium'
  .split(',')
  .map((name): [string, readonly [number, number]] => [name, [101, 1_000]]);
/** How many employees they have. */
const NAMED: ReadonlyMap<string, readonly [low: number, high: number]> = new Map([
  ['small', [0, 200]],
  ...MEDIUM,
  // Of what publishers count as 501 to 1,000 none is large.
  ['large', [1_001, Infinity]],
  ['big', [1_001, Infinity]],
  ['huge', [5_001, Infinity]],
]);

/** Of the longest of them. */
const NAME_WORDS = 3;

export function sizeParts(words: readonly PlacedWord[]): AskedPart[] {
  const spelt = words.map(({ text }) => text.toLowerCase());
  const bounds = amountsIn(spelt).flatMap(({ value, unit, start, end }) => {
    const before = unit === 'people' && wordsBefore(words, words[start]?.at ?? 0, BOUND_WORDS);
    const { who = '', bound = '', not } = (before && BOUND.exec(before)?.groups) || {};
    if (!COMPANIES.test(who)) return [];
    const from = start - bound.split(' ').length;
    const until = PEOPLE.test(spelt[end] ?? '') ? end + 1 : end;
    const isNegated = NEGATED.test(bound) !== (not !== undefined);
    const isUpper = UPPER.test(bound) !== isNegated;
    return [sizePart(words.slice(from, until), isUpper ? 0 : value, isUpper ? value : Infinity)];
  });
  const named = words.flatMap((_, at) =>
    [1, NAME_WORDS].flatMap((length) => {
      const size = NAMED.get(spelt.slice(at, at + length).join(' '));
      const isOfCompany = COMPANIES.test(spelt[at + length] ?? '');
      return size && isOfCompany ? [sizePart(words.slice(at, at + length), ...size)] : [];
    }),
  );
  return [...bounds, ...named];
}

/** As filters read them: an open end of a known range is unlimited, an unknown range fits nothing. */
function sizePart(words: readonly PlacedWord[], least: number, most: number): AskedPart {
  const fits = ({ employees: { low, high } }: CompanyFacts): boolean =>
    (low !== null || high !== null) && (high ?? Infinity) >= least && (low ?? 0) <= most;
  return {
    pieces: piecesOf(words),
    isAlone: true,
    isCondition: true,
    isOfCompany: true,
    meet: (_, company) => ({ at: -1, likeness: company && fits(company) ? 1 : 0 }),
  };
}
