/** Notices say that data is being loaded. An answer is returned even if a notice cannot be made. */
import { expect, it } from 'vitest';
import { noticesOf } from '../../../../api/mcp/notices.js';
import { findTool } from '../../../../api/mcp/tools.js';

const refuse = () => Promise.reject(new Error('no store'));
const stores = {
  signals: { types: refuse, count: refuse },
  identity: { industries: refuse, companiesLike: refuse, suggest: refuse },
};

function callOf(name: string, args: Record<string, unknown> = {}) {
  const tool = findTool(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return { tool, args };
}

it.each([
  [['demo'], 'signals_search', {}, 'Data is still being loaded (demo), so results and totals'],
  [['demo', 'ranking'], 'signals_types', {}, 'Data is still being loaded (demo), so'],
  [['ranking'], 'signals_search', { query: 'x' }, 'The ranking is not complete yet'],
  [['ranking'], 'signals_search', {}, null],
  [['demo'], 'account_usage', {}, null],
  [[], 'signals_search', { query: 'x' }, null],
])('while %j is loaded, %s %j', async (names, name, args, text) => {
  const deps = { ...stores, loading: () => names, logger: { warn: () => undefined } };
  const notices = await noticesOf(deps, callOf(name, args), { total: 1 });
  expect(notices).toEqual(text === null ? [] : [expect.stringContaining(text)]);
});

it('a store that fails costs the explanation of an empty answer, not the answer', async () => {
  const warnings: unknown[] = [];
  const deps = {
    ...stores,
    loading: () => [],
    logger: { warn: (...args: unknown[]) => warnings.push(args) },
  };
  const args = { signal_types: ['x'], company_industries: ['y'], company_domain: 'z.example' };
  const call = callOf('signals_search', args);
  expect(await noticesOf(deps, call, { total: 0 })).toEqual([]);
  expect(warnings).toMatchObject([
    [{ err: { message: 'no store' } }, 'empty_answer_not_explained'],
  ]);
  expect(await noticesOf(deps, call, { total: 1 })).toEqual([]);
  expect(warnings).toHaveLength(1);
});
