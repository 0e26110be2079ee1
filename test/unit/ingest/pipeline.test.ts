/** The pipeline from lines to written batches, with a fake writer: cuts, failures and limits. */
import { describe, expect, it } from 'vitest';
import { cutBatches, MAX_EVENTS_BEHIND } from '../../../ingest/normalise/cut-batches.js';
import type { LineOrigin } from '../../../ingest/outcomes/batch-outcomes.js';
import type { Outcome } from '../../../ingest/outcomes/outcome.js';
import { runPipeline } from '../../../ingest/pipeline.js';
import type { BatchWriter, PreparedBatch } from '../../../ingest/write/batch-writer.js';
import { AppError } from '../../../shared/domain/errors.js';
import type { NormalisedEvent } from '../../../shared/domain/ports/event-records.js';
import { STORES_NOTHING } from '../../fakes/fake-batch-writer.js';

/** Normalises a line `id version`; rejects the line `bad`. */
async function normalise(line: Uint8Array): Promise<Outcome> {
  const [eventId = '', version = '1'] = Buffer.from(line).toString().split(' ');
  if (eventId === 'bad') {
    const reason = { code: 'invalid_payload', field: '', message: 'bad' } as const;
    return { kind: 'rejected', reason, feed: null };
  }
  const event: NormalisedEvent = {
    source: 'feed',
    eventId,
    observedAtMs: Number(version),
    hasOwnTime: true,
    payloadHash: '00',
    eventVersion: BigInt(version),
    kind: 'signal',
    signals: [],
    storyId: null,
    snapshot: null,
    embedding: eventId.startsWith('vector') ? 'gD8=' : null,
  };
  return { kind: 'accepted', event };
}

/** Returns the events of each batch, and the number of its last line. */
async function batchesOf(
  lines: readonly string[],
  batchEvents: number,
  normaliseLine = normalise,
  batchBytes = 1e9,
): Promise<{ ids: string[]; end: number }[]> {
  const batches: { ids: string[]; end: number }[] = [];
  const given: string[][] = [];
  const writer: BatchWriter = {
    ...STORES_NOTHING,
    async prepare(events) {
      given.push(events.map(({ eventId, observedAtMs }) => `${eventId} ${observedAtMs}`));
      return STORES_NOTHING.prepare(events);
    },
  };
  async function* source() {
    for (const line of lines) yield Buffer.from(line);
  }
  const options = { batchEvents, batchBytes, context: { nowMs: 0 }, skipLines: 0 };
  for await (const { lastLine: end } of runPipeline(source(), normaliseLine, writer, options)) {
    batches.push({ ids: given[batches.length] ?? [], end });
  }
  return batches;
}

describe('runPipeline: cuts between batches', () => {
  it('ends a batch before another version of one of its events, and counts every line', async () => {
    const lines = ['a 1', 'b 1', '', 'bad', 'a 1', 'a 2', 'bad', 'b 2', 'a 3', ''];
    expect(await batchesOf(lines, 100)).toEqual([
      { ids: ['a 1', 'b 1', 'a 1'], end: 5 },
      { ids: ['a 2', 'b 2'], end: 8 },
      { ids: ['a 3'], end: 10 },
    ]);
  });

  it('allows several versions in a batch beyond all events that an earlier run may have left', async () => {
    const size = 400;
    const number = MAX_EVENTS_BEHIND + 2 * size;
    const lines = Array.from({ length: number }, (_, at) => `event-${at} 1`);
    // The last batch that begins within `MAX_EVENTS_BEHIND` must be cut, the next one need not.
    const last = Math.floor((MAX_EVENTS_BEHIND - 1) / size) * size;
    lines[last + size - 1] = `event-${last} 2`;
    const ends = (await batchesOf(lines, size)).map(({ end }) => end);
    const whole = Array.from({ length: last / size }, (_, at) => (at + 1) * size);
    expect(ends.slice(0, whole.length + 2)).toEqual([
      ...whole,
      last + size - 1,
      last + 2 * size - 1,
    ]);
    const later = last + 2 * size - 1;
    lines[later + 1] = `event-${later} 2`;
    expect((await batchesOf(lines, size)).map(({ end }) => end)).toEqual(ends);
  });
});

it('runPipeline puts four times as many events into a batch if they bring their vectors', async () => {
  const lines = Array.from({ length: 50 }, (_, at) => `vector-${at} 1`);
  expect((await batchesOf(lines, 10)).map(({ end }) => end)).toEqual([40, 50]);
  lines.splice(8, 2, 'a 1', 'b 1');
  expect((await batchesOf(lines, 10)).map(({ end }) => end)).toEqual([34, 50]);
});

