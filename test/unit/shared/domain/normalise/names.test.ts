/** Company names, letter case, dates, employee ranges and countries in one spelling. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normaliseCompanyName,
  trigramSimilarity,
  trigrams,
} from '../../../../../shared/domain/normalise/company-name.js';
import { countryCode } from '../../../../../shared/domain/normalise/country-code.js';
import { parseIsoDate } from '../../../../../shared/domain/normalise/date.js';
import { parseEmployeeRange } from '../../../../../shared/domain/normalise/employee-range.js';
import { foldCase, foldWords } from '../../../../../shared/domain/normalise/fold-case.js';

describe('Comparison of company names', () => {
  it.each([
    ['Apple Inc.', 'apple'],
    ['Ap\u00adple Inc.', 'apple'],
    ['\u200eAp\u200bple\u2060 \u202eInc.\ufeff', 'apple'],
    ['WALT DISNEY CO/', 'walt disney'],
    ['Astrotech Corp \\WA\\', 'astrotech'],
    ['MATTEL INC /DE/', 'mattel'],
    ['Novo Nordisk A/S', 'novo nordisk'],
    ['Aktieselskabet Schouw & Co.', 'aktieselskabet schouw'],
    ['Procter & Gamble', 'procter gamble'],
    ['Procter and Gamble Company', 'procter gamble'],
    ['Müller und Söhne GmbH & Co. KG', 'muller sohne'],
    ['Grupa Żywiec Sp. z o.o.', 'grupa zywiec'],
    ['Ørsted', 'orsted'],
    ['Weißbräu AG', 'weissbrau'],
    ['L’Oréal S.A.', 'loreal'],
    ["L'Oreal SA", 'loreal'],
    ['PT Golden Flower, Tbk', 'golden flower'],
    ['AT&T', 'at t'],
    ['Inc', 'inc'],
    ['株式会社', '株式会社'],
    ['Йод', 'иод'],
    ['أحمد', 'احمد'],
    ['Acme ❤️ 1️⃣', 'acme 1'],
  ])('normalises %s to %s', (name, expected) => {
    expect(normaliseCompanyName(name)).toBe(expected);
  });

  it.each([
    ['バンダイ', 'ハンタイ', 'ﾊﾞﾝﾀﾞｲ'],
    ['राम', 'रमा', 'राम ltd'],
    ['กิน', 'กัน', ' กิน'],
  ])('distinguishes %s from %s, but not from %s', (name, other, same) => {
    for (const compared of [normaliseCompanyName, foldWords]) {
      expect(compared(name)).not.toBe(compared(other));
    }
    expect(normaliseCompanyName(same)).toBe(normaliseCompanyName(name));
    expect(normaliseCompanyName(name).split(' ')).toHaveLength(1);
  });

  it('ignores letter case, and keeps something of any name with letters or digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const once = normaliseCompanyName(name);
        expect(normaliseCompanyName(name.toUpperCase())).toBe(once);
        expect(normaliseCompanyName(name.toLowerCase())).toBe(once);
        if (/[\p{L}\p{N}]/u.test(name)) expect(once).not.toBe('');
      }),
    );
  });

  it('ignores the case of every letter of Unicode', () => {
    const letters = Array.from({ length: 0x20_000 }, (_, code) =>
      String.fromCodePoint(code),
    ).filter((letter) => letter.toUpperCase() !== letter.toLowerCase());
    expect(letters.length).toBeGreaterThan(2_500);
    for (const letter of letters) {
      for (const name of [letter, `a${letter}b`, `\u03b1${letter}`]) {
        const once = normaliseCompanyName(name);
        expect(normaliseCompanyName(name.toUpperCase()), name).toBe(once);
        expect(normaliseCompanyName(name.toLowerCase()), name).toBe(once);
      }
    }
  });

  it('gives a similarity from 0 to 1, the same both ways, and 1 for equal names', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const [left, right] = [trigrams(a), trigrams(b)];
        const similarity = trigramSimilarity(left, right);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(trigramSimilarity(right, left)).toBe(similarity);
        expect(trigramSimilarity(left, left)).toBe(1);
      }),
    );
  });
});

describe('foldCase', () => {
  it('makes texts equal that differ only in letter case', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldCase(text.toUpperCase())).toBe(foldCase(text));
      }),
    );
    expect(foldCase(' STRASSE ')).toBe(foldCase('straße'));
  });

  it('makes both cases of every character equal, and changes nothing that is folded', () => {
    const unequal: string[] = [];
    for (let code = 0; code <= 0x1_ff_ff; code += 1) {
      const text = `a${String.fromCodePoint(code)}b`;
      const folded = foldCase(text);
      const others = [text.toUpperCase(), text.toLowerCase(), folded].map(foldCase);
      if (others.some((other) => other !== folded)) unequal.push(code.toString(16));
    }
    expect(unequal).toEqual([]);
  });
});

describe('parseIsoDate', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.123456+02:00', '2026-03-01T08:00:00.123Z'],
    ['2026-03-01 10:00:00-0530', '2026-03-01T15:30:00.000Z'],
    ['1201-01-01', '1201-01-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    // A leap second, at the end of a day in UTC, counts as the second before it.
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['2017-01-01T05:29:60.250+05:30', '2016-12-31T23:59:59.250Z'],
  ])('reads %s as %s', (text, iso) => {
    expect(new Date(parseIsoDate(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-03-01T10:00:00',
    '03/01/2026',
    '',
    '2026',
    '2026-03-01T25:00:00Z',
    '2026-02-28T12:30:60Z',
    '2026-02-28T23:59:60+01:00',
  ])('returns null for %j', (text) => {
    expect(parseIsoDate(text)).toBeNull();
  });
});

describe('parseEmployeeRange', () => {
  it.each([
    ['5001-10000', 5001, 10000],
    ['10,001+ employees', 10001, null],
    ['11,144', 11144, 11144],
    [37, 37, 37],
    ['less than 50', null, 50],
    ['many', null, null],
    [null, null, null],
    [-5, null, null],
    ['1e5', 100_000, 100_000],
  ])('reads %j as %j to %j', (input, low, high) => {
    expect(parseEmployeeRange(input)).toEqual({ low, high });
  });
});

describe('countryCode', () => {
  it.each([
    ['USA', 'US'],
    ['us', 'US'],
    ['United Kingdom', 'GB'],
    ['DEU', 'DE'],
    ['South Korea', 'KR'],
    ['UK', 'GB'],
    [' u.k. ', 'GB'],
    ['England', 'GB'],
    ['Scotland', 'GB'],
    ['Wales', 'GB'],
    ['Northern Ireland', 'GB'],
    ['Holland', 'NL'],
    ['Korea', 'KR'],
    ['Viet Nam', 'VN'],
    ['Laos', 'LA'],
    ['Macau', 'MO'],
    ['Macedonia', 'MK'],
    ['Moldova', 'MD'],
    ['Syria', 'SY'],
    ['British Virgin Islands', 'VG'],
    ['Swaziland', 'SZ'],
    ['Burma', 'MM'],
    ['U.S.', 'US'],
    ['Czech Republic', 'CZ'],
    ['Ivory Coast', 'CI'],
    ['Turkey', 'TR'],
    ['constructor', null],
    ['Atlantis', null],
    ['ZZ', null],
  ])('maps %s to %s', (name, code) => {
    expect(countryCode(name)).toBe(code);
  });
});
