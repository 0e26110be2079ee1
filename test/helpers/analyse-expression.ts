/**
 * Static analysis of regular expressions. Most of its time goes to expressions that never change, so
 * `test/fixtures/linear-expressions.json` lists those that it found linear.
 */
import { readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import type { FoundExpression } from './regular-expressions.js';

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
/**
 * Files whose expressions run on short texts only: the service's own migrations, and sentences of
 * limited length.
 */
const BOUNDED = ['shared/platform/clickhouse/client/cluster-ddl.ts', 'seeds/content-tags.json'];
export const KNOWN_LINEAR = new URL('../fixtures/linear-expressions.json', import.meta.url);

/** Returns the expressions of the list, as JavaScript writes them. */
export function knownLinear(): Set<string> {
  return new Set<string>(JSON.parse(readFileSync(KNOWN_LINEAR, 'utf8')));
}

export function isAnalysed({ path, expression }: FoundExpression): boolean {
  return !BOUNDED.includes(path) && expression.source.length <= LONGEST_ANALYSED;
}

/** Returns false if the time of the expression may grow faster than a text. */
export function isLinear(expression: RegExp): boolean {
  if (isPlainlyLinear(expression)) return true;
  const { source, flags } = expression;
  return checkSync(source, flags.replace(/[dg]/g, ''), SEARCH).status === 'safe';
}

/**
 * Returns true if no analysis is needed: nothing repeats without bound, or one part does and the
 * expression fits at the start of a text only.
 */
export function isPlainlyLinear({ source, flags }: RegExp): boolean {
  const bare = source.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x');
  const repeats = bare.match(/[*+]|\{\d+,\d*\}/g) ?? [];
  const unbounded = repeats.filter((repeat) => !/\d\}$/.test(repeat));
  if (unbounded.length === 0) return true;
  const isAnchored = /^\^(?:[^|]*|\([^()]*\)\$)$/.test(bare) && !flags.includes('m');
  return isAnchored && repeats.length === 1 && !bare.includes(')*') && !bare.includes(')+');
}
