/** From bytes to normalised events: lines, CSV, 8-K items, names, texts and envelopes. */
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadFeedDefinitions } from '../../../../ingest/feeds/feed-definitions.js';
import { readItems } from '../../../../ingest/kinds/filing-items.js';
import { NO_COMPANY, shownName } from '../../../../ingest/kinds/references.js';
import { cutText, moneyText } from '../../../../ingest/kinds/words.js';
import { parseLine } from '../../../../ingest/normalise/decode-envelope.js';
import { createNormaliseEvent } from '../../../../ingest/normalise/normalise-event.js';
import { type Line, openFileSource } from '../../../../ingest/sources/file-source.js';
import { readLines } from '../../../../ingest/sources/read-lines.js';
import { plainText } from '../../../../shared/domain/normalise/plain-text.js';
import { productFeeds } from '../../../../shared/domain/package-root.js';
import { loadSignalTypes } from '../../../../shared/domain/schemas/signal-types.js';
import { packVector } from '../../../../shared/domain/vectors.js';
import { leastCostMs, msSince } from '../../../helpers/hostile-texts.js';

describe('readLines', () => {
  const read = async (chunks: Buffer[], max: number) => {
    const lines: string[] = [];
    const source = (async function* () {
      yield* chunks;
    })();
    for await (const line of readLines(source, max)) lines.push(line.toString());
    return lines;
  };

  it('returns the same lines for all sizes of chunks, with LF, CRLF or CR', async () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          line.filter((text) => text !== ''),
          { minLength: 1 },
        ),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 7 }),
        async (lines, end, size) => {
          const bytes = Buffer.from(lines.join(end) + end);
          const chunks: Buffer[] = [];
          for (let at = 0; at < bytes.length; at += size)
            chunks.push(bytes.subarray(at, at + size));
          expect(await read(chunks, 1_000_000)).toEqual(lines);
        },
      ),
    );
  });

  it('cuts a long line one byte after the limit, and skips its rest', async () => {
    expect(await read([Buffer.from('aaaaaaaaaa\nbb\n')], 4)).toEqual(['aaaaa', 'bb']);
  });
});

describe('File that is written while it is read', () => {
  let path: string;
  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'written-')), 'some.ndjson');
  });
  afterEach(() => rmSync(dirname(path), { recursive: true, force: true }));

  it('ends with an error if it became shorter, and is read to its end if it grew', async () => {
    const texts = async (write: () => void) => {
      const lines: string[] = [];
      writeFileSync(path, 'x\n'.repeat(300_000));
      for await (const line of openFileSource(path).lines()) {
        if (lines.length === 0) write();
        lines.push(line.toString());
      }
      return lines;
    };
    await expect(texts(() => truncateSync(path, 400_000))).rejects.toThrow('became shorter');
    expect((await texts(() => appendFileSync(path, 'last\n'))).at(-1)).toBe('last');
  });
});

describe('CSV file', () => {
  it('yields each record at its last line, and empty lines for all other lines', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'csv-')), 'some.csv');
    for (const end of ['\n', '\r\n']) {
      const address = `"1 Road${end}2 Town"`;
      const records = ['company,place', 'Alder,Lane', '', `Birch,${address}`, 'Cedar,Hill'];
      writeFileSync(path, records.join(end));
      const lines: string[] = [];
      for await (const line of openFileSource(path).lines()) lines.push(line.toString());
      expect(lines).toEqual([
        '',
        '{"company":"Alder","place":"Lane"}',
        '',
        '',
        JSON.stringify({ company: 'Birch', place: `1 Road${end}2 Town` }),
        '{"company":"Cedar","place":"Hill"}',
      ]);
    }
    rmSync(dirname(path), { recursive: true });
  });
});

it('A gzip file is unpacked whatever its name is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zipped-'));
  for (const [name, text, expected] of [
    ['some.ndjson', '{"a":1}\n{"a":2}\n', ['{"a":1}', '{"a":2}']],
    ['some.csv', 'company\nAlder\n', ['', '{"company":"Alder"}']],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, gzipSync(text));
    const lines: string[] = [];
    for await (const line of openFileSource(path).lines()) lines.push(line.toString());
    expect(lines).toEqual(expected);
  }
  rmSync(folder, { recursive: true });
});

