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
    companyProfile('idle.example', 'Idle Works', { industries: ['Farming'] }),
    ...[1, 2, 3].map((at) =>
      signalEvent(`One does thing ${at}`, { domain: 'one.example' }, { signal_type: 'news' }),
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
