/** The spool survives changes of its folder and failures. Files are empty; other tests cover loading. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ingest } from '../../../ingest/create-ingest.js';
import { makeSpoolFolders } from '../../../ingest/sources/spool-folders.js';
import { runSpoolSource, sourceOf } from '../../../ingest/spool-source.js';
import { AppError } from '../../../shared/domain/errors.js';
import { createLogger } from '../../../shared/platform/process/logger.js';

const WAIT = { timeout: 15_000, interval: 50 };
const logger = createLogger('silent');

let parent: string;
let folder: string;
let storeIsAway: boolean;
/** Called when a file was read to its end. */
let whenRead: () => void;
let running: Promise<void>;
let stop: AbortController;

const progress: Ingest['progress'] = {
  async progress() {
    if (storeIsAway) throw new AppError('unavailable', 'the store is away');
    return null;
  },
  async putProgress({ ended }) {
    if (ended) whenRead();
  },
};

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'signals-spool-'));
  folder = join(parent, 'spool');
  storeIsAway = false;
  whenRead = () => undefined;
  stop = new AbortController();
  const options = { folder, retentionDays: 7, batchEvents: 10, signal: stop.signal };
  const outcomes = { putOutcomes: async () => undefined, acceptedFrom: async () => [] };
  running = runSpoolSource(
    { progress, outcomes, feedNames: ['feed'] } as Partial<Ingest> as Ingest,
    options,
    logger,
  );
});

afterEach(async () => {
  stop.abort();
  await running;
  rmSync(parent, { recursive: true });
});

/** Adds a file as publishers do: writes it under another name, then moves it. */
function spool(name: string, content = ''): void {
  writeFileSync(join(parent, name), content);
  renameSync(join(parent, name), join(folder, name));
}

function touch(): void {
  const later = new Date(Date.now() + 1_000);
  utimesSync(join(folder, 'feed.ndjson'), later, later);
}

const done = () => readdirSync(join(folder, 'done'));
const loaded = (name: string) => vi.waitFor(() => expect(done()).toContain(name), WAIT);

describe('Spool', () => {
  it('creates its folders before it loads anything', () => {
    const other = join(parent, 'a', 'b');
    makeSpoolFolders(other);
    expect(readdirSync(other).sort()).toEqual(['done', 'rejected']);
    expect(() => makeSpoolFolders('/dev/null/spool')).toThrow('ENOTDIR');
  });

  it('continues when its folder was removed and restored', async () => {
    spool('first.ndjson');
    await loaded('first.ndjson');
    renameSync(folder, join(parent, 'elsewhere'));
    writeFileSync(folder, 'not a folder');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    rmSync(folder);
    mkdirSync(folder);
    spool('second.ndjson');
    await loaded('second.ndjson');
  });

  it.each([
    ['a.ndjson.gz', 'The file is not gzip, or something follows its end.'],
    ['a.csv', 'the name of a CSV file must begin with its feed'],
  ])('moves %s to rejected with the reason, and loads the next', async (name, reason) => {
    const log = vi.spyOn(logger, 'error');
    spool(name, 'no gzip');
    spool('b.ndjson');
    await loaded('b.ndjson');
    expect(readdirSync(join(folder, 'rejected')).sort()).toEqual([name, `${name}.ndjson`]);
    const told = JSON.parse(readFileSync(join(folder, 'rejected', `${name}.ndjson`), 'utf8'));
    expect(told).toEqual({
      line: 0,
      reason: { code: 'unreadable_file', message: expect.stringContaining(reason), field: '' },
      event: null,
    });
    const { message } = told.reason;
    expect(log.mock.lastCall).toEqual([{ file: name, reason: message }, 'spool_file_unreadable']);
  });

  it('warns once of a link and of a folder, and loads neither', async () => {
    const log = vi.spyOn(logger, 'warn');
    spool('first.ndjson');
    await loaded('first.ndjson');
    writeFileSync(join(parent, 'target'), '');
    symlinkSync(join(parent, 'target'), join(folder, 'link.ndjson'));
    mkdirSync(join(folder, 'unpacked'));
    spool('second.ndjson');
    await loaded('second.ndjson');
    spool('third.ndjson');
    await loaded('third.ndjson');
    const told = JSON.stringify(log.mock.calls);
    expect(told).toContain('spool_entries_ignored');
    for (const name of ['link.ndjson', 'unpacked']) expect(told.split(name)).toHaveLength(2);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['link.ndjson', 'unpacked']));
  });

  it.each([
    ['that is not UTF-8', Buffer.from([0x61, 0xe9, ...Buffer.from('.ndjson')])],
    ['that is too long for the file of its rejected lines', `${'a'.repeat(245)}.ndjson`],
  ])('loads the other files beside a name %s', async (_, name) => {
    const path = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name)]);
    writeFileSync(path, '{}\n');
    spool('second.ndjson');
    await loaded('second.ndjson');
    expect(existsSync(path)).toBe(true);
  });

  it.each([
    ['prov.csv', 'prov'],
    ['prov-notices-2026-05.csv', 'prov-notices'],
    ['prov_2026.csv.gz', 'prov'],
    ['prov-notices.may.csv', 'prov-notices'],
    ['prov-notices.ndjson', undefined],
  ])('loads %s as the feed %s', (name, feed) => {
    expect(sourceOf(name, ['prov', 'prov-notices', 'provider'])).toBe(feed);
    expect(() => sourceOf('provinces.csv', ['prov'])).toThrow('must begin with its feed');
  });

  it.each([
    ['a file that took the name of one that was being loaded', () => spool('feed.ndjson')],
    ['a file again that was written while it was being loaded', touch],
  ])('loads %s', async (_, change) => {
    let reads = 0;
    whenRead = () => {
      reads += 1;
      if (reads === 1) change();
    };
    spool('feed.ndjson');
    await loaded('feed.ndjson');
    expect(reads).toBe(2);
    expect(done()).toEqual(['feed.ndjson']);
  });

  it('waits while the store is unavailable', async () => {
    storeIsAway = true;
    spool('kept.ndjson');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(existsSync(join(folder, 'kept.ndjson'))).toBe(true);
    storeIsAway = false;
    await loaded('kept.ndjson');
  });
});
