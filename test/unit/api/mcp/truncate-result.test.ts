/** An agent gets a result of limited size in the shape of the answer of the API. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toConcise } from '../../../../api/mcp/concise.js';
import type { ToolRequestContext } from '../../../../api/mcp/describe-truncation.js';
import { findTool } from '../../../../api/mcp/tools.js';
import { MAX_RESULT_BYTES, truncateResult } from '../../../../api/mcp/truncate-result.js';
import type { CursorPosition } from '../../../../shared/domain/cursor.js';

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

function callOf(
  name: string,
  args: Record<string, unknown> = {},
  format: ToolRequestContext['format'] = 'concise',
): ToolRequestContext {
  const tool = findTool(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return { tool, args, format };
}

/** Returns the answer that an agent gets. */
const fitOf = (answer: Record<string, unknown>, call: ToolRequestContext) =>
  truncateResult(answer, call).answer;

const SEARCH = callOf('signals_search');

function signals(count: number, bytes = 400): object[] {
  return Array.from({ length: count }, (_, at) => ({
    signal_id: `${at}`,
    signal_type: 'news',
    data: { summary: 'x'.repeat(bytes) },
  }));
}

function companies(count: number, each: number, bytes?: number) {
  const results = Array.from({ length: count }, () => ({
    company: { name: 'A' },
    signals: signals(each, bytes),
    signal_summary: { news: each },
  }));
  return { total_companies: count, results };
}

