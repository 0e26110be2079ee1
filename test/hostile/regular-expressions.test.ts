/**
 * No text from outside can make a regular expression slow: its time grows linearly with the text.
 */
import { describe, expect, it } from 'vitest';
import { isAnalysed, isLinear, knownLinear } from '../helpers/analyse-expression.js';
import { cpuMsOf, hostileTexts } from '../helpers/hostile-texts.js';
import {
  filesWithBuiltExpressions,
  findRegularExpressions,
} from '../helpers/regular-expressions.js';

/** Files whose built expressions are found, because they build them when they are loaded. */
const BUILT_AT_LOAD = [
  'api/signals/ranking/amounts/number-parts.ts',
  'api/signals/ranking/amounts/round-amounts.ts',
  'api/signals/ranking/amounts/superlative-parts.ts',
  'api/signals/ranking/companies/deal-sides.ts',
  'api/signals/ranking/companies/industry-parts.ts',
  'api/signals/ranking/companies/lawsuit-sides.ts',
  'api/signals/ranking/companies/trait-part.ts',
  'api/signals/ranking/parts/signal-type-parts.ts',
  'api/signals/ranking/times/dates.ts',
  'api/signals/ranking/times/months.ts',
  'api/signals/ranking/times/seasons.ts',
  'api/signals/ranking/times/time-words.ts',
  'api/signals/ranking/words/plain-words.ts',
];
const CHARACTERS = process.env.LONG ? 100_000 : 40_000;
/** A linear expression takes milliseconds, a simple quadratic one 900 for 40,000 characters. */
const LIMIT_MS = process.env.LONG ? 4_000 : 500;

const found = await findRegularExpressions();

describe('Regular expressions of the service', () => {
  it('are found in code and schemas, also those that known files build', () => {
    const sources = found.map(({ expression }) => expression.source);
    expect(sources).toContain('^[A-Za-z0-9._-]{1,128}$');
    expect(sources).toContain('\\S');
    // A time of a question: built when its module is loaded.
    expect(sources).toContain('yesterday ');
    expect(sources).toContain('\\boutplacement\\b');
    expect(sources.length).toBeGreaterThan(150);
    expect(filesWithBuiltExpressions().sort()).toEqual(
      [
        ...BUILT_AT_LOAD,
        // Endings of words, behind a fixed number of letters.
        'api/signals/ranking/words/glossary.ts',
        'ingest/values/content-tags.ts',
        // Operators write these; the linear engine runs them.
        'shared/domain/schemas/linear-regexp.ts',
        'shared/platform/clickhouse/analysts/judge-statement.ts',
        'shared/platform/clickhouse/client/long-lists.ts',
      ].sort(),
    );
  });

  it('take linear time according to static analysis', () => {
    const known = process.env.LONG ? new Set() : knownLinear();
    const open = found.filter((each) => isAnalysed(each) && !known.has(String(each.expression)));
    const slow = open.filter(({ expression }) => !isLinear(expression));
    expect(slow.map(({ path, expression }) => `${path}: ${expression}`)).toEqual([]);
  }, 120_000);

  it('find all matches in hostile texts within seconds of processor time', () => {
    const texts = [...hostileTexts(CHARACTERS, ['x'])];
    const slow = found.filter(({ expression }) => {
      const every = new RegExp(expression, `${expression.flags.replace(/[gy]/g, '')}g`);
      return cpuMsOf(() => texts.map((text) => text.replace(every, ''))) > LIMIT_MS;
    });
    expect(slow.map(({ path, expression }) => `${path}: ${expression}`)).toEqual([]);
  }, 120_000);
});

describe('Static analysis of regular expressions', () => {
  it.each([/\s+$/, /<a\b[^>]*>/, /^(a+)+$/, /(?<!x)\s+and\s+/, /\s*,\s*(?=b)/])(
    'reports that %s is not linear',
    (expression) => {
      expect(isLinear(expression)).toBe(false);
    },
  );
});
