/**
 * Limits the number of statements that a batch sends to ClickHouse, because each costs a round trip. Change the
 * number here to add one deliberately. A failure lists the statements by table.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ingest } from '../../ingest/create-ingest.js';
import { createIngest } from '../../ingest/create-ingest.js';
import { loadFeedDefinitions } from '../../ingest/feeds/feed-definitions.js';
import { loadFile } from '../../ingest/load-file.js';
import { productFeeds } from '../../shared/domain/package-root.js';
import { openEmbedded } from '../helpers/clickhouse-adapters.js';
import { countStatements } from '../helpers/counted-statements.js';
import { companyProfile, envelope, signalEvent } from '../helpers/events.js';
import { BATCH_EVENTS, STORED_EVENTS } from '../helpers/fault-events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const BATCHES = 8;
const EVENTS_PER_BATCH = 50;
/** Statements per run: two reads to find the start, and two to take and return the turn. */
const OF_A_RUN = 4;

let service: TestService;
let ingest: Ingest;
let folder: string;
let counted: ReturnType<typeof countStatements>;

beforeAll(async () => {
  const embedded = await openEmbedded();
  counted = countStatements(embedded.clickhouse);
  service = await startTestService({
    adapter: { ...embedded, clickhouse: counted.clickhouse },
  });
  folder = mkdtempSync(join(tmpdir(), 'signals-statements-'));
  // So long that the turn is not renewed even on a slow machine.
  const turnLimits = { renewMs: 600_000, lifeMs: 900_000 };
  const { embedder, ingestStores } = service;
  ingest = await createIngest({
    ...ingestStores,
    embedder,
    turnLimits,
    feeds: loadFeedDefinitions([productFeeds()]),
  });
  // Loads a batch in advance, because the first one of a process also checks the last writes.
  await load('first', [companyProfile('acme.example', 'Acme')]);
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function load(name: string, events: readonly object[], batchEvents = 1_000) {
  const path = join(folder, `${name}.ndjson`);
  writeFileSync(path, events.map((event) => JSON.stringify(event)).join('\n'));
  const rejectedPath = `${path}.rejected`;
  const { tally } = await loadFile(ingest, path, { source: undefined, rejectedPath, batchEvents });
  return { tally, ...counted.take() };
}

/** Events of companies with and without a profile. */
const MIXED = Array.from({ length: BATCHES * EVENTS_PER_BATCH }, (_, at) => {
  const company = at % 5 === 0 ? { domain: 'acme.example' } : { name: `Company ${at}` };
  if (at % 3 === 0) return signalEvent(`Plant ${at} opens`, company);
  if (at % 3 === 1) return envelope('filing', { company, form: '8-K', items: '1.01' });
  return envelope('layoff', { company, notice_on: '2026-03-05', count: 100 + at });
});

describe('Statements of a batch', () => {
  it('are at most ten for events about companies', async () => {
    const { tally, total, tables } = await load('mixed', MIXED, EVENTS_PER_BATCH);
    expect(tally.accepted).toBe(MIXED.length);
    expect(total, JSON.stringify(tables, null, 1)).toBeLessThanOrEqual(10 * BATCHES + OF_A_RUN);
  });

  it('are at most three for a batch of duplicates', async () => {
    const { tally, total, tables } = await load('again', MIXED, EVENTS_PER_BATCH);
    expect(tally.duplicates).toBe(MIXED.length);
    expect(total, JSON.stringify(tables, null, 1)).toBeLessThanOrEqual(3 * BATCHES + OF_A_RUN);
  });

  it('are at most 30 for all kinds of events, with only four of them repeated', async () => {
    await load('base', STORED_EVENTS);
    const { total, tables } = await load('everything', BATCH_EVENTS);
    expect(total, JSON.stringify(tables, null, 1)).toBeLessThanOrEqual(30);
    // Profiles and snapshots are read again if further ones turn out to be affected.
    const often = Object.entries(tables).filter(([, times]) => times > 1);
    expect(often.map(([name]) => name)).toEqual([
      'insert ingest_turns',
      'read companies, company_identifiers',
      'read signal_keys',
      'read snapshots, snapshot_identifiers',
    ]);
  });
});