describe('CSV records and headers', () => {
  let path: string;

  beforeEach(() => {
    path = join(mkdtempSync(join(tmpdir(), 'csv-')), 'some.csv');
  });

  afterEach(() => rmSync(dirname(path), { recursive: true }));

  const read = async (text: string | Buffer): Promise<Line[]> => {
    writeFileSync(path, text);
    const lines: Line[] = [];
    for await (const line of openFileSource(path).lines()) if (line.length > 0) lines.push(line);
    return lines;
  };

  it('keep a quote within a field, and the records after it', async () => {
    const lines = await read('company,place\nThe "Best" Co,Lane\n"Cedar, Inc.",Hill\n');
    expect(lines.map((line) => JSON.parse(line.toString()))).toEqual([
      { company: 'The "Best" Co', place: 'Lane' },
      { company: 'Cedar, Inc.', place: 'Hill' },
    ]);
  });

  it.each([
    ['Marrowby, Inc.,Lane', 3],
    ['Marrowby', 1],
    ['Marrowby,Lane,', 3],
  ])('are rejected without the columns of their header: %s', async (record, columns) => {
    const [wrong, right] = await read(`company,place\n${record}\nAlder,Hill\n`);
    const message = `line 2 has another number of columns (${columns}) than the header (2); quote`;
    expect(() => parseLine(wrong ?? Buffer.of())).toThrow(message);
    expect(parseLine(right ?? Buffer.of())).toEqual({ company: 'Alder', place: 'Hill' });
  });

  it.each(['', '\ufeff'])(
    'are rejected alone if they are not UTF-8 (after the mark %j)',
    async (mark) => {
      const right = Buffer.from(`${mark}"company",place\nCafé \ufffd,Zoë €\n`);
      const wrong = Buffer.from('Caf\xe9,Lane\nAlder,Hill\n', 'latin1');
      const [good, bad, next] = await read(Buffer.concat([right, wrong]));
      expect(parseLine(good ?? Buffer.of())).toEqual({ company: 'Café \ufffd', place: 'Zoë €' });
      expect(() => parseLine(bad ?? Buffer.of())).toThrow('the line is not valid UTF-8');
      expect(parseLine(next ?? Buffer.of())).toEqual({ company: 'Alder', place: 'Hill' });
    },
  );

  it('are read from UTF-16 with a byte order mark', async () => {
    const lines = await read(Buffer.from('\ufeff"company",place\nCafé,"Zoë\n€"\n', 'utf16le'));
    expect(lines.map((line) => parseLine(line))).toEqual([{ company: 'Café', place: 'Zoë\n€' }]);
  });

  it('are refused with a header that has semicolons', async () => {
    const message = `${path}: The header has ";" where CSV has commas.`;
    await expect(read('company;place\nAlder;Lane\n')).rejects.toThrow(message);
  });

  it.each([
    ['Birch,"Lane\n', 5],
    [`Birch,"1 Road\r\n2 Town"\nCedar,"Lane\n${'Dale,Hill\n'.repeat(200_000)}`, 7],
    [`\n\nBirch,Lane\n\n${','.repeat(3_000_000)}\n`, 9],
  ])('are refused with the line of a record that does not end: %#', async (records, line) => {
    const message = `${path}: The record that begins on line ${line} has a quote (") that is not closed, or is larger than 1 MB.`;
    const before = `company,place\n\nAlder,"1 Road\n2 Town"\n`;
    await expect(read(before + records)).rejects.toThrow(message);
  });

  it('are refused with a header of more than 10,000 columns', async () => {
    const headerOf = (length: number) => `${Array.from({ length }, (_, at) => `c${at}`)}\n`;
    const [widest, wider] = [headerOf(10_000), headerOf(10_001)];
    const message = `${path}: The header has 10001 columns, but at most 10000 are allowed.`;
    await expect(read(wider + wider)).rejects.toThrow(message);
    let line: Buffer | undefined;
    const costMs = await leastCostMs(700, async () => {
      const before = process.cpuUsage();
      [line] = await read(widest + widest);
      return msSince(before);
    });
    expect(costMs).toBeLessThan(700);
    expect(Object.keys(parseLine(line ?? Buffer.of()))).toHaveLength(10_000);
  });

  it.each([
    ['company,,\nAlder,,\n', { company: 'Alder' }],
    ['company,place,\nAlder,Lane\n', { company: 'Alder', place: 'Lane' }],
    ['place,company,place\nLane,Alder,Hill\n', { company: 'Alder' }],
  ])('leave out columns without a name or with that of another: %j', async (text, payload) => {
    expect((await read(text)).map((line) => parseLine(line))).toEqual([payload]);
  });
});

