/**
 * Measures how fast a file is loaded: with the model, against the model's own rate; and without it,
 * for events that bring their vectors or are stored already, against reading and parsing the same
 * file.
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loadFile } from '../../ingest/load-file.js';
import { MAX_LINE_BYTES } from '../../ingest/sources/file-source.js';
import { readLines } from '../../ingest/sources/read-lines.js';
import { createEmbedder } from '../../shared/platform/embedding/embedder.js';
import { createLogger } from '../../shared/platform/process/logger.js';
import { fakeVector } from '../fakes/fake-embedder.js';
import { eventWithVector, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';
import { rawEmbeddingRate } from './raw-embedding.js';
import { roundEvents } from './rounds.js';
import { timed } from './statistics.js';

type Print = (line: string) => void;

const EMBEDDED = 4_000;
const GIVEN = 30_000;

export async function benchLoading(model: string, print: Print): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'signals-bench-'));
  try {
    await benchEmbedded(folder, model, print);
    await benchGiven(folder, print);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function benchEmbedded(folder: string, model: string, print: Print): Promise<void> {
  const embedder = await createEmbedder({ model, logger: createLogger('silent') });
  const service = await startTestService({ embedder });
  await loadEvents(service, await fileOf(folder, 'warm', roundEvents('round', 100)));
  const rate = await loadEvents(
    service,
    await fileOf(folder, 'rounds', roundEvents('bench', EMBEDDED)),
  );
  const texts = (
    await service.clickhouse.rows<{ summary: string }>(
      `SELECT summary FROM signals FINAL WHERE startsWith(event_id, 'bench-')`,
    )
  ).map(({ summary }) => summary);
  await embedder.close();
  await service.stop();
  const raw = await rawEmbeddingRate(model, texts);
  print(`raw embedding session  ${Math.round(raw)} texts/s`);
  print(
    `load                   ${Math.round(rate)} signals/s, ${(rate / raw).toFixed(2)} of raw (aim >= 0.8)`,
  );
}

async function benchGiven(folder: string, print: Print): Promise<void> {
  const service = await startTestService();
  const ways = [
    { name: 'with vectors', make: eventWithVector, aims: [' (aim >= 10000)', ''] },
    { name: 'vectors, base64', make: withPackedVector, aims: [' (aim >= 10000)', ''] },
    { name: 'without vectors', make: withoutVector, aims: [', a fake model', ' (aim >= 20000)'] },
  ];
  await loadEvents(service, await fileOf(folder, 'warm', eventsOf(3_000, 'warm', eventWithVector)));
  for (const { name, make, aims } of ways) {
    const path = await fileOf(folder, name, eventsOf(GIVEN, name, make));
    const parsed = Math.round(GIVEN / ((await timed(() => parse(path))) / 1_000));
    const first = Math.round(await loadEvents(service, path));
    const again = Math.round(await loadEvents(service, path));
    print(
      `load ${name.padEnd(16)}  ${first} events/s${aims[0]}; again ${again}${aims[1]}; ` +
        `its lines are parsed at ${parsed}`,
    );
  }
  await service.stop();
}

/** Loads a file and returns events per second. */
export async function loadEvents({ ingest }: TestService, path: string): Promise<number> {
  let events = 0;
  const ms = await timed(async () => {
    const options = { source: undefined, rejectedPath: `${path}.rejected`, batchEvents: 1_000 };
    const { tally } = await loadFile(ingest, path, options);
    events = tally.read;
  });
  return events / (ms / 1_000);
}

async function parse(path: string): Promise<void> {
  for await (const line of readLines(createReadStream(path), MAX_LINE_BYTES)) {
    JSON.parse(line.toString());
  }
}

export async function fileOf(
  folder: string,
  name: string,
  events: Iterable<object>,
): Promise<string> {
  const path = join(folder, `${name}.ndjson`);
  await pipeline(Readable.from(linesOf(events)), createWriteStream(path));
  return path;
}

function* linesOf(events: Iterable<object>): Generator<string> {
  for (const event of events) yield `${JSON.stringify(event)}\n`;
}

export function* eventsOf(
  count: number,
  prefix: string,
  make: (summary: string, at: number) => object,
): Generator<object> {
  for (let at = 0; at < count; at += 1) {
    const event = make(`Company ${at % 500} builds plant ${at} ${prefix}`, at);
    yield { ...event, event_id: `${prefix}-${at}` };
  }
}

/** Like `eventWithVector`, with the vector in base64, a quarter of the size. */
export function withPackedVector(summary: string, at: number): object {
  const vector = Buffer.from(fakeVector(summary).buffer).toString('base64');
  return { ...eventWithVector(summary, at), embedding: { model: 'fake', vector } };
}

function withoutVector(summary: string, at: number): object {
  return signalEvent(summary, { domain: `company${at % 500}.example` });
}
