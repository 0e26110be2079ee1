/** Notices for agents: what an answer alone does not say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companyProfile, signalEvent } from '../helpers/events.js';
import { AGENTS, type Agent, type ToolAnswer } from '../helpers/mcp-clients.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

let service: TestService;
let agent: Agent;

beforeAll(async () => {
  service = await startTestService({
    clock: { now: () => Date.parse('2026-05-15T12:00:00.000Z') },
  });
  await service.load([
    companyProfile('one.example', 'One', { industries: ['Software'] }),
    companyProfile('two.example', 'Two'),
    signalEvent('Two closes plant', { domain: 'two.example' }, { signal_type: 'news' }),
    signalEvent('Pat speaks', { domain: 'one.example' }, { contact: { email: 'pat@one.example' } }),
    companyProfile('idle.example', 'Idle Works', { industries: ['Farming'] }),
    ...['layoff', 'fundingAnnouncement', 'general'].map((subtype, at) =>
      signalEvent(
        `One does thing ${at}`,
        { domain: 'one.example' },
        { signal_type: 'news', signal_subtype: subtype },
      ),
    ),
    signalEvent(
      'One hires',
      { domain: 'one.example' },
      { signal_type: 'hiring-trends', signal_subtype: 'jobPosting' },
    ),
  ]);
  const connect = AGENTS['2026 over HTTP'];
  if (!connect) throw new Error('no agent');
  const key = await service.createKey({ accountId: 'agents', earlyAccess: true });
  agent = await connect({ url: service.url, key });
});

afterAll(async () => {
  await agent.close();
  await service.stop();
});

/** Returns the notice of a call, which its last text repeats. */
async function noticeOf(name: string, args: Record<string, unknown>): Promise<string | undefined> {
  const answer: ToolAnswer = await agent.callTool(name, args);
  expect(answer.isError, answer.texts.join('\n')).toBe(false);
  const { notice } = answer.structured;
  if (notice !== undefined) expect(answer.texts[1]).toContain(notice);
  return notice;
}

describe('A count of a search with a query', () => {
  it('says that the query does not change it', async () => {
    const notice = await noticeOf('signals_search', { query: 'something else', count_only: true });
    expect(notice).toContain('`total` counts all signals that match the filters: `query` and');
    expect(await noticeOf('signals_search', { count_only: true })).toBeUndefined();
    expect(await noticeOf('signals_search', { query: 'something else' })).toBeUndefined();
  });
});

describe('An answer about an unknown person', () => {
  it('says that it is about the employer, and what that costs otherwise', async () => {
    const notice = await noticeOf('contacts_enrich', { contact_email: 'new@one.example' });
    expect(notice).toBe(
      'Nobody is known by these identifiers: the signals are those of the employer. companies_enrich with `domain`: `one.example` returns them for 1 credit per call.',
    );
    expect(await noticeOf('contacts_enrich', { contact_email: 'pat@one.example' })).toBeUndefined();
  });
});

describe('An empty ranking', () => {
  it('says how many have fewer signals than `min_signals`', async () => {
    const asked = { query: 'Two closes plant' };
    expect(await noticeOf('intent_companies', asked)).toBe(
      'No company has 2 relevant signals; 1 company has 1: set `min_signals` to 1.',
    );
    expect(await noticeOf('intent_companies', { ...asked, min_signals: 3 })).toBe(
      'No company has 3 relevant signals; 1 company has fewer: set `min_signals` to 1.',
    );
    expect(await noticeOf('intent_companies', { ...asked, min_signals: 1 })).toBeUndefined();
    expect(await noticeOf('intent_companies', { ...asked, min_intent_score: 1 })).toBeUndefined();
  });
});

describe('An empty answer', () => {
  it.each([
    [
      { signal_subtype: 'layoffs' },
      'No signal has the subtype `layoffs`. Similar: `layoff`. signals_types with `include_counts` lists all.',
    ],
    [
      { signal_types: ['New', 'LAYOFF'] },
      'No signal has the type `New`. Similar: `news`. No signal has the type `LAYOFF`: it is a subtype. signals_types lists all.',
    ],
    [
      { signal_types: ['NEWS'], signal_subtype: 'jobPosting' },
      'Signals with the subtype `jobPosting` have the type `hiring-trends`.',
    ],
    [
      { company_industries: ['Software Tools', 'farming'] },
      'No signal has a company in the industry `Software Tools`. Similar: `Software`. No signal has a company in the industry `farming`. signals_aggregate with `group_by`: `industry` lists those with the most signals.',
    ],
    [
      { company_domain: 'https://www.onee.example/' },
      'No signal has a company with the domain `onee.example`. Similar: `one.example`. companies_suggest finds companies by the beginning of a name or domain.',
    ],
    [
      { company_name: 'Idle Works Inc.' },
      'No company with a name like `Idle Works Inc.` has a signal.',
    ],
    [
      { company_name: 'Idle' },
      'No company has a name like `Idle`. Similar: `Idle Works`. companies_suggest finds companies by the beginning of a name or domain.',
    ],
    [{ detected_after: '2026-05-01' }, undefined],
    [{ signal_types: ['news'], detected_after: '2026-05-01' }, undefined],
  ])('of a search with %j says what no signal has', async (filters, notice) => {
    expect(await noticeOf('signals_search', filters)).toBe(notice);
    expect(await noticeOf('signals_search', { ...filters, count_only: true })).toBe(notice);
    const counts = { ...filters, group_by: ['day'] };
    expect(await noticeOf('signals_aggregate', counts)).toBe(notice);
  });

  it.each([
    ['companies_enrich', { domain: 'one.example' }],
    ['companies_bulk_enrich', { domains: ['one.example', 'nobody.example'] }],
    ['companies_timeline', { domain: 'one.example' }],
    ['contacts_enrich', { contact_email: 'new@one.example' }],
    ['signals_trending', {}],
    ['intent_companies', { query: 'One does' }],
  ])('of %s says it too', async (name, args) => {
    const types = { signal_types: ['newz'] };
    const filters = name === 'intent_companies' ? { filters: types } : types;
    const notice = await noticeOf(name, { ...args, ...filters });
    expect(notice).toContain('No signal has the type `newz`. Similar: `news`.');
  });

  it('says nothing of values that some signals have', async () => {
    expect(await noticeOf('signals_search', { signal_types: ['news', 'newz'] })).toBeUndefined();
    expect(await noticeOf('companies_enrich', { domain: 'idle.example' })).toBeUndefined();
  });
});
