/** When a process publishes how far it has moved its charges into the ledger. */
import { describe, expect, it } from 'vitest';
import { isDue, publishSource } from '../../../../api/credits/publish-source.js';
import type { PublishedSource } from '../../../../shared/domain/ports/source-store.js';
import { createLogger } from '../../../../shared/platform/process/logger.js';

const MIDNIGHT_MS = Date.parse('2026-03-01T00:00:00Z');
const stateAt = (drainedToMs: number) => ({
  sourceId: 'journal 1',
  kind: 'journal' as const,
  description: 'host:/journals',
  drainedToMs,
});
const due = (lastMs: number, drainedToMs: number, nowMs: number) =>
  isDue({ drainedToMs: lastMs, atMs: lastMs }, stateAt(drainedToMs), nowMs);

describe('State of a charge source', () => {
  it('is published again after at most 30 seconds', () => {
    const noon = MIDNIGHT_MS + 43_200_000;
    expect(due(noon, noon + 5_000, noon + 5_000)).toBe(false);
    expect(due(noon, noon, noon + 25_000)).toBe(true);
  });

  it('is published at once when it passes midnight or moves back in time', () => {
    expect(due(MIDNIGHT_MS - 1_000, MIDNIGHT_MS - 1, MIDNIGHT_MS + 1_000)).toBe(false);
    expect(due(MIDNIGHT_MS - 1_000, MIDNIGHT_MS, MIDNIGHT_MS)).toBe(true);
    expect(due(MIDNIGHT_MS, MIDNIGHT_MS - 1, MIDNIGHT_MS + 1)).toBe(true);
    expect(due(MIDNIGHT_MS, MIDNIGHT_MS, MIDNIGHT_MS - 1)).toBe(true);
  });

  it('is published at the start as not ended, and at the stop as ended if the caller says so', async () => {
    const said: PublishedSource[] = [];
    const deps = {
      source: { source: () => stateAt(MIDNIGHT_MS) },
      sources: {
        sources: async () => said,
        async putSource(source: PublishedSource) {
          said.push(source);
        },
      },
      clock: { now: () => MIDNIGHT_MS },
      logger: createLogger('silent'),
    };
    const first = await publishSource(deps);
    await first.stop(true);
    const second = await publishSource(deps);
    await second.stop(false);
    expect(said.map(({ ended }) => ended)).toEqual([false, true, false, false]);
  });
});
