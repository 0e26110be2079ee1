import { describe, expect, it } from 'vitest';
import type { BatchWriter } from '../../../ingest/batch-writer.js';
import type { Outcome } from '../../../ingest/outcome.js';
import { MAX_BATCH_EVENTS, runPipeline } from '../../../ingest/pipeline.js';
import type { NormalisedEvent } from '../../../shared/ports/event-records.js';

/** A line `id version`; `bad` cannot be used. */
async function normalise(line: Uint8Array): Promise<Outcome> {
  const [eventId = '', version = '1'] = Buffer.from(line).toString().split(' ');
  if (eventId === 'bad') {
    return { kind: 'rejected', reason: { code: 'invalid_payload', field: '', message: 'bad' } };
  }
  const event: NormalisedEvent = {
    source: 'feed',
    eventId,
    observedAtMs: Number(version),
    hasOwnTime: true,
    payloadHash: '00',
    kind: 'signal',
    signals: [],
    companyProfile: null,
    contactProfile: null,
    storyId: null,
    snapshot: null,
    embedding: null,
  };
  return { kind: 'accepted', event };
}

/** Lines of each batch, and where it ends. */
async function batchesOf(
  lines: readonly string[],
  batchEvents: number,
): Promise<{ ids: string[]; end: number }[]> {
  const batches: { ids: string[]; end: number }[] = [];
  const given: string[][] = [];
  const writer: BatchWriter = {
    async prepare(events) {
      given.push(events.map(({ eventId, observedAtMs }) => `${eventId} ${observedAtMs}`));
      return {
        outcomes: events.map(() => 'accepted' as const),
        chosen: [],
        embeddings: Promise.resolve(new Map()),
        changes: 0,
      };
    },
    commit: async () => ({ signals: 0, profiles: 0 }),
    release: () => undefined,
  };
  async function* source() {
    for (const line of lines) yield Buffer.from(line);
  }
  const options = { batchEvents, batchBytes: 1e9, context: { nowMs: 0 }, skipLines: 0 };
  for await (const { lines: end } of runPipeline(source(), normalise, writer, options)) {
    batches.push({ ids: given[batches.length] ?? [], end });
  }
  return batches;
}

describe('batches of a run', () => {
  it('end before another version of one of their events, and count every line', async () => {
    const lines = ['a 1', 'b 1', '', 'bad', 'a 1', 'a 2', 'bad', 'b 2', 'a 3', ''];
    expect(await batchesOf(lines, 100)).toEqual([
      { ids: ['a 1', 'b 1', 'a 1'], end: 5 },
      { ids: ['a 2', 'b 2'], end: 8 },
      { ids: ['a 3'], end: 10 },
    ]);
  });

  it('hold several versions once all is behind them that another run may have left', async () => {
    const size = 400;
    const number = MAX_BATCH_EVENTS + 2 * size;
    const lines = Array.from({ length: number }, (_, at) => `event-${at} 1`);
    // The last batch that began within the window, and the first that did not.
    const last = Math.floor((MAX_BATCH_EVENTS - 1) / size) * size;
    lines[last + size - 1] = `event-${last} 2`;
    const ends = (await batchesOf(lines, size)).map(({ end }) => end);
    expect(ends.slice(0, 4)).toEqual([size, last, last + size - 1, last + 2 * size - 1]);
    const later = last + 2 * size - 1;
    lines[later + 1] = `event-${later} 2`;
    expect((await batchesOf(lines, size)).map(({ end }) => end)).toEqual(ends);
  });
});
