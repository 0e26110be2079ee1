/**
 * Ingest outcomes for operators: every line must be counted once by feed and outcome, even if the process dies and
 * the repeat has other batches, and every rejected line must be listed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { runKafkaSource } from '../../ingest/kafka-source.js';
import { loadFile } from '../../ingest/load-file.js';
import { createIngestMetrics } from '../../ingest/outcomes/ingest-metrics.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import type { TopicBatch } from '../../shared/domain/ports/topic.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { createRandom } from '../helpers/random.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const ADMIN_KEY = 'operators-only-'.repeat(3);
const SEEDS = process.env.LONG ? 40 : 2;
const LINES = 60;

type Stores = TestService['ingestStores'];
type Outcome = 'accepted' | 'duplicates' | 'ignored' | 'rejected';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService({ adminKey: ADMIN_KEY });
  folder = mkdtempSync(join(tmpdir(), 'signals-outcomes-'));
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const admin = (path: string) => service.call('GET', `/v1/admin/ingest/${path}`, { key: ADMIN_KEY });

/** Returns the counts of outcomes by feed. */
async function outcomes(): Promise<Record<string, Record<Outcome, number>>> {
  const { status, body } = await admin('outcomes');
  expect(status).toBe(200);
  const sums: Record<string, Record<Outcome, number>> = {};
  for (const { feed, accepted, duplicates, ignored, rejected, read } of body.outcomes) {
    expect(read).toBe(accepted + duplicates + ignored + rejected);
    const sum = sums[String(feed)] ?? { accepted: 0, duplicates: 0, ignored: 0, rejected: 0 };
    sum.accepted += accepted;
    sum.duplicates += duplicates;
    sum.ignored += ignored;
    sum.rejected += rejected;
    sums[String(feed)] = sum;
  }
  const total = Object.values(sums).reduce((all, sum) => all + sum.accepted, 0);
  expect(body.totals.accepted).toBe(total);
  return sums;
}

/** Returns a naive model that counts the outcomes of the lines read so far. */
function createModel() {
  const stored = new Map<string, string>();
  const counts: Record<string, Record<Outcome, number>> = {};
  const count = (feed: string, outcome: Outcome) => {
    counts[feed] ??= { accepted: 0, duplicates: 0, ignored: 0, rejected: 0 };
    counts[feed][outcome] += 1;
  };
  return {
    counts,
    read(lines: readonly string[]) {
      for (const line of lines) {
        const kind = JSON.parse(line.startsWith('{"') ? line : 'null');
        if (kind === null || kind.source === 'unheard-of') count('null', 'rejected');
        else if (kind.payload.fault) count(kind.source, 'rejected');
        else if (kind.source === 'sec-filings') count(kind.source, 'ignored');
        else {
          const before = stored.get(kind.event_id);
          const isNew = before === undefined || before < kind.observed_at;
          if (isNew) stored.set(kind.event_id, kind.observed_at);
          count(kind.source, isNew ? 'accepted' : 'duplicates');
        }
      }
    },
  };
}

/** Returns random lines; events with equal id and time are equal, as if a publisher sent them again. */
function randomLines(seed: number): string[] {
  const random = createRandom(seed);
  return Array.from({ length: LINES }, (_, index) => {
    const id = random.below(LINES);
    const day = 1 + random.below(3);
    const envelope = (source: string, event_id: string, payload: object) => {
      return { source, event_id, observed_at: `2026-05-0${day}T00:00:00.000Z`, payload };
    };
    const domain = `c${id % 8}.example`;
    const news = {
      ...{ signal_type: 'news', signal_subtype: 'general', company: { domain } },
      ...{ detected_at: '2026-04-01T00:00:00.000Z', data: { summary: `It does ${id}, ${day}` } },
    };
    const profile = {
      ...{ domain, name: `One ${id % 8} ${day}` },
      ...{ industries: [], employees: null, tickers: [] },
    };
    const signal = envelope('signal', `s${seed % 2}-${id}`, news);
    const choices = [
      ...[signal, signal, signal, signal],
      ...[1, 2].map(() => envelope('company-profiles', `p${seed % 2}-${id % 8}`, profile)),
      envelope('sec-filings', `f${index}`, QUARTERLY),
      { ...signal, payload: { fault: true } },
      { ...signal, source: 'unheard-of' },
      'no JSON',
    ];
    const chosen = random.pick(choices as [unknown, ...unknown[]]);
    return typeof chosen === 'string' ? chosen : JSON.stringify(chosen);
  });
}