describe('runPipeline: failures of a store', () => {
  /** Returns the calls of the writer for three lines in batches of one; those in `failing` fail. */
  async function askedFor(
    failing: readonly string[],
    patient: boolean,
    lineOrigin?: LineOrigin,
  ): Promise<string[]> {
    const asked: string[] = [];
    const left = [...failing];
    const note = (call: string): void => {
      asked.push(call);
      const at = left.indexOf(call);
      if (at === -1) return;
      left.splice(at, 1);
      throw new AppError('unavailable', 'away');
    };
    const ids = new WeakMap<PreparedBatch, string>();
    const writer: BatchWriter = {
      async prepare(events) {
        const id = events.map(({ eventId }) => eventId).join();
        note(`prepare ${id}`);
        const prepared = await STORES_NOTHING.prepare(events);
        ids.set(prepared, id);
        return prepared;
      },
      async commit(batch, count) {
        await count(['accepted']);
        note(`commit ${ids.get(batch)}`);
        return { signals: 1, profiles: 0, versions: new Map() };
      },
    };
    async function* source() {
      for (const line of ['a 1', 'b 1', 'c 1']) yield Buffer.from(line);
    }
    const retryPolicy = { mayContinue: () => true, onWait: () => undefined, firstWaitMs: 1 };
    const run = runPipeline(source(), normalise, writer, {
      batchEvents: 1,
      batchBytes: 1e9,
      context: { nowMs: 0 },
      skipLines: 0,
      ...(patient ? { retryPolicy } : {}),
      ...(lineOrigin ? { lineOrigin } : {}),
    });
    try {
      for await (const { lastLine, tally } of run) asked.push(`${lastLine}: ${tally.signals}`);
    } catch (error) {
      asked.push(String(error));
    }
    return asked;
  }

  it('prepares a failed batch again, but not the one that was prepared after it', async () => {
    expect(await askedFor(['commit a'], true)).toEqual([
      ...['prepare a', 'prepare b', 'commit a', 'prepare a', 'commit a', '1: 1'],
      ...['prepare c', 'commit b', '2: 1', 'commit c', '3: 1'],
    ]);
  });

  it('retries a batch until it succeeds, also while the next one cannot be prepared', async () => {
    expect(await askedFor(['commit a', 'commit a', 'prepare b', 'prepare b'], true)).toEqual([
      ...['prepare a', 'prepare b', 'commit a', 'prepare a', 'commit a', 'prepare a', 'commit a'],
      ...['1: 1', 'prepare c', 'prepare b', 'prepare b', 'commit b', '2: 1', 'commit c', '3: 1'],
    ]);
  });

  it('ends the run with the error if it has no retry policy', async () => {
    expect(await askedFor(['commit a'], false)).toEqual([
      ...['prepare a', 'prepare b', 'commit a'],
      'AppError: away',
    ]);
  });

  it('prepares a batch again if the stored counts could not be read', async () => {
    let left = 2;
    const from: LineOrigin = {
      origin: { kind: 'file', name: 'a file', partition: null, run: 'a run' },
      positionOf: (line) => line,
      lagAfter: () => null,
      async acceptedFrom() {
        left -= 1;
        if (left >= 0) throw new AppError('unavailable', 'away');
        return [];
      },
    };
    const asked = await askedFor([], true, from);
    expect(asked.slice(0, 6)).toEqual([
      ...['prepare a', 'prepare b', 'prepare a', 'commit a', '1: 1', 'prepare c'],
    ]);
  });
});

it.each([
  ['blank', 0],
  ['skipped', 300_000],
])('cutBatches lets other work run between lines that are %s', async (_, skipLines) => {
  async function* source() {
    for (let at = 0; at < 300_000; at += 1) yield Buffer.alloc(0);
  }
  let turns = 0;
  let isCutting = true;
  const countTurn = (): void => {
    turns += 1;
    if (isCutting) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const options = { batchEvents: 100, batchBytes: 1e9, context: { nowMs: 0 }, skipLines };
  for await (const batch of cutBatches(source(), normalise, options)) {
    expect(batch.events).toEqual([]);
  }
  isCutting = false;
  expect(turns).toBeGreaterThan(10);
});

describe('runPipeline: limits of a batch', () => {
  const NO_PLACE = { name: null, domain: null, networkUrl: null, cik: null, tickers: [] };
  const signal = {
    origin: { source: 'test', eventId: 'event', observedAtMs: 0, eventVersion: 0n },
    signalId: '',
    signalType: 'news',
    signalSubtype: 'general',
    signalName: '',
    subtypeIsOpen: false,
    confidence: 1,
    detectedAtMs: 0,
    association: 'company' as const,
    company: { ...NO_PLACE, board: null, country: null, aliases: [] },
    contact: null,
    data: { summary: '' },
  };

  it('ends a batch at the limit of bytes or of signals', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `event-${at} 1`);
    const ends = async (signals: number, batchBytes: number) => {
      const many = Array.from({ length: signals }, () => signal);
      const withSignals = async (line: Uint8Array): Promise<Outcome> => {
        const outcome = await normalise(line);
        if (outcome.kind === 'rejected') return outcome;
        return { ...outcome, event: { ...outcome.event, signals: many } };
      };
      return (await batchesOf(lines, 100, withSignals, batchBytes)).map(({ end }) => end);
    };
    expect(await ends(0, 1e9)).toEqual([40]);
    expect(await ends(0, 100)).toEqual([11, 21, 31, 40]);
    expect(await ends(400, 1e9)).toEqual([13, 26, 39, 40]);
    expect(await ends(20_000, 1e9)).toHaveLength(40);
  });
});
