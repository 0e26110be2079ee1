/** Closing periods of stores that have lost rows. */
import { expect, it, vi } from 'vitest';
import { type ClosingDeps, closePeriods } from '../../../../api/credits/close-periods.js';

it('closePeriods reads and writes nothing if the stores are incomplete', async () => {
  const read = vi.fn(async () => []);
  const deps = { accounts: { accounts: read }, sources: { sources: read }, billing: {} };
  const closing = closePeriods(
    {
      ...(deps as unknown as ClosingDeps),
      requireComplete: () => Promise.reject(new Error('rows are missing')),
    },
    Date.UTC(2026, 1, 1),
  );
  await expect(closing).rejects.toThrow('rows are missing');
  expect(read).not.toHaveBeenCalled();
});