/** A filing that yields no signal. */
const QUARTERLY = {
  ...{ cik: '0009990001', name: 'QUILLBROOK WORKS CO/', tickers: ['QBWX'], website: '' },
  ...{ accessionNumber: '0009990001-26-000011', filingDate: '2026-04-30', form: '10-Q', items: '' },
  acceptanceDateTime: '2026-04-30T20:30:41.000Z',
  ...{ primaryDocument: 'qbwx.htm', primaryDocDescription: '10-Q' },
};

const WRITES = /^(put|write|ensure)/;

/** Returns stores that fail before or after the given write and at every later call. */
function dyingAt(call: number, when: 'before' | 'after'): Stores {
  let calls = 0;
  let isDead = false;
  const wrapped = Object.entries(service.ingestStores).map(([name, store]) => [
    name,
    Object.fromEntries(
      Object.entries(store).map(([method, work]) => [
        method,
        async (...given: unknown[]) => {
          if (isDead) throw new Error('the process died');
          const isWrite = WRITES.test(method) && name !== 'turns';
          if (isWrite) calls += 1;
          const dies = isWrite && calls === call;
          if (dies) isDead = true;
          if (dies && when === 'before') throw new Error('the process died');
          const result = await Reflect.apply(work, store, given);
          if (dies) throw new Error('the process died');
          return result;
        },
      ]),
    ),
  ]);
  return Object.fromEntries(wrapped);
}

const ingestOn = (stores: Stores) =>
  createIngest({
    ...stores,
    embedder: service.embedder,
    feeds: loadFeedDefinitions([productFeeds()]),
    turnLimits: { goneLifeMs: 0 },
  });

async function load(path: string, stores: Stores): Promise<void> {
  await loadFile(await ingestOn(stores), path, {
    source: undefined,
    rejectedPath: `${path}.rejected`,
    batchEvents: 7,
  });
}