describe('CSV record with a quote that is not closed', () => {
  const HEADER = 'company_name,company_city,funded_at,raised_amount_usd';
  const normalise = createNormaliseEvent({
    feeds: loadFeedDefinitions([productFeeds()]),
    types: loadSignalTypes(),
    embedding: { model: 'none', dimension: 3 },
  });
  const context = { source: 'funding-rounds', nowMs: Date.parse('2026-06-01T00:00:00Z') };

  const outcomesOf = async (records: string[], header = HEADER): Promise<string[]> => {
    const path = join(mkdtempSync(join(tmpdir(), 'csv-')), 'some.csv');
    writeFileSync(path, [header, ...records].join('\n'));
    const outcomes: string[] = [];
    for await (const line of openFileSource(path).lines()) {
      if (line.length === 0) continue;
      const outcome = await normalise(line, context);
      if (outcome.kind === 'rejected') {
        outcomes.push(`${outcome.reason.code} ${outcome.reason.message}`);
        expect(outcome.reason.field).toBe('company.name');
      } else {
        outcomes.push(outcome.event.signals[0]?.company.name ?? '');
      }
    }
    rmSync(dirname(path), { recursive: true });
    return outcomes;
  };
  const REST = 'Turin,2026-05-01,4000000';
  const REASON =
    'wrong_columns company.name holds several lines of the file; look for a quote (") that is not closed, in this record or before it';

  it.each([0, 1, 2, 60])('is rejected with the %d records between two quotes', async (between) => {
    const lost = Array.from({ length: between }, (_, at) => `Lost${at} Works,${REST}`);
    const merged = [`"Birch Works,${REST}`, ...lost, `Dale Works",${REST}`];
    expect(await outcomesOf([`Alder Works,${REST}`, ...merged, `Elm Works,${REST}`])).toEqual([
      'Alder Works',
      REASON,
      'Elm Works',
    ]);
  });

  it('is rejected too if its name is in the last column', async () => {
    const header = 'company_city,funded_at,company_name';
    const records = ['Turin,2026-05-01,"Birch', 'Turin,2026-05-01,Cedar', 'Turin,2026-05-01,Dale"'];
    expect(await outcomesOf(records, header)).toEqual([REASON]);
  });

  it('is not confused with a name of several lines', async () => {
    const names = ["Birch's Table, Inc. dba Dale's\nKitchen, LLC", 'Cedar\r\n\r\n1 Road, Turin'];
    expect(await outcomesOf(names.map((name) => `"${name}",${REST}`))).toEqual([
      "Birch's Table, Inc. dba Dale's Kitchen, LLC",
      'Cedar 1 Road, Turin',
    ]);
  });
});

describe('readItems', () => {
  it.each([
    ['2.02,9.01', ['2.02']],
    ['5,7', ['8.01']],
    ['12, 9', ['2.02', '7.01']],
    [['Item 5.02', '5.02'], ['5.02']],
    ['', []],
    ['9.01', []],
  ])('reads the 8-K items %j as %j', (items, expected) => {
    expect(readItems(items)).toEqual(expected);
  });
});

