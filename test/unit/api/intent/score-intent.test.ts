/** Intent scores: properties that always hold, and one example calculated by hand. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INTENT, intentModelName } from '../../../../api/intent/constants.js';
import {
  type IntentSignal,
  scoreIntent,
  withoutDuplicates,
} from '../../../../api/intent/score-intent.js';

const NOW = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;
const TYPES = ['news', 'sec-8k', 'hiring-trends', 'never-heard-of', 'constructor', '__proto__'];

const signal = fc.record({
  signalId: fc.uuid(),
  signalType: fc.constantFrom(...TYPES),
  subtypeKey: fc.constantFrom('a', 'b'),
  detectedAtMs: fc.integer({ min: NOW - 90 * DAY_MS, max: NOW }),
  similarity: fc.constant(0.5),
  relevance: fc.double({ min: 0, max: 1, noNaN: true }),
});
const signals = fc.uniqueArray(signal, { selector: (each) => each.signalId, maxLength: 40 });
const scoreOf = (given: readonly IntentSignal[], nowMs = NOW) =>
  scoreIntent(given, nowMs, INTENT).score;

describe('Intent score', () => {
  it('lies in [0, 1), with contributions that add up to 1', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const { score, explanation } = scoreIntent(given, NOW, INTENT);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThan(1);
        const sum = explanation.reduce((total, each) => total + each.contribution, 0);
        expect(sum).toBeCloseTo(score > 0 ? 1 : 0, 10);
      }),
    );
  });

  it('is not lowered by an additional signal', () => {
    fc.assert(
      fc.property(signals, signal, (given, more) => {
        expect(scoreOf([...given, more])).toBeGreaterThanOrEqual(scoreOf(given) - 1e-12);
      }),
    );
  });

  it('does not rise as time passes', () => {
    fc.assert(
      fc.property(signals, fc.integer({ min: 0, max: 100 }), (given, days) => {
        expect(scoreOf(given, NOW + days * DAY_MS)).toBeLessThanOrEqual(scoreOf(given) + 1e-12);
      }),
    );
  });

  it('stays below 0.8 for signals of a single type', () => {
    fc.assert(
      fc.property(signals, fc.constantFrom(...TYPES), (given, signalType) => {
        const perfect = given.map((each) => ({ ...each, signalType, relevance: 1 }));
        expect(scoreOf(perfect.map((each) => ({ ...each, detectedAtMs: NOW })))).toBeLessThan(0.8);
      }),
    );
  });

  it('does not depend on the order of the signals', () => {
    fc.assert(
      fc.property(signals, fc.infiniteStream(fc.nat()), (given, numbers) => {
        const shuffled = given
          .map((each) => ({ each, at: numbers.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ each }) => each);
        expect(scoreIntent(shuffled, NOW, INTENT)).toEqual(scoreIntent(given, NOW, INTENT));
      }),
    );
  });

  it('equals the result calculated by hand', () => {
    const at = (id: string, signalType: string, relevance: number, days: number) => ({
      signalId: id,
      signalType,
      subtypeKey: 'x',
      detectedAtMs: NOW - days * DAY_MS,
      similarity: 0.5,
      relevance,
    });
    const { score, explanation } = scoreIntent(
      [
        at('old', 'news', 1, 30),
        at('new', 'news', 0.5, 0),
        at('filing', 'sec-8k', 0.4, 60),
        at('unrelated', 'news', 0, 0),
      ],
      NOW,
      INTENT,
    );
    // old:    r = 1,   d = 1/2, w = 0.9: p = 0.6 × 0.9 × 1 × 0.5 = 0.27
    // new:    r = 0.5, d = 1,   w = 0.9: p = 0.6 × 0.9 × 0.5 × 1 = 0.27, second of its type: 0.135
    // filing: r = 0.4, d = 1/4, w = 1:   p = 0.6 × 1 × 0.4 × 0.25 = 0.06
    // Equal strength: the newer one counts in full. 1 − 0.73 × 0.865 × 0.94 = 0.406437
    expect(score).toBeCloseTo(0.406437, 6);
    expect(explanation.map((each) => each.signal.signalId)).toEqual(['new', 'old', 'filing']);
    expect(explanation.map((each) => each.probability)).toEqual([
      expect.closeTo(0.27, 10),
      expect.closeTo(0.135, 10),
      expect.closeTo(0.06, 10),
    ]);
    // ln 0.73 = −0.314711, ln 0.865 = −0.145026, ln 0.94 = −0.061875; together −0.521612.
    expect(explanation.map((each) => each.contribution)).toEqual([
      expect.closeTo(0.603343, 5),
      expect.closeTo(0.278034, 5),
      expect.closeTo(0.118623, 5),
    ]);
  });
});

describe('withoutDuplicates', () => {
  it('keeps the newest of similar signals within a week, in any order of input', () => {
    const story = (id: string, days: number, subtypeKey = 'x'): IntentSignal => ({
      signalId: id,
      signalType: 'news',
      subtypeKey,
      detectedAtMs: NOW - days * DAY_MS,
      similarity: 0.5,
      relevance: 0.5,
    });
    const told = [story('a', 0), story('b', 7), story('c', 8), story('d', 0, 'y')];
    const kept = (given: IntentSignal[], isAlike = () => true) =>
      withoutDuplicates(given, isAlike, INTENT).map((each) => each.signalId);
    expect(kept(told)).toEqual(['a', 'd', 'c']);
    expect(kept([...told].reverse())).toEqual(['a', 'd', 'c']);
    expect(kept(told, () => false)).toEqual(['a', 'd', 'b', 'c']);
  });
});

describe('Name of the intent model', () => {
  it('changes with every constant', () => {
    const name = intentModelName(INTENT);
    expect(intentModelName({ ...INTENT })).toBe(name);
    for (const constant of Object.keys(INTENT)) {
      expect(intentModelName({ ...INTENT, [constant]: 0.123 }), constant).not.toBe(name);
    }
  });
});
