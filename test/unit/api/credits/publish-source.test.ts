/** When a process publishes how far it has moved its charges into the ledger. */
import { describe, expect, it, vi } from 'vitest';
import { publishSource } from '../../../../api/credits/publish-source.js';
import type { PublishedSource } from '../../../../shared/domain/ports/source-store.js';
import { createLogger } from '../../../../shared/platform/process/logger.js';

const MIDNIGHT_MS = Date.parse('2026-03-01T00:00:00Z');
const stateAt = (drainedToMs: number) => ({
  sourceId: 'journal 1',
  kind: 'journal' as const,
  description: 'host:/journals',
  drainedToMs,
});

describe('State of a charge source', () => {
  it('is published again after at most 30 seconds', async () => {
    vi.useFakeTimers();
    try {
      let published = 0;
      const putSource = async () => {
        published += 1;
      };
      const publisher = await publishSource({
        source: { source: () => stateAt(MIDNIGHT_MS) },
        sources: { sources: async () => [], putSource },
        logger: createLogger('silent'),
      });
      await vi.advanceTimersByTimeAsync(120_000);
      expect(published).toBeGreaterThanOrEqual(5);
      await publisher.stop(true);
    } finally {
      vi.useRealTimers();
    }
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
      logger: createLogger('silent'),
    };
    const first = await publishSource(deps);
    await first.stop(true);
    const second = await publishSource(deps);
    await second.stop(false);
    expect(said.map(({ ended }) => ended)).toEqual([false, true, false, false]);
  });
});