/** Returns `count` results whose explanations have `parts` contributions each. */
function ranking(count: number, parts: number) {
  const explanation = Array.from({ length: parts }, (_, at) => ({
    signal_id: `${at}`,
    contribution: 1 / parts,
  }));
  const results = Array.from({ length: count }, () => ({ signals: signals(10), explanation }));
  const unscored = Array.from({ length: 50 }, (_, at) => ({ domain: `${at}.example` }));
  return { total: count, results, unscored };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
const resultsOf = (answer: Record<string, unknown>) => answer.results as any[];

const domains = (length: number) => Array.from({ length }, (_, at) => `${at}.example`);

describe('Truncation of a long answer', () => {
  it('keeps the value, its text and the notice together below the limit', () => {
    fc.assert(
      fc.property(fc.oneof(page, bulk), (answer) => {
        const short = fitOf(answer, SEARCH);
        const line = String(short.notice ?? '');
        const bytes = bytesOf(short) + bytesOf(JSON.stringify(short)) + bytesOf(line);
        expect(bytes).toBeLessThan(MAX_RESULT_BYTES - 400);
      }),
    );
  });

  it('keeps the total and the first entries of a list, and says how many it keeps', () => {
    fc.assert(
      fc.property(page, (answer) => {
        const { answer: short, removedCount } = truncateResult(answer, SEARCH);
        const { signals, total, notice } = short;
        const kept = Array.isArray(signals) ? signals : [];
        expect(total).toBe(answer.total);
        const ids = answer.signals.map(({ signal_id: id }) => id);
        expect(kept.map(({ signal_id: id }) => id)).toEqual(ids.slice(0, kept.length));
        expect(removedCount).toBe(ids.length - kept.length);
        const said = `\`signals\`: the first ${kept.length} of ${ids.length}.`;
        expect(kept.length < ids.length).toBe(String(notice).includes(said));
      }),
    );
  });

  it('sets has_more and removes next_cursor, which would skip the entries left out', () => {
    const answer = { signals: signals(500), has_more: false, next_cursor: 'next' };
    expect(fitOf(answer, SEARCH)).toMatchObject({ has_more: true, next_cursor: null });
  });

  it('continues after the last kept entry if the answer is a page in order of time', () => {
    const dated = signals(500).map((each) => ({
      ...each,
      detected_at: '2026-01-02T00:00:00.000Z',
    }));
    const answer = { signals: dated, has_more: false, next_cursor: null };
    const cursorAfter = ({ timeMs, id }: CursorPosition) => `${new Date(timeMs).toJSON()} ${id}`;
    const cut = fitOf(answer, { ...SEARCH, cursorAfter });
    const { length } = cut.signals as object[];
    expect(cut).toMatchObject({
      has_more: true,
      next_cursor: `2026-01-02T00:00:00.000Z ${length - 1}`,
      notice: expect.stringMatching(/call again with this `next_cursor` as `cursor`\.$/),
    });
    const ranked = callOf('signals_search', { query: 'x' });
    expect(fitOf(answer, { ...ranked, cursorAfter }).next_cursor).toBeNull();
  });

  it('suggests the concise format only if more entries fit in it', () => {
    const more = 'With `response_format`: `concise` and `limit`: 500, more entries fit.';
    const detailed = callOf('signals_search', {}, 'detailed');
    const long = signals(500).map((each) => ({ ...each, signal_name: 'x'.repeat(200) }));
    expect(fitOf({ signals: long, offset: 0 }, detailed).notice).toContain(more);
    expect(fitOf({ signals: long, offset: 0 }, SEARCH).notice).not.toContain('concise');
    expect(fitOf({ signals: signals(500), offset: 0 }, detailed).notice).not.toContain('concise');
  });

  it('shortens lists within entries first, all to the same length', () => {
    const answer = companies(30, 10, 150);
    const { results, notice } = fitOf(
      answer,
      callOf('companies_bulk_enrich', { domains: domains(30) }),
    );
    const kept = resultsOf({ results }).map(({ signals }) => signals.length);
    expect(kept).toHaveLength(30);
    const most = Math.max(...kept);
    expect(most).toBeGreaterThan(3);
    expect(Math.min(...kept)).toBe(most);
    expect(notice).toBe(
      `Truncated to 60 kB: \`signals\` of each entry: at most ${most}. Totals count all matches. With fewer \`domains\` at once, more of each entry fits.`,
    );
  });

  it('keeps as many entries as fit after it has emptied their lists', () => {
    const call = callOf('intent_companies', { limit: 900 });
    const { answer, removedCount } = truncateResult(companies(900, 10), call);
    const kept = resultsOf(answer);
    expect(removedCount).toBe(900 - kept.length);
    const room = bytesOf(answer) + bytesOf(JSON.stringify(answer));
    expect(room).toBeGreaterThan(54_000);
    expect(answer.notice).toContain(
      `Truncated to 60 kB: \`results\`: the first ${kept.length} of 900; \`signals\` of each entry: none.`,
    );
  });

  it.each([
    [20, 1_000, 'at most 1'],
    [60, 1_000, 'none'],
  ])('keeps all %d entries charged one by one, with shorter lists', (count, bytes, kept) => {
    const call = callOf('companies_bulk_enrich', { domains: domains(count) });
    const { answer, removedCount } = truncateResult(companies(count, 10, bytes), call);
    expect(removedCount).toBe(0);
    expect(resultsOf(answer)).toHaveLength(count);
    expect(answer.notice).toBe(
      `Truncated to 60 kB: \`signals\` of each entry: ${kept}. Totals count all matches. With fewer \`domains\` at once, more of each entry fits.`,
    );
  });

  it('drops the signals of employers before it shortens those of the people', () => {
    const own = { contact_signals: signals(2, 1_000), company_signals: signals(5, 1_000) };
    const answer = {
      results: [
        { contact_signals: [], company_signals: signals(5, 1_000) },
        ...Array(19).fill(own),
      ],
    };
    const call = callOf('contacts_bulk_enrich', { contacts: domains(20) });
    const { results, notice } = fitOf(answer, call);
    const kept = resultsOf({ results }).map((each) => [
      each.contact_signals.length,
      each.company_signals.length,
    ]);
    expect(kept).toEqual([[0, 0], ...Array(19).fill([1, 0])]);
    expect(notice).toContain(
      'Truncated to 60 kB: `company_signals` of each entry: none; `contact_signals` of each entry: at most 1.',
    );
  });

  it('says how to get the entries charged one by one that do not fit', () => {
    const call = callOf('companies_bulk_enrich', { domains: domains(1_000) });
    const { answer, removedCount } = truncateResult(companies(1_000, 1), call);
    const { length } = resultsOf(answer);
    expect(removedCount).toBe(1_000 - length);
    expect(length).toBeGreaterThan(100);
    expect(answer.notice).toBe(
      `Truncated to 60 kB: \`results\`: the first ${length} of 1000; \`signals\` of each entry: none. Totals count all matches. To get the rest, call again with the missing \`domains\`, at most ${length} at once. They are charged again. With fewer \`domains\` at once, more of each entry fits.`,
    );
  });

  it('keeps explanations and the list of unscored domains whole', () => {
    const answer = fitOf(ranking(200, 12), callOf('intent_companies', { limit: 200 }));
    const kept = resultsOf(answer);
    expect(kept.length).toBeGreaterThan(5);
    for (const { explanation } of kept) expect(explanation).toHaveLength(12);
    expect(answer.unscored).toHaveLength(50);
    expect(answer.notice).not.toContain('explanation');
    expect(answer.notice).toContain('With a smaller `limit`, more of each entry fits.');
    expect(answer.notice).toContain('Narrow the request with `filters`, `min_intent_score`.');
    expect(answer.notice).not.toMatch(/concise|cursor|offset/);
  });

  it('shortens explanations if not even one result fits otherwise', () => {
    const answer = fitOf(ranking(2, 2_000), callOf('intent_companies'));
    const [{ explanation }, ...others] = resultsOf(answer);
    expect(others).toHaveLength(1);
    expect(explanation.length).toBeGreaterThan(100);
    expect(answer.notice).toContain(
      `Truncated to 60 kB: \`explanation\` of each entry: at most ${explanation.length}. Totals`,
    );
  });

  it('keeps the signals of a person and cuts those of the employer', () => {
    const answer = { contact_signals: signals(50), company_signals: signals(50), total: 100 };
    const { answer: short, removedCount } = truncateResult(answer, callOf('contacts_enrich'));
    const { contact_signals: own, company_signals: other, notice } = short;
    expect(own).toHaveLength(50);
    expect(other).toHaveLength(50 - removedCount);
    expect(notice).toContain(`\`company_signals\`: the first ${50 - removedCount} of 50. Totals`);
    expect(notice).toContain("contacts_timeline returns the person's own signals page by page");
    expect(notice).not.toMatch(/Call again|Go on|concise|own`|contact_signals`/);
  });

  it('says how many of the kept signals lost all data except the summary', () => {
    const answer = { signals: signals(100, 20_000), offset: 0 };
    const { signals: kept, notice } = fitOf(answer, SEARCH);
    const { length } = Array.isArray(kept) ? kept : [];
    expect(length).toBeGreaterThan(5);
    expect(notice).toContain(
      `The data of ${length} signals was truncated to the summary. signals_get with`,
    );
  });
});

describe('Truncation of a signal that no result can hold', () => {
  const DATA = 'was truncated to the summary.';
  const BY_TOOL = 'signals_get with `response_format`: `detailed`';
  const BY_API = '`GET /v1/signals/{signal_id}` of the API';
  const ofBytes = (...sizes: number[]) => sizes.flatMap((bytes) => signals(1, bytes));

  it.each([
    [[40_000], `The data of 1 signal ${DATA} ${BY_API} returns all of it.`],
    [[20_000, 20_000], `The data of 2 signals ${DATA} ${BY_TOOL} returns all of it.`],
    [
      [20_000, 40_000],
      `The data of 2 signals ${DATA} ${BY_TOOL}, or for the longest ${BY_API} returns all of it.`,
    ],
  ])('refers to the tool or endpoint that returns all: %j bytes', (sizes, notice) => {
    const call = callOf('signals_search', {}, 'detailed');
    expect(fitOf({ signals: ofBytes(...sizes) }, call).notice).toBe(notice);
  });

  it.each([
    ['signals_search', {}, 'signals', 'POST /v1/signals/search'],
    ['companies_enrich', {}, 'signals', 'POST /v1/companies/enrich'],
    ['companies_bulk_enrich', { domains: domains(1) }, 'results', 'POST /v1/companies/bulk'],
  ])('refers to the endpoint if nothing fits: %s', (name, given, list, route) => {
    const company = { name: 'x'.repeat(60_000) };
    const entry = { ...signals(1)[0], company };
    expect(fitOf({ [list]: [entry] }, callOf(name, given)).notice).toBe(
      `Truncated to 60 kB: \`${list}\`: none of 1. Totals count all matches. Not even one fits: \`${route}\` of the API returns all.`,
    );
  });
});

describe('Notice of a truncated answer', () => {
  const page = { signals: signals(500), offset: 20, total: 900 };
  const lineOf = (call: ToolRequestContext, answer: Record<string, unknown> = page) =>
    String(fitOf(answer, call).notice).split('Totals count all matches. ')[1];
  const kept = (fitOf(page, SEARCH).signals as object[]).length;
  const byCursor = `Call again with \`limit\`: ${kept}, then continue with its \`next_cursor\`.`;
  const ranked = companies(90, 10);

  it.each([
    [
      'an offset',
      SEARCH,
      page,
      `To get the next entries, call again with \`offset\`: ${20 + kept}.`,
    ],
    [
      'an offset for ranked signals',
      callOf('signals_search', { query: 'x' }),
      page,
      `To get the next entries, call again with \`offset\`: ${20 + kept}.`,
    ],
    [
      'filters instead of a cursor for signals similar to another',
      callOf('signals_search', { similar_to: 'x' }),
      { ...page, offset: 1_000 },
      'Narrow the request with `signal_types`, `detected_after`, `association`.',
    ],
    ['a cursor if one was given', callOf('signals_search', { cursor: 'c' }), page, byCursor],
    ['a cursor beyond the last offset', SEARCH, { ...page, offset: 1_000 }, byCursor],
    [
      'filters if the ranked page is the last one',
      callOf('signals_search', { query: 'x' }),
      { ...page, offset: 1_000 },
      'Narrow the request with `signal_types`, `detected_after`, `association`.',
    ],
    [
      'another tool that returns pages',
      callOf('companies_enrich', { limit: 500 }),
      { signals: signals(500) },
      'companies_timeline returns all signals, page by page. Or narrow the request with `signal_types`, `signal_subtypes`, `detected_after`.',
    ],
    [
      'fewer domains for a call that ranks companies',
      callOf('intent_companies', { domains: domains(90) }),
      ranked,
      'With fewer `domains` at once, more of each entry fits.',
    ],
    [
      'the endpoint, for a tool without arguments',
      callOf('account_keys'),
      {
        keys: Array.from({ length: 300 }, (_, at) => ({ key_id: `${at}`, name: 'x'.repeat(200) })),
      },
      '`GET /v1/keys` of the API returns all.',
    ],
    [
      'the timeline of a single company',
      callOf('companies_bulk_enrich', { domains: domains(1) }),
      companies(1, 100),
      'companies_timeline returns all signals of one company, page by page. Or narrow the request with `signal_types`, `detected_after`.',
    ],
  ])('suggests %s', (_, call, answer, line) => {
    expect(lineOf(call, answer)).toBe(line);
  });
});

describe('Answer that needs no truncation', () => {
  it('is returned unchanged', () => {
    const answer = { signals: [{ signal_id: '1', data: { summary: 'x' } }], next_cursor: 'next' };
    expect(truncateResult(answer, SEARCH)).toEqual({ answer, removedCount: 0 });
  });

  it('ends its concise summaries in whole characters and omits matches after the end', () => {
    const matches = [
      { start: 10, end: 15 },
      { start: 495, end: 510, met_by: 'summary' },
      { start: 505, end: 510, summary_word: 'and m', met_by: 'company' },
    ];
    const elsewhere = { start: 0, end: 0, summary_word: '', met_by: 'company' };
    const signal = {
      ...{ signal_id: '1', signal_type: 'news', company: null, contact: null },
      explanation: { words: 0.5, matches },
      data: { summary: `${'y'.repeat(499)}😀 and more` },
    };
    const { answer } = truncateResult({ signals: [signal] }, SEARCH, toConcise);
    expect(answer.signals).toMatchObject([
      {
        explanation: { words: 0.5, matches: [{ start: 10, end: 15 }, elsewhere] },
        data: { summary: `${'y'.repeat(499)}…` },
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('\\ud8');
  });

  it('loses in the concise format only parts of signals and the ends of long summaries', () => {
    const company = { name: 'A', domain: 'a.example', industries: ['x'] };
    const signal = {
      signal_id: '1',
      signal_type: 'news',
      company,
      contact: null,
      explanation: { words: 0.5 },
      data: { summary: 'y'.repeat(900), more: 1 },
    };
    const { answer: brief } = truncateResult({ company, signals: [signal] }, SEARCH, toConcise);
    expect(brief.company).toEqual(company);
    expect(brief.signals).toEqual([
      {
        signal_id: '1',
        signal_type: 'news',
        company: { name: 'A', domain: 'a.example' },
        contact: null,
        explanation: { words: 0.5 },
        data: { summary: `${'y'.repeat(500)}…` },
      },
    ]);
  });
});