describe('shownName', () => {
  it.each([
    ['MATTEL INC /DE/', 'MATTEL INC'],
    ['Astrotech Corp \\WA\\', 'Astrotech Corp'],
    ['WALT DISNEY CO/', 'WALT DISNEY CO'],
    ['ALDER BANCORP /NEW/ ', 'ALDER BANCORP'],
    ['Danisco A/S', 'Danisco A/S'],
    ['Risk I/O', 'Risk I/O'],
    ['Either/Or', 'Either/Or'],
    ['/DE/', '/DE/'],
  ])('removes only the marks of EDGAR: %s becomes %s', (name, shown) => {
    expect(shownName({ ...NO_COMPANY, name })).toBe(shown);
  });
});

describe('Texts of summaries', () => {
  it('contain money in short form', () => {
    expect(moneyText(1_700_000, 'USD')).toBe('$1.7 million');
    expect(moneyText(25_000_000_000, 'EUR')).toBe('€25 billion');
    expect(moneyText(1_250_000, 'usd')).toBe('$1.25 million');
    expect(moneyText(2_500_000, null)).toBe('2.5 million');
    expect(moneyText(0, 'USD')).toBeNull();
    expect(moneyText(null, null)).toBeNull();
  });

  it.each([
    ['CAD', 'CA$5 million'],
    ['AUD', 'A$5 million'],
    ['MXN', 'MX$5 million'],
    ['JPY', '¥5 million'],
    ['CNY', 'CN¥5 million'],
    ['INR', '₹5 million'],
    ['SEK', 'SEK 5 million'],
    ['DKK', 'DKK 5 million'],
    ['XOF', 'F\u202fCFA 5 million'],
  ])('distinguish the currencies of countries: 5 million %s are %s', (currency, text) => {
    expect(moneyText(5_000_000, currency)).toBe(text);
  });

  it('are cut at a space near the limit, otherwise at the limit, never within a character', () => {
    expect(cutText('short enough', 12)).toBe('short enough');
    expect(cutText(`${'word '.repeat(40)}`, 100)).toBe(`${'word '.repeat(20).trim()}…`);
    expect(cutText('紙'.repeat(700), 600)).toBe(`${'紙'.repeat(600)}…`);
    expect(cutText(`紙 ${'紙'.repeat(700)}`, 600)).toBe(`紙 ${'紙'.repeat(598)}…`);
    expect(cutText(` ${'x'.repeat(50)}`, 20)).toBe(` ${'x'.repeat(19)}…`);
    expect(cutText(`x${'😀'.repeat(300)}`, 100)).toBe(`x${'😀'.repeat(49)}…`);
  });

  it('contain the text of HTML without tags and scripts', () => {
    expect(plainText('<p>Fish &amp; chips&nbsp;&#8211; &lt;b&gt;</p><script>x()</script>')).toBe(
      'Fish & chips – <b>',
    );
  });
});

