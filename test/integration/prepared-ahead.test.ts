/** A batch is prepared while the one before it is written: it still counts what that one stores. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { loadFile } from '../../ingest/load-file.js';
import { productFeeds } from '../../shared/domain/package-root.js';
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

it('an event that comes again in the next batch is a duplicate, whenever the registry answers', async () => {
  const path = join(folder, 'twice.ndjson');
  writeFileSync(path, `${JSON.stringify(ROUND)}\n${JSON.stringify(ROUND)}\n`);
  const { ingestStores: stores, embedder } = service;
  let isFirstWritten = (): void => undefined;
  const firstWritten = new Promise<void>((resolve) => {
    isFirstWritten = resolve;
  });
  const answers: number[] = [];
  const registry = {
    ...stores.registry,
    async stored(...asked: Parameters<typeof stores.registry.stored>) {
      const stored = await stores.registry.stored(...asked);
      answers.push(stored.size);
      // The second batch is told what was stored before the first one was.
      if (answers.length === 2) await firstWritten;
      return stored;
    },
  };
  const feeds = loadFeedDefinitions([productFeeds()]);
  const ingest = await createIngest({ ...stores, registry, embedder, feeds });
  const reports: number[] = [];
  const { tally } = await loadFile(ingest, path, {
    source: undefined,
    rejectedPath: join(folder, 'rejected'),
    batchEvents: 1,
    onProgress: (_file, { accepted }) => {
      reports.push(accepted);
      isFirstWritten();
    },
  });
  expect(answers.slice(0, 2)).toEqual([0, 0]);
  expect(reports).toEqual([1, 1]);
  expect(tally).toMatchObject({ read: 2, accepted: 1, duplicates: 1, signals: 1 });
});
