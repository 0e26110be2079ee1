/** Facts from summaries, their tokens and amounts, read ahead of their need or at once. */
import { expect, it } from 'vitest';
import { createSummaryReader } from '../../../../shared/stores/signals/summary-facts.js';

const pieces = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const SUMMARIES = Array.from(
  { length: 20_000 },
  (_, at) => `Firm ${at} lays off ${at + 1} workers`,
);

it('the summary reader returns the same facts ahead as at once, beyond the size of its cache', async () => {
  let read = 0;
  const ahead = createSummaryReader({
    pieces: (text) => {
      read += 1;
      return pieces(text);
    },
  });
  await ahead.prepareSummaries(SUMMARIES);
  expect(read).toBe(SUMMARIES.length);
  const atOnce = createSummaryReader({ pieces });
  for (const summary of SUMMARIES) expect(ahead.read(summary)).toEqual(atOnce.read(summary));
  // The facts of the last batches are in the cache, the others are read again.
  expect(read).toBe(1.5 * SUMMARIES.length);
  expect(ahead.read('Firm 7 lays off 8 workers')).toMatchObject({
    amounts: { people: 8, money: 0 },
  });
});

it('the summary reader returns amounts but no tokens without word pieces', () => {
  expect(createSummaryReader(null).read('Firm raises $2 million')).toEqual({
    tokens: [],
    amounts: { money: 2_000_000, people: 0 },
  });
});
