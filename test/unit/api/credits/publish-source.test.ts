import { describe, expect, it } from 'vitest';
import { isDue, publishSource } from '../../../../api/credits/publish-source.js';
import type { KnownSource } from '../../../../shared/domain/ports/source-store.js';
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

describe('what a source of charges says of itself', () => {
  it('is said again after half a minute at the latest', () => {
    const noon = MIDNIGHT_MS + 43_200_000;
    expect(due(noon, noon + 5_000, noon + 5_000)).toBe(false);
    expect(due(noon, noon, noon + 25_000)).toBe(true);
  });

  it('is said at once when it has passed a midnight, or was set back', () => {
    expect(due(MIDNIGHT_MS - 1_000, MIDNIGHT_MS - 1, MIDNIGHT_MS + 1_000)).toBe(false);
    expect(due(MIDNIGHT_MS - 1_000, MIDNIGHT_MS, MIDNIGHT_MS)).toBe(true);
    expect(due(MIDNIGHT_MS, MIDNIGHT_MS - 1, MIDNIGHT_MS + 1)).toBe(true);
    expect(due(MIDNIGHT_MS, MIDNIGHT_MS, MIDNIGHT_MS - 1)).toBe(true);
  });

  it('begins before the first charge and ends as the source was left', async () => {
    const said: KnownSource[] = [];
    const deps = {
      source: { source: () => stateAt(MIDNIGHT_MS) },
      sources: {
        sources: async () => said,
        async putSource(source: KnownSource) {
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
