/** The linear engine gives what the engine of JavaScript gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  linearRegExpConstructor,
  requireLinear,
} from '../../../../../shared/domain/schemas/linear-regexp.js';

const PATTERNS = [
  /\s*,\s*/g,
  /[\s,;-]+/g,
  /[^\s,]+/g,
  /\S+/g,
  /a.b/g,
  /a.b/gs,
  /^a|b$/g,
  /^(a?)(b)?/g,
  /(?<first>\w+)(?<rest>.*)$/g,
  /\bß?a\b/gi,
  /\u00e9+/g,
  /[.\]]+/g,
  /\//g,
  /(a|ab)(c|bcd)?(d*)/g,
  /(?<=a)b/g,
];

/** Every match as JSONata walks through them: on from `lastIndex`, until one is empty. */
function matchesOf(engine: RegExpConstructor, pattern: RegExp, text: string): unknown[] {
  const expression = new engine(pattern);
  const found: unknown[] = [];
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    found.push([match.index, expression.lastIndex, ...match]);
    if (match[0] === '') break;
  }
  return found;
}

describe('a linear regular expression', () => {
  it.each(PATTERNS)('%s finds what the one of JavaScript finds', (pattern) => {
    const unit = fc.constantFrom('a', 'b', 'c', 'd', 'é', 'ß', ' ', '\u00a0', '\v', '\n', '\r');
    const more = fc.constantFrom('\u2028', ',', ';', '-', '.', ']', '/', '😀', 'A', 'B', '1');
    const texts = fc.string({ unit: fc.oneof(unit, more), maxLength: 30 });
    fc.assert(
      fc.property(texts, (text) => {
        expect(matchesOf(linearRegExpConstructor, pattern, text)).toEqual(
          matchesOf(RegExp, pattern, text),
        );
      }),
    );
  });

  it('searches one text after another from their starts', () => {
    const expression = new linearRegExpConstructor(/a+/g);
    expect(expression.exec('aab')?.[0]).toBe('aa');
    expect(expression.exec('aab')).toBeNull();
    expect(expression.exec('aab')?.[0]).toBe('aa');
    expect(expression.exec('aba')?.index).toBe(0);
  });

  it.each([/^(a+)+$/, /(\s+,)*x/, /(.*a){3}x/])('%s ends on 1 MB', (pattern) => {
    for (const text of ['a'.repeat(1e6), ' '.repeat(1e6)]) {
      expect(new linearRegExpConstructor(pattern).test(`${text}!`)).toBe(false);
    }
  });

  it('of many parts refuses a long text', () => {
    const expression = new linearRegExpConstructor(/(.*a){200}/);
    expect(() => expression.exec('a'.repeat(1e6))).toThrow('too complex for a text of this length');
    expect(expression.test('a'.repeat(1_000))).toBe(true);
  });

  it('that asks for every way is refused', () => {
    expect(() => requireLinear(/a(?=b)/)).toThrow('write it without lookahead');
    expect(() => requireLinear(/(a)\1/)).toThrow('write it without lookahead');
  });
});