describe('Lines of files', () => {
  it('count once although the process dies at a write, and again if the file is reloaded', async () => {
    const model = createModel();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = createRandom(seed * 1_000);
      const lines = randomLines(seed);
      const path = join(folder, `${seed}.ndjson`);
      writeFileSync(path, lines.join('\n'));
      for (;;) {
        const stores = dyingAt(1 + random.below(60), random.chance(0.5) ? 'before' : 'after');
        await load(path, stores).catch(() => undefined);
        // The process may die after its last write.
        if ((await loadedFiles()) === seed) break;
      }
      model.read(lines);
      expect(await outcomes(), `seed ${seed}`).toEqual(model.counts);
    }
    await load(join(folder, '1.ndjson'), service.ingestStores);
    model.read(randomLines(1));
    expect(await outcomes()).toEqual(model.counts);
  }, 120_000);

  async function loadedFiles(): Promise<number | undefined> {
    const rows = await service.clickhouse.rows<{ files: number }>(
      'SELECT count() AS files FROM file_progress FINAL WHERE ended = 1',
    );
    return rows[0]?.files;
  }

  it('are listed once each with position and text if rejected', async () => {
    const expected = Array.from({ length: SEEDS }, (_, at) => SEEDS - at).flatMap((seed) =>
      randomLines(seed).flatMap((line, index) =>
        isRejected(line) ? [[`${seed}.ndjson`, index + 1, line]] : [],
      ),
    );
    const found: unknown[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await admin(`rejected?limit=7${cursor}`);
      for (const { origin, position, line, line_cut } of body.rejected) {
        expect(line_cut).toBe(false);
        found.push([origin.name, position, line]);
      }
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    const first = ([name]: unknown[]) => name === '1.ndjson';
    // The first file was loaded twice.
    const again = expected.filter(first);
    expect(found).toHaveLength(expected.length + again.length);
    const sorted = (list: unknown[]) => list.map((each) => JSON.stringify(each)).sort();
    expect(sorted(found)).toEqual(sorted([...expected, ...again]));
  });

  function isRejected(line: string): boolean {
    return line === 'no JSON' || line.includes('unheard-of') || line.includes('"fault"');
  }

  it('can be filtered by feed, reason and time if rejected, with totals', async () => {
    const all = (await admin('rejected?limit=200')).body;
    expect(all.total).toBe(all.rejected.length);
    const codes = new Map<string, number>();
    for (const { reason } of all.rejected) {
      codes.set(reason.code, (codes.get(reason.code) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual(
      Object.fromEntries(
        all.reasons.map(({ code, count }: { code: string; count: number }) => [code, count]),
      ),
    );
    expect([...codes.keys()].sort()).toEqual([
      'invalid_payload',
      'malformed_json',
      'unknown_source',
    ]);
    const ofFeed = (await admin('rejected?feed=signal&limit=200')).body;
    expect(ofFeed.total).toBe(codes.get('invalid_payload'));
    expect(ofFeed.reasons).toEqual([{ code: 'invalid_payload', count: ofFeed.total }]);
    const ofReason = (await admin('rejected?reason=malformed_json&limit=1')).body;
    expect(ofReason).toMatchObject({ total: codes.get('malformed_json'), has_more: true });
    expect(ofReason.rejected[0]).toMatchObject({
      feed: null,
      line: 'no JSON',
      line_bytes: 7,
      reason: { message: 'the line is not valid JSON; each line must hold one JSON object' },
    });
    const newest = all.rejected[0].rejected_at;
    const later = (await admin(`rejected?since=${newest}`)).body;
    const earlier = (await admin(`rejected?before=${newest}&limit=200`)).body;
    const atOnce = all.rejected.filter(
      (each: { rejected_at: string }) => each.rejected_at === newest,
    );
    expect([later.total, earlier.total]).toEqual([0, all.total - atOnce.length]);
    expect((await admin('outcomes?feed=nobody')).body).toMatchObject({
      outcomes: [],
      totals: { read: 0 },
    });
    expect((await admin('outcomes?since=2020-01-01&before=2020-02-01')).body.outcomes).toEqual([]);
  });
});

describe('Messages of a topic', () => {
  const lines = randomLines(SEEDS + 2);

  /** Consumes messages from `from` on in fetches of `size`, and returns the last committed offset. */
  async function consume(stores: Stores, from: number, size: number): Promise<number> {
    const ingest = await ingestOn(stores);
    let committed = from;
    const fetches = Array.from({ length: Math.ceil((lines.length - from) / size) }, (_, at) =>
      batchOf(from + at * size, Math.min(size, lines.length - from - at * size), (offset) => {
        committed = offset;
      }),
    );
    const running = runKafkaSource(
      {
        consumer: {
          async run(handle) {
            for (const batch of fetches) await handle(batch);
          },
          partitions: async () => [],
          stop: async () => undefined,
        },
        producer: { send: async () => [], close: async () => undefined },
        normalise: ingest.normalise,
        writer: ingest.writer,
        outcomes: ingest.outcomes,
        metrics: createIngestMetrics(new Registry()),
        logger: createLogger('silent'),
      },
      { rejectedTopic: 'rejected', batchEvents: 7, signal: new AbortController().signal },
    );
    await running.catch(() => undefined);
    return committed;
  }

  function batchOf(first: number, count: number, onCommit: (offset: number) => void): TopicBatch {
    return {
      topic: 'raw',
      partition: 3,
      highWatermark: BigInt(lines.length + 5),
      nextOffset: BigInt(first + count),
      messages: Array.from({ length: count }, (_, at) => ({
        offset: BigInt(first + at),
        key: null,
        value: Buffer.from(lines[first + at] ?? ''),
      })),
      commit: async (offset) => onCommit(Number(offset)),
      heartbeat: async () => undefined,
      mayContinue: () => true,
    };
  }

  it('count once although processes die and later ones fetch in other sizes', async () => {
    const model = createModel();
    for (const seed of [...Array.from({ length: SEEDS }, (_, at) => at + 1), 1]) {
      model.read(randomLines(seed));
    }
    const random = createRandom(7);
    let offset = 0;
    let deaths = 0;
    for (const sizes = [11, 5, 30, 3]; offset < lines.length; deaths += 1) {
      const stores = dyingAt(4 + random.below(20), random.chance(0.5) ? 'before' : 'after');
      offset = await consume(stores, offset, sizes[deaths % sizes.length] ?? 1);
    }
    expect(deaths).toBeGreaterThan(2);
    model.read(lines);
    expect(await outcomes()).toEqual(model.counts);
  }, 120_000);

  it('are listed with the lag of their partition, together with files', async () => {
    const { sources, has_more } = (await admin('sources?limit=2')).body;
    expect(has_more).toBe(true);
    expect(sources).toMatchObject([
      {
        origin: { kind: 'topic', name: 'raw', partition: 3 },
        read: lines.length,
        next_position: lines.length,
        lag: 5,
      },
      { origin: { kind: 'file', name: '1.ndjson', partition: null }, read: LINES, lag: null },
    ]);
    const all = (await admin('sources?limit=200')).body.sources;
    expect(all).toHaveLength(SEEDS + 2);
    const { totals } = (await admin('outcomes')).body;
    const read = all.reduce((sum: number, each: { read: number }) => sum + each.read, 0);
    expect(read).toBe(totals.read);
  });
});

describe('Rejected lines with hostile content', () => {
  it('are stored truncated and as valid text', async () => {
    const cases: [line: string | Buffer, shown: string, code: string][] = [
      [Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x41]), '{\uFFFD\uFFFD\u0000A', 'invalid_utf8'],
      [`{"source":"signal","event_id":"\\ud800"}`, '"\\ud800"', 'invalid_envelope'],
      [`{"source":"signal","\\ud83d":1,"event_id":"1"}`, '\\ud83d', 'invalid_envelope'],
      [`${'é'.repeat(3_000)}`, 'é'.repeat(2_000), 'malformed_json'],
      [`x${'😀'.repeat(3_000)}`, 'x😀', 'malformed_json'],
      [`{"a":"${'x'.repeat(1_200_000)}"}`, '{"a":"xxx', 'too_big'],
      ['[[['.repeat(9_000), '[[[', 'malformed_json'],
      ["'; DROP TABLE rejected_events; --\\", "'; DROP TABLE", 'malformed_json'],
    ];
    const stream = Readable.from(cases.flatMap(([line]) => [Buffer.from(line), '\n']));
    await loadFile(await ingestOn(service.ingestStores), '-', {
      source: undefined,
      rejectedPath: join(folder, 'strange.rejected'),
      batchEvents: 100,
      standardInput: Readable.from(await Readable.from(stream).toArray()),
    });
    const { rejected } = (await admin(`rejected?limit=${cases.length}`)).body;
    for (const [at, [line, shown, code]] of cases.entries()) {
      expect(rejected[at]).toMatchObject({
        origin: { kind: 'stream', name: 'standard input' },
        position: at + 1,
        reason: { code },
      });
      expect(rejected[at].line).toContain(shown);
      expect(rejected[at].line.length).toBeLessThanOrEqual(2_000);
      if (code !== 'too_big') expect(rejected[at].line_bytes).toBe(Buffer.byteLength(line));
      expect(rejected[at].line_cut).toBe(Buffer.byteLength(line) > 8_000 || line.length > 2_000);
    }
  });
});

describe('Invalid requests for ingest outcomes', () => {
  it('get all errors at once, and 401 without the admin key', async () => {
    const faults = async (path: string) => {
      const { status, body } = await admin(path);
      expect(status).toBe(400);
      return body.details.map(
        ({ field, code }: { field: string; code: string }) => `${field}:${code}`,
      );
    };
    expect(await faults('rejected?limit=201&x=1&cursor=y&feed=')).toEqual([
      'x:unknown_field',
      'feed:too_short',
      'limit:too_big',
      'cursor:invalid_cursor',
    ]);
    expect(await faults('outcomes?since=2026-02-01&before=2026-01-01')).toEqual([
      'since:invalid_range',
    ]);
    expect(await faults('outcomes?since=2020-01-01&before=2026-01-01')).toEqual([
      'since:invalid_range',
    ]);
    const { next_cursor } = (await admin('rejected?limit=1')).body;
    expect(await faults(`rejected?limit=1&feed=signal&cursor=${next_cursor}`)).toEqual([
      'cursor:invalid_cursor',
    ]);
    for (const path of ['outcomes', 'rejected', 'sources']) {
      const { status } = await service.call('GET', `/v1/admin/ingest/${path}`);
      expect(status).toBe(401);
    }
  });
});
