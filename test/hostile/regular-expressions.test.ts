/**
 * No text from outside can make a regular expression slow: its time grows linearly with the text.
 */
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { cpuMsOf, hostileTexts } from '../helpers/hostile-texts.js';
import {
  filesWithBuiltExpressions,
  findRegularExpressions,
} from '../helpers/regular-expressions.js';

// Uses the analyser's JavaScript, not the native program that may be installed too.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/** Limits of the search for attacks, which is needed where automata do not help (lookbehind). */
const SEARCH = {
  maxIteration: 1,
  maxInitialGenerationSize: 60,
  maxGenerationSize: 20,
  maxAttackStringSize: 10_000,
  attackLimit: 5_000_000,
  seedingLimit: 500,
  // Counts steps instead of time, so that a busy machine finds the same.
  timeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  seedingTimeout: null,
};
/**
 * The few longer expressions take half of the time: `LONG=1` analyses them, the gate only runs them
 * on texts.
 */
const LONGEST_ANALYSED = process.env.LONG ? Number.POSITIVE_INFINITY : 100;
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
/**
 * Files whose expressions run on short texts only: the service's own migrations, and sentences of
 * limited length.
 */
const BOUNDED = ['shared/platform/clickhouse/client/cluster-ddl.ts', 'seeds/content-tags.json'];

function isSafe(expression: RegExp): boolean {
  if (isPlainlyLinear(expression)) return true;
  const { source, flags } = expression;
  return checkSync(source, flags.replace(/[dg]/g, ''), SEARCH).status === 'safe';
}

/**
 * Returns true if no analysis is needed: nothing repeats without bound, or one part does and the
 * expression fits at the start of a text only.
 */
function isPlainlyLinear({ source, flags }: RegExp): boolean {
  const bare = source.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x');
  const repeats = bare.match(/[*+]|\{\d+,\d*\}/g) ?? [];
  const unbounded = repeats.filter((repeat) => !/\d\}$/.test(repeat));
  if (unbounded.length === 0) return true;
  const isAnchored = /^\^(?:[^|]*|\([^()]*\)\$)$/.test(bare) && !flags.includes('m');
  return isAnchored && repeats.length === 1 && !bare.includes(')*') && !bare.includes(')+');
}

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
    const open = found.filter(
      ({ path, expression }) =>
        !BOUNDED.includes(path) && expression.source.length <= LONGEST_ANALYSED,
    );
    const slow = open.filter(({ expression }) => !isSafe(expression));
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
      expect(isSafe(expression)).toBe(false);
    },
  );
});
