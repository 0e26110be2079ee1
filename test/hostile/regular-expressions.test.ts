/** No text from outside can make a regular expression slow: its time grows as the text does. */
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { cpuMsOf, hostileTexts } from '../helpers/hostile-texts.js';
import {
  filesWithBuiltExpressions,
  findRegularExpressions,
} from '../helpers/regular-expressions.js';

// The analyser's own JavaScript, not the native program that may lie beside it.
process.env.RECHECK_SYNC_BACKEND = 'pure';

/** Where automata do not help (lookbehind), attacks are searched for: so long, and no longer. */
const SEARCH = {
  maxIteration: 1,
  maxInitialGenerationSize: 60,
  maxGenerationSize: 20,
  maxAttackStringSize: 10_000,
  attackLimit: 5_000_000,
  seedingLimit: 500,
  // Steps are counted, so that a busy machine finds the same.
  timeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  seedingTimeout: null,
};
/** The few longer ones take half of the time: `LONG=1` analyses them, the gate tries them on texts alone. */
const LONGEST_ANALYSED = process.env.LONG ? Number.POSITIVE_INFINITY : 200;
const CHARACTERS = 100_000;
/** A linear one takes milliseconds, a quadratic one minutes. */
const LIMIT_MS = 4_000;

const found = findRegularExpressions();
/** Of the service's own migrations, and of sentences that are cut before. */
const BOUNDED = ['shared/platform/clickhouse/client/cluster-ddl.ts', 'seeds/content-tags.json'];

function isSafe(expression: RegExp): boolean {
  if (isPlainlyLinear(expression)) return true;
  const { source, flags } = expression;
  return checkSync(source, flags.replace(/[dg]/g, ''), SEARCH).status === 'safe';
}

/**
 * True where no analysis is needed: nothing repeats without bound, or one part does and the expression
 * fits at the start of a text only.
 */
function isPlainlyLinear({ source, flags }: RegExp): boolean {
  const bare = source.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x');
  const repeats = bare.match(/[*+]|\{\d+,\d*\}/g) ?? [];
  const unbounded = repeats.filter((repeat) => !/\d\}$/.test(repeat));
  if (unbounded.length === 0) return true;
  const isAnchored = /^\^(?:[^|]*|\([^()]*\)\$)$/.test(bare) && !flags.includes('m');
  return isAnchored && repeats.length === 1 && !bare.includes(')*') && !bare.includes(')+');
}

describe('the regular expressions of the service', () => {
  it('are found', () => {
    const sources = found.map(({ expression }) => expression.source);
    expect(sources).toContain('^[A-Za-z0-9._-]{1,128}$');
    expect(sources).toContain('\\S');
    expect(sources.length).toBeGreaterThan(150);
    expect(filesWithBuiltExpressions().sort()).toEqual([
      'ingest/values/content-tags.ts',
      // Of operators, and run by the linear engine.
      'shared/domain/schemas/linear-regexp.ts',
      'shared/platform/clickhouse/analysts/judge-statement.ts',
      'shared/platform/clickhouse/client/long-lists.ts',
    ]);
  });

  it('take linear time, by analysis', () => {
    const open = found.filter(
      ({ path, expression }) =>
        !BOUNDED.includes(path) && expression.source.length <= LONGEST_ANALYSED,
    );
    const slow = open.filter(({ expression }) => !isSafe(expression));
    expect(slow.map(({ path, expression }) => `${path}: ${expression}`)).toEqual([]);
  }, 120_000);

  it('take linear time for all their matches in hostile texts', () => {
    const texts = [...hostileTexts(CHARACTERS, ['x'])];
    const slow = found.filter(({ expression }) => {
      const every = new RegExp(expression, `${expression.flags.replace('g', '')}g`);
      return cpuMsOf(() => texts.map((text) => text.replace(every, ''))) > LIMIT_MS;
    });
    expect(slow.map(({ path, expression }) => `${path}: ${expression}`)).toEqual([]);
  }, 120_000);
});

describe('the analysis', () => {
  it.each([/\s+$/, /<a\b[^>]*>/, /^(a+)+$/, /(?<!x)\s+and\s+/, /\s*,\s*(?=b)/])(
    'finds %s',
    (expression) => {
      expect(isSafe(expression)).toBe(false);
    },
  );
});
