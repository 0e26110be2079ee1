/** A batch that is prepared while another one is written must take into account what that one stores. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { loadFile } from '../../ingest/load-file.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import { until } from '../helpers/eventually.js';
import { createGate } from '../helpers/gate.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  folder = mkdtempSync(join(tmpdir(), 'signals-ahead-'));
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ROUND = {
  source: 'funding-rounds',
  event_id: 'ahead-1',
  observed_at: '2026-04-30T20:30:41.000Z',
  payload: { company_name: 'Ahead Works', funded_at: '2026-04-30', raised_amount_usd: '4000000' },
};

const OPTIONS = { source: undefined, batchEvents: 1 };

function fileOf(name: string, ...events: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return path;
}

/**
 * Returns an ingest whose registry delays answers about the first or second batch until `held`
 * resolves. The registry is asked again about a batch if another process may have written.
 */
async function ingestWith(heldBatch: 1 | 2, held: Promise<void>) {
  const { ingestStores: stores, embedder } = service;
  const answers: number[] = [];
  const batches: unknown[] = [];
  const registry = {
    ...stores.registry,
    async stored(...asked: Parameters<typeof stores.registry.stored>) {
      // Batches are asked about in order, but the answers may arrive in another one.
      const [event] = asked[0];
      if (!batches.includes(event)) batches.push(event);
      const stored = await stores.registry.stored(...asked);
      answers.push(stored.size);
      if (batches.indexOf(event) + 1 === heldBatch) await held;
      return stored;
    },
  };
  const feeds = loadFeedDefinitions([productFeeds()]);
  return { answers, ingest: await createIngest({ ...stores, registry, embedder, feeds }) };
}

it('an event repeated in the next batch is a duplicate even if the registry was read before', async () => {
  const firstWritten = createGate();
  // The second batch gets the state of the registry from before the first one was written.
  const { answers, ingest } = await ingestWith(2, firstWritten.opened);
  const reports: number[] = [];
  const { tally } = await loadFile(ingest, fileOf('twice.ndjson', ROUND, ROUND), {
    ...OPTIONS,
    rejectedPath: join(folder, 'rejected'),
    onProgress: (_file, { accepted }) => {
      reports.push(accepted);
      firstWritten.open();
    },
  });
  expect(answers.slice(0, 2)).toEqual([0, 0]);
  expect(reports).toEqual([1, 1]);
  expect(tally).toMatchObject({ read: 2, accepted: 1, duplicates: 1, signals: 1 });
});

it('an older version is a duplicate if a concurrent load has stored a newer one', async () => {
  const version = (observed_at: string, usd: string) => ({
    ...ROUND,
    event_id: 'ahead-2',
    observed_at,
    payload: { ...ROUND.payload, raised_amount_usd: usd },
  });
  const newerStored = createGate();
  const { answers, ingest } = await ingestWith(1, newerStored.opened);
  const load = (name: string, event: object) =>
    loadFile(ingest, fileOf(name, event), { ...OPTIONS, rejectedPath: join(folder, `${name}.no`) });
  const older = load('older.ndjson', version('2026-04-30T20:30:41.000Z', '5000000'));
  await until(async () => answers.length === 1);
  const newer = await load('newer.ndjson', version('2026-05-01T20:30:41.000Z', '6000000'));
  newerStored.open();
  expect(newer.tally).toMatchObject({ accepted: 1, duplicates: 0 });
  expect((await older).tally).toMatchObject({ accepted: 0, duplicates: 1 });
});
