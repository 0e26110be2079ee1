import { describe, expect, it } from 'vitest';
import { MAX_EVENTS_BEHIND } from '../../../ingest/normalise/cut-batches.js';
import type { LineOrigin } from '../../../ingest/outcomes/batch-outcomes.js';
import type { Outcome } from '../../../ingest/outcomes/outcome.js';
import { runPipeline } from '../../../ingest/pipeline.js';
import type { BatchWriter, PreparedBatch } from '../../../ingest/write/batch-writer.js';
import { AppError } from '../../../shared/domain/errors.js';
import type { NormalisedEvent } from '../../../shared/domain/ports/event-records.js';

/** A line `id version`; `bad` cannot be used. */
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
    kind: 'signal',
    signals: [],
    companyProfile: null,
    contactProfile: null,
    storyId: null,
    snapshot: null,
    embedding: eventId.startsWith('vector') ? 'gD8=' : null,
  };
  return { kind: 'accepted', event };
}

/** Lines of each batch, and where it ends. */
async function batchesOf(
  lines: readonly string[],
  batchEvents: number,
  normaliseLine = normalise,
  batchBytes = 1e9,
): Promise<{ ids: string[]; end: number }[]> {
  const batches: { ids: string[]; end: number }[] = [];
  const given: string[][] = [];
  const writer: BatchWriter = {
    async prepare(events) {
      given.push(events.map(({ eventId, observedAtMs }) => `${eventId} ${observedAtMs}`));
      return {
        events,
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
  const options = { batchEvents, batchBytes, context: { nowMs: 0 }, skipLines: 0 };
  for await (const { lines: end } of runPipeline(source(), normaliseLine, writer, options)) {
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
    const number = MAX_EVENTS_BEHIND + 2 * size;
    const lines = Array.from({ length: number }, (_, at) => `event-${at} 1`);
    // The last batch that began within the window, and the first that did not.
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

it('hold four times as many events that bring their vectors', async () => {
  const lines = Array.from({ length: 50 }, (_, at) => `vector-${at} 1`);
  expect((await batchesOf(lines, 10)).map(({ end }) => end)).toEqual([40, 50]);
  lines.splice(8, 2, 'a 1', 'b 1');
  expect((await batchesOf(lines, 10)).map(({ end }) => end)).toEqual([34, 50]);
});

describe('a batch that a store could not take', () => {
  /** What the writer was asked for, of four lines in batches of one; the calls named fail. */
  async function askedFor(
    failing: readonly string[],
    patient: boolean,
    from?: LineOrigin,
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
        const prepared: PreparedBatch = {
          events,
          outcomes: ['accepted'],
          chosen: [],
          embeddings: Promise.resolve(new Map()),
          changes: 0,
        };
        ids.set(prepared, id);
        return prepared;
      },
      async commit(batch) {
        note(`commit ${ids.get(batch)}`);
        return { signals: 1, profiles: 0 };
      },
      release: (batch) => asked.push(`release ${ids.get(batch)}`),
    };
    async function* source() {
      for (const line of ['a 1', 'b 1', 'c 1']) yield Buffer.from(line);
    }
    const patience = { mayContinue: () => true, onWait: () => undefined, firstWaitMs: 1 };
    const run = runPipeline(source(), normalise, writer, {
      batchEvents: 1,
      batchBytes: 1e9,
      context: { nowMs: 0 },
      skipLines: 0,
      ...(patient ? { patience } : {}),
      ...(from ? { from } : {}),
    });
    try {
      for await (const { lines, tally } of run) asked.push(`${lines}: ${tally.signals}`);
    } catch (error) {
      asked.push(String(error));
    }
    return asked;
  }

  it('is decided anew, and so is the one that was prepared on it', async () => {
    expect(await askedFor(['commit a'], true)).toEqual([
      ...['prepare a', 'prepare b', 'commit a', 'release a', 'release b'],
      ...['prepare a', 'commit a', '1: 1', 'prepare b'],
      ...['prepare c', 'commit b', '2: 1', 'commit c', '3: 1'],
    ]);
  });

  it('is tried as often as it takes, while the next one cannot be prepared either', async () => {
    expect(await askedFor(['commit a', 'commit a', 'prepare b', 'prepare b'], true)).toEqual([
      ...['prepare a', 'prepare b', 'commit a', 'release a'],
      ...['prepare a', 'commit a', 'release a', 'prepare a', 'commit a', '1: 1'],
      ...['prepare b', 'prepare b', 'prepare c', 'commit b', '2: 1', 'commit c', '3: 1'],
    ]);
  });

  it('ends the run of a source that tries again by itself', async () => {
    expect(await askedFor(['commit a'], false)).toEqual([
      ...['prepare a', 'prepare b', 'commit a', 'release a', 'release b'],
      'AppError: away',
    ]);
  });

  it('is new when it comes again, also if its counts could not be read', async () => {
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
      ...['prepare a', 'prepare b', 'release a', 'release b', 'prepare a', 'commit a'],
    ]);
  });
});

describe('a batch', () => {
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

  it('ends when it holds as many bytes or signals as a store takes at once', async () => {
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
