/** Dates, money, employee ranges, names and HTML as publishers write them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createDateReader,
  dateOfUnixTime,
  firstDate,
} from '../../../../../shared/domain/normalise/date-reader.js';
import { parseEmployeeRange } from '../../../../../shared/domain/normalise/employee-range.js';
import { parseMoney } from '../../../../../shared/domain/normalise/money.js';
import {
  splitNames,
  tickersIn,
  tidySpacing,
  tradeNames,
} from '../../../../../shared/domain/normalise/names.js';
import { plainText, unescapeEntities } from '../../../../../shared/domain/normalise/plain-text.js';

describe('Date reader', () => {
  it.each([
    [['d/M/yyyy'], 'UTC', '3/4/2026', '2026-04-03'],
    [['M/d/yyyy'], 'UTC', '3/4/2026', '2026-03-04'],
    [['MM-dd-yy'], 'UTC', '03-17-26', '2026-03-17'],
    [['MM-dd-yy'], 'UTC', '03-17-99', '1999-03-17'],
    [['dd-MMM-yyyy HH:mm:ss'], 'Asia/Kolkata', '15-Dec-2025 18:30:00', '2025-12-15T13:00:00.000Z'],
    [[], 'America/New_York', '2026-01-05 09:00', '2026-01-05T14:00:00.000Z'],
    [[], 'America/New_York', '2026-07-05 09:00', '2026-07-05T13:00:00.000Z'],
    [[], 'UTC', ' 2026-01-05 ', '2026-01-05'],
    [[], 'UTC', '2026-01-05T10:00:00+02:00', '2026-01-05T08:00:00.000Z'],
    [['rfc2822'], 'UTC', 'Sat, 02 May 2026 08:30:00 +0200', '2026-05-02T06:30:00.000Z'],
    [["yyyyMMdd'T'HHmmss'Z'"], 'UTC', '20260109T174500Z', '2026-01-09T17:45:00.000Z'],
    [['M/d/yyyy'], 'UTC', '13/1/2026', undefined],
    [['M/d/yyyy'], 'UTC', 'soon', undefined],
    [[], 'UTC', '3/4/2026', undefined],
  ])('with formats %j in %s reads %s as %s', (formats, zone, text, expected) => {
    expect(createDateReader(formats, zone)(text)).toBe(expected);
  });

  it('finds the first date in a longer text', () => {
    const read = createDateReader(['M/d/yyyy'], 'UTC');
    expect(firstDate('Updated 6/3/2026 Revised 06/24/2026', read)).toBe('2026-06-03');
    expect(firstDate('06/03/2026Updated07/14/2026', read)).toBe('2026-06-03');
    expect(firstDate('none', read)).toBeUndefined();
  });

  it('rejects an unknown time zone and formats without a month in one error', () => {
    expect(() => createDateReader(['d/m/y'], 'Mars/Base')).toThrow(
      'time_zone "Mars/Base" is not an IANA time zone; date_formats: "d/m/y" has no month;',
    );
  });

  it('reads back every day that was written in its format', () => {
    const read = createDateReader(['d.M.yyyy'], 'UTC');
    const day = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (date) => {
        const text = `${date.getUTCDate()}.${date.getUTCMonth() + 1}.${date.getUTCFullYear()}`;
        expect(read(text)).toBe(date.toISOString().slice(0, 10));
      }),
    );
  });

  it('reads Unix time in seconds or milliseconds, and returns undefined for invalid values', () => {
    expect(dateOfUnixTime(1_784_304_000)).toBe('2026-07-17T16:00:00.000Z');
    expect(dateOfUnixTime(1_784_304_000_000)).toBe('2026-07-17T16:00:00.000Z');
    expect(dateOfUnixTime('1784304000')).toBe('2026-07-17T16:00:00.000Z');
    for (const none of [0, -1, 'x', null, undefined, Number.NaN]) {
      expect(dateOfUnixTime(none)).toBeUndefined();
    }
  });
});

describe('parseMoney', () => {
  it.each([
    ['$1.5M', 1_500_000, 'USD'],
    ['USD 20 million', 20_000_000, 'USD'],
    ['€2,5 Mio.', 2_500_000, 'EUR'],
    ['₹12,34,567.50', 1_234_567.5, 'INR'],
    ['Rs. 5 crore', 50_000_000, 'INR'],
    ['Rs 3.2 lakh', 320_000, 'INR'],
    ['1700000', 1_700_000, null],
    ['C$1,234,567', 1_234_567, 'CAD'],
    ['1.234.567,89 EUR', 1_234_567.89, 'EUR'],
    ['£1,000', 1_000, 'GBP'],
    ['CHF 1’250’000', 1_250_000, 'CHF'],
    ['12 bn yen', 12_000_000_000, null],
    ['In 2026 raised $30M', 30_000_000, 'USD'],
    ['Series B, 12 investors: EUR 4.5m', 4_500_000, 'EUR'],
    ['10 million USD', 10_000_000, 'USD'],
    ['USD20m', 20_000_000, 'USD'],
    ['$1.5-million', 1_500_000, 'USD'],
    ['Rs 1.2 lakh crore', 1_200_000_000_000, 'INR'],
    ['$5 mil', 5_000_000, 'USD'],
    ['3 Millionen Euro', 3_000_000, 'EUR'],
    ['€3 Milliarden', 3_000_000_000, 'EUR'],
    ['1 Milliarde EUR', 1_000_000_000, 'EUR'],
    ['2,5 milliards d’euros', 2_500_000_000, 'EUR'],
    ['500 mil euros', 500_000, 'EUR'],
    ['500 mil dólares', 500_000, null],
    ['$5 million (4.6 million euros)', 5_000_000, 'USD'],
    ['£5 million (about 6 million euros)', 5_000_000, 'GBP'],
    ['$5M (€4.6M)', 5_000_000, 'USD'],
    ['4.6 million euros ($5 million)', 5_000_000, 'USD'],
    ['R$ 500 mil', 500_000, 'BRL'],
    ['20 millones USD', 20_000_000, 'USD'],
    ['EUR 5 mil millones', 5_000_000_000, 'EUR'],
    ['NZ$5 million', 5_000_000, 'NZD'],
    ['NT$500 million', 500_000_000, 'TWD'],
    ['MX$20M', 20_000_000, 'MXN'],
    ['S$20M', 20_000_000, 'SGD'],
    ['US$20M', 20_000_000, 'USD'],
    ['J$20M', 20_000_000, null],
    ['EC$20M', 20_000_000, null],
    ['ACME RAISES$20M', 20_000_000, 'USD'],
    ['$5-10 million', 5_000_000, 'USD'],
    ['$5 million - $10 million', 5_000_000, 'USD'],
    ['1e6', 1_000_000, null],
    ['1.5E+7', 15_000_000, null],
    ['$.5M', 500_000, 'USD'],
    ['Rs.5 crore', 50_000_000, 'INR'],
    ['1e6 USD', 1_000_000, 'USD'],
    ['$2.5 bil', 2_500_000_000, 'USD'],
    ['$2.5 bill.', 2_500_000_000, 'USD'],
    ['NOK 40 mill', 40_000_000, 'NOK'],
    ['SEK 5 miljoner', 5_000_000, 'SEK'],
    ['R$ 3 milhões', 3_000_000, 'BRL'],
    ['3 milioni di euro', 3_000_000, 'EUR'],
    ['3 miljoen euro', 3_000_000, 'EUR'],
    ['5 млн руб', 5_000_000, 'RUB'],
    ['¥12亿', 1_200_000_000, 'CNY'],
    ['¥3千万', 30_000_000, 'JPY'],
    ['3億5千万円', null, null],
    ['€ 2½ Mio', 2_500_000, 'EUR'],
    ['½ million', 500_000, null],
    ['$5+ million', 5_000_000, 'USD'],
    ['$5-10 zillion', null, 'USD'],
    ['$5 zillion', null, 'USD'],
    ['12 MEUR', null, null],
    ['$2 1/2 million', null, 'USD'],
    ['$5 and $10 million', null, 'USD'],
    ['$5 in cash', 5, 'USD'],
    ['$300 per share', 300, 'USD'],
    ['$12 Series A', 12, 'USD'],
    ['$250,000 convertible note', 250_000, 'USD'],
    ['500 usd and more', 500, null],
    ['€1.500', 1.5, 'EUR'],
    ['-5000000', null, null],
    ['-$5M', null, 'USD'],
    ['$-5M', null, 'USD'],
    ['- USD 5 million', null, 'USD'],
    ['−€5M', null, 'EUR'],
    ['(5,000,000)', null, null],
    ['($5M)', null, 'USD'],
    ['$ (5,000,000)', null, 'USD'],
    ['5,000,000-', null, null],
    ['-1e6', null, null],
    ['Amount: -$5M', null, 'USD'],
    ['Series B - $5M', 5_000_000, 'USD'],
    ['Series B – 5 million', 5_000_000, null],
    ['Series-B-$5M', 5_000_000, 'USD'],
    ['Series B ($5M)', 5_000_000, 'USD'],
    ['5-€10 million', 10_000_000, 'EUR'],
    ['undisclosed', null, null],
    ['', null, null],
  ])('reads "%s" as %s %s', (text, amount, currency) => {
    expect(parseMoney(text)).toEqual({ amount, currency });
  });

  it('reads numbers as they are grouped in the US, India, Switzerland and France', () => {
    const locales = ['en-US', 'en-IN', 'de-CH', 'fr-FR'] as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.constantFrom(...locales),
        (amount, locale) => {
          const text = amount.toLocaleString(locale);
          expect(parseMoney(`USD ${text}`), text).toEqual({ amount, currency: 'USD' });
        },
      ),
    );
  });
});

describe('parseEmployeeRange', () => {
  it.each([
    ['5001-10000', 5_001, 10_000],
    ['51 to 200', 51, 200],
    ['1-5k', 1_000, 5_000],
    ['500-1k', 500, 1_000],
    ['10,001+ employees', 10_001, null],
    ['less than 10', null, 10],
    ['11,144', 11_144, 11_144],
    ['11\u00a0144', 11_144, 11_144],
    ['11\u202f144', 11_144, 11_144],
    ['11’144', 11_144, 11_144],
    ['350.0', 350, 350],
    ['1.5K', 1_500, 1_500],
    ['120 (of 400)', 120, 120],
    ['-12', null, null],
    ['− 12 employees', null, null],
    ['-5-10', null, null],
    ['(12)', null, null],
    ['(11-50)', 11, 50],
    ['50%', null, null],
    ['50-60 %', null, null],
    ['50 percent of the workforce', null, null],
    ['120 (50%)', 120, 120],
    ['1e2', 100, 100],
    ['1.5E+3', 1_500, 1_500],
    ['1e2-1e3', 100, 1_000],
    ['staff - 12', 12, 12],
    ['many', null, null],
  ])('reads "%s" as %s to %s', (text, low, high) => {
    expect(parseEmployeeRange(text)).toEqual({ low, high });
  });
});

describe('Reading of names', () => {
  it('splits a list of names and keeps their legal forms', () => {
    expect(splitNames('Alder Capital, Birch Partners, Inc., Cedar & Co and Dune')).toEqual([
      'Alder Capital',
      'Birch Partners, Inc.',
      'Cedar & Co',
      'Dune',
    ]);
    expect(splitNames('Acme, Inc. and Beta, LLC')).toEqual(['Acme, Inc.', 'Beta, LLC']);
    expect(splitNames('Marks and Sparks')).toEqual(['Marks and Sparks']);
    expect(splitNames(' ')).toEqual([]);
  });

  it.each([
    ['Perch Inc. dba Roost Inc.', ['Perch Inc.', 'Roost Inc.']],
    ['Manufacturers & Trust (dba) M&T Works', ['Manufacturers & Trust', 'M&T Works']],
    [
      'DSJ Holding, Inc. (f/k/a Bridge Wholesalers, Inc.)',
      ['DSJ Holding, Inc.', 'Bridge Wholesalers, Inc.'],
    ],
    ['Argosy LP, DBA Argosy Cruises', ['Argosy LP', 'Argosy Cruises']],
    ['Stride Tool (Holding Corporation)', ['Stride Tool']],
    ['Outpost #4412', ['Outpost']],
    ['Grocer Store #555', ['Grocer']],
    ['Painters - Updated', ['Painters']],
    ['Plain', ['Plain']],
  ])('finds the legal and the trade name in %s', (text, expected) => {
    expect(tradeNames(text)).toEqual(expected);
  });

  it('finds tickers after an exchange and in cashtags', () => {
    expect(
      tickersIn('Alder Corp. (NYSE: ALD) and Birch (NASDAQ:BRCH) beat $CEDR; $5M of OTC stock'),
    ).toEqual(['ALD', 'BRCH', 'CEDR']);
    expect(tickersIn('$BRK.B, $RDS-A and $VOD.L fell. So did $ALD.')).toEqual([
      ...['BRK.B', 'RDS-A', 'VOD.L', 'ALD'],
    ]);
    expect(tickersIn('Nasdaq: ALD-B; NYSE: the index fell; a $M loss, $5 B')).toEqual(['ALD-B']);
    expect(tickersIn('NYSE: ALD. It is big. Nasdaq: BRK.A, NYSE: RDS-B.')).toEqual([
      'ALD',
      'BRK.A',
      'RDS-B',
    ]);
  });

  it('removes stray spaces', () => {
    expect(tidySpacing('Alder ( ALD )  the Winner , Says  Birch .')).toBe(
      'Alder (ALD) the Winner, Says Birch.',
    );
  });
});

describe('plainText', () => {
  it('returns the text that a reader of the HTML sees', () => {
    expect(plainText('<p>Fish &amp; chips</p><style>p{}</style><br>now&hellip;')).toBe(
      'Fish & chips now…',
    );
    expect(plainText('&lt;p&gt;Hi&amp;nbsp;there&lt;/p&gt;')).toBe('Hi there');
    expect(plainText('<b>Hel</b>lo H<sub>2</sub>O, see <a href="x">here</a>, <em>now</em>!')).toBe(
      'Hello H2O, see here, now!',
    );
    expect(plainText('<li>one</li><li>two</li>three<br/>four')).toBe('one two three four');
    expect(plainText(' <![CDATA[Hello <b>world</b> &amp; all]]>\n')).toBe('Hello world & all');
    expect(plainText('a < b and c > d')).toBe('a < b and c > d');
    expect(plainText('a &lt; b and c &gt; d')).toBe('a < b and c > d');
    expect(unescapeEntities('AT&amp;T &lt;b&gt;')).toBe('AT&T <b>');
  });

  it('returns texts with single spaces for any input, and never throws', () => {
    const pieces = '< > & / <p> </p> <b> <script> </script> <!-- --> <![CDATA[ ]]> &amp; &lt';
    const piece = fc.oneof(
      fc.constantFrom(...pieces.split(' '), '&nbsp;', '&#0;', '&#x1f600;', ' ', '\n', 'x', '="'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const html = parts.join('');
        const text = plainText(html);
        expect(text).toBe(text.replace(/\s+/g, ' ').trim());
        expect(text.length).toBeLessThanOrEqual(html.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('returns any text that was escaped, without the tags, comments and scripts around it', () => {
    const tag = fc.constantFrom('p', 'b', 'td', 'script', 'style', 'section');
    const told = fc.tuple(fc.constantFrom('', ' '), fc.string({ unit: 'grapheme' }), tag);
    fc.assert(
      fc.property(fc.array(told, { minLength: 1 }), (elements) => {
        const html = elements.map(([blank, text, name]) => {
          const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
          return `${blank}<${name} title="a > b">${escaped}</${name}><!-- secret -->`;
        });
        const shown = elements.map(([blank, text, name]) => {
          if (name === 'script' || name === 'style') return ' ';
          return name === 'b' ? `${blank}${text}` : ` ${text} `;
        });
        expect(plainText(html.join(''))).toBe(shown.join('').replace(/\s+/g, ' ').trim());
      }),
      { numRuns: 1_000 },
    );
  });
});
