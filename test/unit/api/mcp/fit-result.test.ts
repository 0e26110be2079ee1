/** Whatever the API answers, an agent gets a short result of the same shape. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concise } from '../../../../api/mcp/concise.js';
import { fitResult, MAX_RESULT_BYTES } from '../../../../api/mcp/fit-result.js';
import { isObject } from '../../../../shared/is-object.js';

const signal = fc.record({
  signal_id: fc.uuid(),
  signal_type: fc.constant('news'),
  company: fc.constant({ name: 'Ä "quoted" name', domain: 'a.example', industries: ['x'] }),
  data: fc.record({
    summary: fc.nat(3_000).map((length) => '"ü'.repeat(length)),
    list: fc.array(fc.record({ text: fc.string() }), { maxLength: 5 }),
  }),
});
const page = fc.record({
  signals: fc.array(signal, { maxLength: 40 }),
  total: fc.nat(),
  next_cursor: fc.constant('next'),
  has_more: fc.boolean(),
});
const bulk = fc.record({
  total_companies: fc.nat(),
  results: fc.array(
    fc.record({
      company: fc.constant({ name: 'A', industries: ['x'] }),
      signals: fc.array(signal, { maxLength: 3 }),
    }),
    { maxLength: 40 },
  ),
});

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('an answer that is too long', () => {
  it('is cut below the limit, as a value and as text together', () => {
    fc.assert(
      fc.property(fc.oneof(page, bulk), (answer) => {
        const short = fitResult(answer, 'limit');
        expect(bytesOf(short) + bytesOf(JSON.stringify(short))).toBeLessThan(MAX_RESULT_BYTES);
      }),
    );
  });

  it('keeps the first entries of its lists, whole, and everything else', () => {
    fc.assert(
      fc.property(page, (answer) => {
        const { signals, total, notice } = fitResult(answer, 'limit');
        const kept = Array.isArray(signals) ? signals : [];
        expect(total).toBe(answer.total);
        const ids = answer.signals.map(({ signal_id: id }) => id);
        expect(kept.map(({ signal_id: id }) => id)).toEqual(ids.slice(0, kept.length));
        expect(kept.length < ids.length).toBe(String(notice).includes('lists keep their first'));
      }),
    );
  });

  it('leads nobody past what was cut', () => {
    const answer = {
      signals: Array.from({ length: 500 }, (_, at) => ({
        signal_id: `${at}`,
        signal_type: 'news',
        data: { summary: 'x'.repeat(200) },
      })),
      has_more: false,
      next_cursor: 'next',
    };
    const short = fitResult(answer, 'limit');
    expect(short).toMatchObject({ has_more: true, next_cursor: null });
  });
});

describe('an answer that is short', () => {
  it('stays as it is', () => {
    const answer = { signals: [{ signal_id: '1', data: { summary: 'x' } }], next_cursor: 'next' };
    expect(fitResult(answer, 'limit')).toBe(answer);
  });

  it('loses in the concise form only parts of signals, and the ends of long summaries', () => {
    const company = { name: 'A', domain: 'a.example', industries: ['x'] };
    const brief = concise({
      company,
      signals: [
        {
          signal_id: '1',
          signal_type: 'news',
          company,
          contact: null,
          data: { summary: 'y'.repeat(900), more: 1 },
        },
      ],
    });
    expect(isObject(brief) && brief.company).toEqual(company);
    expect(isObject(brief) && brief.signals).toEqual([
      {
        signal_id: '1',
        signal_type: 'news',
        company: { name: 'A', domain: 'a.example' },
        contact: null,
        data: { summary: `${'y'.repeat(500)}…` },
      },
    ]);
  });
});
