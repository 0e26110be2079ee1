/** Notices are best effort: an answer is returned even if its notices cannot be made. */
import { expect, it } from 'vitest';
import { noticesOf } from '../../../../api/mcp/notices.js';

it('a store that fails costs the explanation of an empty answer, not the answer', async () => {
  const refuse = () => Promise.reject(new Error('no store'));
  const warnings: unknown[] = [];
  const deps = {
    services: {
      signals: { types: refuse, count: refuse },
      identity: { industries: refuse, companiesLike: refuse, suggest: refuse },
    },
    logger: { warn: (...args: unknown[]) => warnings.push(args) },
  };
  const args = { signal_types: ['x'], company_industries: ['y'], company_domain: 'z.example' };
  expect(await noticesOf(deps, { args }, { total: 0 })).toEqual([]);
  expect(warnings).toMatchObject([
    [{ err: { message: 'no store' } }, 'empty_answer_not_explained'],
  ]);
  expect(await noticesOf(deps, { args }, { total: 1 })).toEqual([]);
  expect(warnings).toHaveLength(1);
});