describe('createNormaliseEvent', () => {
  const normalise = createNormaliseEvent({
    feeds: loadFeedDefinitions([]),
    types: loadSignalTypes(),
    embedding: { model: 'none', dimension: 3 },
  });
  const context = { nowMs: Date.parse('2026-06-01T00:00:00Z') };
  const OBSERVED = '2026-05-01T00:00:00Z';

  it('returns a complete event or a reason for any bytes, and never throws', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 });
    const json = fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)));
    const envelopes = fc
      .record({
        source: fc.constantFrom(
          'signal',
          'filing',
          'job-board',
          'news-article',
          'post',
          'milestone',
          'x',
        ),
        event_id: fc.string(),
        observed_at: fc.constantFrom(OBSERVED, 'yesterday', '1201-01-01'),
        payload: fc.dictionary(
          fc.constantFrom(
            'company',
            'form',
            'title',
            'data',
            'signal_type',
            'signal_subtype',
            'jobs',
            'board',
          ),
          fc.jsonValue(),
        ),
      })
      .map((value) => Buffer.from(JSON.stringify(value)));
    const text = fc.oneof(fc.constantFrom(' ', '\t', '<p> </p>'), fc.string({ unit: 'binary' }));
    const reference = fc.record({ name: text });
    const signal = fc.record({
      signal_type: fc.string(),
      signal_subtype: fc.string(),
      company: reference,
      data: fc.record({ summary: text, more: fc.jsonValue() }),
    });
    const filing = fc.record({
      company: reference,
      form: fc.constantFrom('8-K', '10-K', '4'),
      items: fc.constantFrom('2.02', '9.01'),
    });
    const post = fc.record({ author: fc.constant({ name: 'Ada' }), text });
    const complete = fc
      .oneof(
        fc.record({ source: fc.constant('signal'), payload: signal }),
        fc.record({ source: fc.constant('filing'), payload: filing }),
        fc.record({ source: fc.constant('post'), payload: post }),
      )
      .map((event) => ({ ...event, event_id: '1', observed_at: OBSERVED }))
      .map((value) => Buffer.from(JSON.stringify(value)));
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.oneof(bytes, json, envelopes, complete), async (line) => {
        const outcome = await normalise(line, context);
        kinds.add(outcome.kind);
        if (outcome.kind === 'rejected') {
          expect(outcome.reason.code).toMatch(/^[a-z]+(_[a-z0-9]+)+$/);
          expect(outcome.reason.message.length).toBeGreaterThan(5);
          return;
        }
        const { source, event_id: id } = JSON.parse(Buffer.from(line).toString());
        const { event } = outcome;
        expect(event).toMatchObject({
          source,
          eventId: id.trim(),
          observedAtMs: Date.parse(OBSERVED),
        });
        expect(outcome.kind).toBe(event.signals.length > 0 ? 'accepted' : 'ignored');
        for (const signal of event.signals) {
          expect(signal.signalId).toMatch(/^[0-9a-f-]{36}$/);
          expect(signal.detectedAtMs).toBe(Date.parse(OBSERVED));
          expect(signal.data.summary.trim()).not.toBe('');
          expect(signal.company.name ?? signal.contact?.name).toBeTruthy();
        }
      }),
      { numRuns: 500 },
    );
    expect([...kinds].sort()).toEqual(['accepted', 'ignored', 'rejected']);
  });

  it.each([
    [{ source: 'post', event_id: '1' }, 'observed_at', 'observed_at is required'],
    [
      { payload: { text: 'x', author: { name: 1 } } },
      'author.name',
      /^author\.name must be string/,
    ],
    [{ payload: { text: 'x', author: { name: ' ' } } }, 'author', /an email or a profile URL$/],
    [{ payload: { text: 'x' } }, 'author', 'author is required'],
  ])('rejects an invalid line, and names the field: %j', async (fields, field, message) => {
    const whole = { source: 'post', event_id: '1', observed_at: '2026-05-01T00:00:00Z' };
    const line = 'payload' in fields ? { ...whole, ...fields } : fields;
    const outcome = await normalise(Buffer.from(JSON.stringify(line)), context);
    expect(outcome).toMatchObject({
      kind: 'rejected',
      reason: { field, message: expect.stringMatching(message) },
    });
  });

  it('replaces unpaired surrogates, which no store accepts', async () => {
    const line = String.raw`{"source":"signal","event_id":"1","observed_at":"2026-05-01T00:00:00Z",
      "payload":{"signal_type":"news","signal_subtype":"general","detected_at":"2026-05-01",
      "company":{"name":"Alder"},"data":{"summary":"half \udf89, whole \ud83c\udf89, no escape \\ud83c",
      "lists":[[{"\uD83C":"\udf89"}]]}}}`;
    const outcome = await normalise(Buffer.from(line), context);
    expect(outcome).toMatchObject({
      event: {
        signals: [
          {
            data: {
              summary: 'half \ufffd, whole 🎉, no escape \\ud83c',
              lists: [[{ '\ufffd': '\ufffd' }]],
            },
          },
        ],
      },
    });
  });

  it.each(['ctl\u0001', 'ctl\u0085', 'half\ud83c'])(
    'rejects an id with characters that no store accepts: %j',
    async (id) => {
      const payload = { author: { name: 'Ann' }, text: 'x' };
      const event = { source: 'post', event_id: id, observed_at: OBSERVED, payload };
      expect(await normalise(Buffer.from(JSON.stringify(event)), context)).toMatchObject({
        reason: {
          code: 'invalid_envelope',
          field: 'event_id',
          message: 'event_id must not contain control characters or halves of surrogate pairs',
        },
      });
    },
  );

  it('removes control characters, however they are written', async () => {
    const payload = {
      company: { name: 'Ap\u0000ple\u001b[31m &#27;In\u0085c' },
      signal_type: 'news',
      signal_subtype: 'general',
      data: { summary: 'One\tof\r\ntwo\u007f\u0007\fpages', 'na\u0001me': ['\u009b5n'] },
    };
    const event = { source: 'signal', event_id: '1', observed_at: OBSERVED, payload };
    const text = JSON.stringify(event);
    const escaped = text.replace(
      /[\x7f-\x9f]/g,
      (each) => `\\u00${each.charCodeAt(0).toString(16)}`,
    );
    for (const line of [text, escaped]) {
      expect(await normalise(Buffer.from(line), context)).toMatchObject({
        event: {
          signals: [
            {
              company: { name: 'Apple[31m In c' },
              data: { summary: 'One\tof\r\ntwo pages', name: ['5n'] },
            },
          ],
        },
      });
    }
    const post = { author: { name: 'Ann' }, text: '<p>One&#7;&#27;[2J</p>' };
    expect(
      await normalise(
        Buffer.from(JSON.stringify({ ...event, source: 'post', payload: post })),
        context,
      ),
    ).toMatchObject({ event: { signals: [{ data: { summary: 'One[2J' } }] } });
  });

  it('accepts a vector as numbers or as base64 of float32, and rejects invalid ones', async () => {
    const outcomeOf = (vector: unknown) =>
      normalise(
        Buffer.from(
          JSON.stringify({
            source: 'post',
            event_id: '1',
            observed_at: '2026-05-01T00:00:00Z',
            payload: { text: 'x', author: { name: 'Ada' } },
            embedding: { model: 'none', vector },
          }),
        ),
        context,
      );
    const base64 = (numbers: number[], bytes = 4 * numbers.length) =>
      Buffer.from(Float32Array.from(numbers).buffer).subarray(0, bytes).toString('base64');
    const unit = [0.6, -0.8, 0];
    for (const vector of [unit, base64(unit)]) {
      expect(await outcomeOf(vector)).toMatchObject({
        kind: 'accepted',
        event: { embedding: packVector(Float32Array.from(unit)) },
      });
    }
    for (const wrong of [
      [1],
      base64([1]),
      base64(unit, 11),
      base64([Number.NaN, 0, 1]),
      'not base64',
      '',
    ]) {
      expect(await outcomeOf(wrong)).toMatchObject({
        kind: 'rejected',
        reason: { code: 'invalid_embedding', field: 'embedding' },
      });
    }
    for (const wrong of [3, null]) {
      expect(await outcomeOf(wrong)).toMatchObject({
        kind: 'rejected',
        reason: { code: 'invalid_envelope', field: 'embedding.vector' },
      });
    }
  });

  it('rejects invalid UTF-8, malformed JSON, big and deep lines, each with its code', async () => {
    const codeOf = async (line: Uint8Array) => {
      const outcome = await normalise(line, context);
      return outcome.kind === 'rejected' ? outcome.reason.code : outcome.kind;
    };
    expect(await codeOf(Buffer.from([0xff, 0xfe, 0x7b]))).toBe('invalid_utf8');
    expect(await codeOf(Buffer.from('null'))).toBe('malformed_json');
    expect(await codeOf(Buffer.alloc(1_000_001, 0x20))).toBe('too_big');
    const deep = `{"source":"x","payload":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`;
    expect(await codeOf(Buffer.from(deep))).toBe('too_deep');
    const lists = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(await codeOf(Buffer.from(lists(64)))).toBe('too_deep');
    expect(await codeOf(Buffer.from(lists(63)))).toBe('invalid_envelope');
    const reported = { line: 2, reason: { code: 'invalid_date' }, event: {} };
    expect(() => parseLine(Buffer.from(JSON.stringify(reported)))).toThrow('jq -rc .event FILE');
  });
});
