/** Regular expressions in linear time find the same as those of JavaScript. */
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

/** Returns every match as JSONata reads them: from `lastIndex` on, until one is empty. */
function matchesOf(engine: RegExpConstructor, pattern: RegExp, text: string): unknown[] {
  const expression = new engine(pattern);
  const found: unknown[] = [];
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    found.push([match.index, expression.lastIndex, ...match]);
    if (match[0] === '') break;
  }
  return found;
}

describe('Linear regular expression', () => {
  it.each(PATTERNS)('%s finds the same matches as in JavaScript', (pattern) => {
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

  it('starts over after the last match and for a new text', () => {
    const expression = new linearRegExpConstructor(/a+/g);
    expect(expression.exec('aab')?.[0]).toBe('aa');
    expect(expression.exec('aab')).toBeNull();
    expect(expression.exec('aab')?.[0]).toBe('aa');
    expect(expression.exec('aba')?.index).toBe(0);
  });

  it.each([/^(a+)+$/, /(\s+,)*x/, /(.*a){3}x/])('%s finishes on 1 MB of text', (pattern) => {
    for (const text of ['a'.repeat(1e6), ' '.repeat(1e6)]) {
      expect(new linearRegExpConstructor(pattern).test(`${text}!`)).toBe(false);
    }
  });

  it('rejects a long text if the expression has many parts', () => {
    const expression = new linearRegExpConstructor(/(.*a){200}/);
    expect(() => expression.exec('a'.repeat(1e6))).toThrow('too complex for a text of this length');
    expect(expression.test('a'.repeat(1_000))).toBe(true);
  });

  it('is rejected if it has lookahead or back-references', () => {
    expect(() => requireLinear(/a(?=b)/)).toThrow('write it without lookahead');
    expect(() => requireLinear(/(a)\1/)).toThrow('write it without lookahead');
  });
});
