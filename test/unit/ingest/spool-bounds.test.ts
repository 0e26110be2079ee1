/**
 * The spool with very long files, a full disk and hostile publishers, with fake stores: order of
 * files, size of rejects, and what is never read, written or deleted.
 */
import fs, {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ingest } from '../../../ingest/create-ingest.js';
import type { Outcome } from '../../../ingest/outcomes/outcome.js';
import { dropOldFiles, inFolder } from '../../../ingest/sources/spool-folders.js';
import { createSpoolOrder, runSpoolSource } from '../../../ingest/spool-source.js';
import { AppError } from '../../../shared/domain/errors.js';
import type { FileProgress } from '../../../shared/domain/ports/progress-store.js';
import { createLogger } from '../../../shared/platform/process/logger.js';
import { STORES_NOTHING } from '../../fakes/fake-batch-writer.js';

const { readdirSync: readForReal, writeFileSync: writeForReal } = fs;

/** Makes every write of a file fail as on a full disk, in modules that are loaded already, too. */
function setDiskFull(isFull: boolean): void {
  const fail = () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  fs.writeFileSync = isFull ? fail : writeForReal;
  syncBuiltinESMExports();
}

/** Calls `change` once: before or after the next reading of a folder with that name. */
function atReadingOf(name: string, when: 'before' | 'after', change: () => void): void {
  const read = (path: string, options: { withFileTypes: true }) => {
    // The folder may be read under another path.
    if (basename(realpathSync(path)) !== name) return readForReal(path, options);
    restoreReading();
    if (when === 'before') change();
    const entries = readForReal(path, options);
    if (when === 'after') change();
    return entries;
  };
  Object.assign(fs, { readdirSync: read });
  syncBuiltinESMExports();
}

function restoreReading(): void {
  fs.readdirSync = readForReal;
  syncBuiltinESMExports();
}

const WAIT = { timeout: 60_000, interval: 100 };
/** Lines of a file that takes a hundred batches. */
const LINES = 20_000;
const BATCH_EVENTS = 200;
const MAX_REJECTED_BYTES = 50_000;

const logger = createLogger('silent');

let folder: string;
let stop: AbortController;
let running: Promise<void>;
/** Number of checkpoints that were saved. */
let checkpoints: number;
/** True while checkpoints of lines cannot be saved. */
let areCheckpointsAway: boolean;
/** Called when a file is open, before its first line is read. */
let whenOpen: () => void;

/** Returns stores that accept everything after a short delay. */
function fakeDeps(): Ingest {
  const stored = new Map<string, FileProgress>();
  const rejected: Outcome = {
    kind: 'rejected',
    reason: { code: 'malformed_json', field: '', message: 'the line is not JSON' },
    feed: null,
  };
  return {
    normalise: async () => rejected,
    writer: STORES_NOTHING,
    outcomes: { putOutcomes: async () => undefined, acceptedFrom: async () => [] },
    feedNames: ['feed'],
    progress: {
      async progress(key) {
        whenOpen();
        return stored.get(key) ?? null;
      },
      async putProgress(progress) {
        if (areCheckpointsAway && progress.lines > 0) throw new AppError('unavailable', 'away');
        stored.set(progress.fileKey, progress);
        checkpoints += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
      },
    },
  };
}

const run = (options: Partial<Parameters<typeof runSpoolSource>[1]> = {}) =>
  runSpoolSource(
    fakeDeps(),
    {
      folder,
      retentionDays: 7,
      batchEvents: BATCH_EVENTS,
      signal: stop.signal,
      sliceMs: 20,
      maxRejectedBytes: MAX_REJECTED_BYTES,
      ...options,
    },
    logger,
  );

/** Waits until the file that is being loaded has been loaded in part. */
const partLoaded = () => vi.waitUntil(() => checkpoints > 2, { ...WAIT, interval: 10 });

const linesOf = (path: string): number[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).line);
const range = (to: number) => Array.from({ length: to }, (_, at) => at + 1);

const done = () => readdirSync(join(folder, 'done'));
const rejectedOf = (name: string) => join(folder, 'rejected', `${name}.ndjson`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signals-spool-'));
  mkdirSync(join(folder, 'done'));
  stop = new AbortController();
  checkpoints = 0;
  areCheckpointsAway = false;
  whenOpen = () => undefined;
});

afterEach(async () => {
  vi.restoreAllMocks();
  setDiskFull(false);
  restoreReading();
  stop.abort();
  await running;
  rmSync(folder, { recursive: true });
});

describe('Spool with a long file of invalid lines', () => {
  it('loads other files meanwhile, finishes the file and limits the file of rejected lines', async () => {
    writeFileSync(join(folder, 'a.ndjson.gz'), gzipSync('x\n'.repeat(LINES)));
    writeFileSync(join(folder, 'b.ndjson'), 'x\n');
    running = run();
    await vi.waitFor(() => expect(done()).toEqual(['b.ndjson']), WAIT);
    writeFileSync(join(folder, 'c.ndjson'), 'x\n');
    await vi.waitFor(() => expect(done()).toEqual(['b.ndjson', 'c.ndjson']), WAIT);
    await vi.waitFor(() => expect(done()).toContain('a.ndjson.gz'), WAIT);
    const path = rejectedOf('a.ndjson.gz');
    expect(statSync(path).size).toBeLessThan(MAX_REJECTED_BYTES + 1_000);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const kept = lines.length - 1;
    expect(lines.slice(0, -1).map((line) => JSON.parse(line).line)).toEqual(
      Array.from({ length: kept }, (_, at) => at + 1),
    );
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      line: kept + 1,
      reason: {
        code: 'no_room',
        message: expect.stringMatching(
          `${LINES - kept} more lines .*: malformed_json ${LINES - kept}\\. .* lines ${kept + 1} to ${LINES} of a.ndjson.gz`,
        ),
        field: '',
      },
      event: null,
    });
  }, 120_000);
});

describe('Spool with a file of invalid lines', () => {
  it('waits while the disk is full', async () => {
    writeFileSync(join(folder, 'a.ndjson'), 'x\n'.repeat(5));
    setDiskFull(true);
    running = run();
    await sleep(1_500);
    expect(readdirSync(folder)).toContain('a.ndjson');
    setDiskFull(false);
    await vi.waitFor(() => expect(done()).toEqual(['a.ndjson']), WAIT);
    expect(linesOf(rejectedOf('a.ndjson'))).toEqual(range(5));
  });
});

describe('Spool with a second file of the same name', () => {
  it('keeps the rejected lines of the first, and appends when it continues the second', async () => {
    const rejected = join(folder, 'rejected');
    writeFileSync(join(folder, 'a.ndjson'), 'x\n'.repeat(2));
    running = run();
    await vi.waitFor(() => expect(done()).toEqual(['a.ndjson']), WAIT);
    areCheckpointsAway = true;
    writeFileSync(join(folder, 'a.ndjson'), 'x\n'.repeat(LINES));
    await vi.waitFor(() => expect(linesOf(rejectedOf('a.ndjson')).length).toBeGreaterThan(2), WAIT);
    await sleep(1_500);
    areCheckpointsAway = false;
    await partLoaded();
    writeFileSync(join(folder, 'b.ndjson'), 'x\n');
    await vi.waitFor(() => expect(done()).toHaveLength(3), WAIT);
    const files = readdirSync(rejected).sort();
    expect(files).toEqual([
      expect.stringMatching(/^a-\d{13}\.ndjson\.ndjson$/),
      'a.ndjson.ndjson',
      'b.ndjson.ndjson',
    ]);
    expect(linesOf(join(rejected, files[0] ?? ''))).toEqual([1, 2]);
    const lines = linesOf(rejectedOf('a.ndjson'));
    expect(lines).toEqual(range(lines.length));
  }, 120_000);

  it('drops what it set aside, as loaded files, and nothing else', async () => {
    const keep = ['a.ndjson.ndjson', 'b-1795729566740.2026.ndjson', 'c.ndjson'];
    mkdirSync(join(folder, 'rejected'));
    for (const name of keep) writeFileSync(join(folder, 'rejected', name), 'unreadable');
    const setAside = '{"line":1,"reason":{"code":"malformed_json"}}\n';
    writeFileSync(join(folder, 'rejected', 'a-1795729566740.ndjson.ndjson'), setAside);
    writeFileSync(rejectedOf('a.ndjson'), setAside);
    writeFileSync(join(folder, 'done', 'a.ndjson'), 'x\n');
    mkdirSync(join(folder, 'done', 'folder'));
    symlinkSync('nowhere', join(folder, 'done', 'link'));
    running = run({ retentionDays: 0, dropMs: 0 });
    await vi.waitFor(
      () => expect(readdirSync(join(folder, 'rejected')).sort()).toEqual(keep),
      WAIT,
    );
    await vi.waitFor(() => expect(done().sort()).toEqual(['folder', 'link']), WAIT);
  });

  it('does not look for old files each time that it looks for new ones', async () => {
    writeFileSync(join(folder, 'done', 'a.ndjson'), 'x\n');
    await sleep(10);
    running = run({ retentionDays: 0 });
    await vi.waitFor(() => expect(done()).toEqual([]), WAIT);
    writeFileSync(join(folder, 'done', 'b.ndjson'), 'x\n');
    await sleep(1_500);
    expect(done()).toEqual(['b.ndjson']);
  });
});

describe('Spool in which someone makes links', () => {
  let victim: string;

  beforeEach(() => {
    victim = mkdtempSync(join(tmpdir(), 'signals-victim-'));
    mkdirSync(join(folder, 'rejected'));
    writeFileSync(join(victim, 'kept.ndjson'), 'kept');
  });

  afterEach(() => rmSync(victim, { recursive: true }));

  const replaceByLink = (name: string) => {
    renameSync(join(folder, name), join(folder, `.former-${name}`));
    symlinkSync(victim, join(folder, name));
  };
  const isUntouched = () =>
    readdirSync(victim).join() === 'kept.ndjson' &&
    readFileSync(join(victim, 'kept.ndjson'), 'utf8') === 'kept';

  it.each(['done', 'rejected'])('waits while %s is one, and uses it for nothing', async (name) => {
    const warn = vi.spyOn(logger, 'warn');
    replaceByLink(name);
    writeFileSync(join(folder, 'a.ndjson'), 'x\n');
    running = run({ retentionDays: 0 });
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), WAIT);
    const message = `${join(folder, name)} must be a folder, not a link or a file. Remove it`;
    expect(warn.mock.lastCall).toEqual([
      expect.objectContaining({
        err: expect.objectContaining({ message: expect.stringContaining(message) }),
      }),
      'spool_waits_for_store',
    ]);
    expect(isUntouched()).toBe(true);
    rmSync(join(folder, name));
    await vi.waitFor(() => expect(existsSync(rejectedOf('a.ndjson'))).toBe(true), WAIT);
    expect(isUntouched()).toBe(true);
  });

  it.each(['done', 'rejected'])(
    'waits if %s becomes one during a load',
    async (name) => {
      writeFileSync(join(folder, 'a.ndjson'), 'x\n'.repeat(LINES));
      running = run({ sliceMs: 60_000, maxRejectedBytes: 100_000_000 });
      await partLoaded();
      replaceByLink(name);
      await sleep(3_000);
      expect(isUntouched()).toBe(true);
      rmSync(join(folder, name));
      renameSync(join(folder, `.former-${name}`), join(folder, name));
      await vi.waitFor(() => expect(done()).toEqual(['a.ndjson']), WAIT);
      expect(linesOf(rejectedOf('a.ndjson'))).toEqual(range(LINES));
    },
    120_000,
  );

  const makeLinkOf = (name: string) => {
    symlinkSync(join(victim, 'kept.ndjson'), join(folder, '.link'));
    renameSync(join(folder, '.link'), join(folder, name));
  };

  it('does not load a file that became one after it was listed, and warns', async () => {
    const warn = vi.spyOn(logger, 'warn');
    writeFileSync(join(folder, 'a.ndjson'), 'x\n');
    atReadingOf(basename(folder), 'after', () => makeLinkOf('a.ndjson'));
    running = run();
    await vi.waitFor(() => expect(warn).toHaveBeenCalled(), WAIT);
    writeFileSync(join(folder, 'b.ndjson'), 'x\n');
    await vi.waitFor(() => expect(done()).toEqual(['b.ndjson']), WAIT);
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ examples: ['a.ndjson'] }), 'spool_entries_ignored'],
    ]);
    expect(readdirSync(join(folder, 'rejected'))).toEqual(['b.ndjson.ndjson']);
    expect(isUntouched()).toBe(true);
  });

  it.each(['a.ndjson', 'a.ndjson.gz', 'feed.csv'])(
    'reads %s as it was opened, although its name became one',
    async (name) => {
      const text = name.endsWith('.csv') ? 'text\nown\n' : 'own\n';
      writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
      whenOpen = () => {
        whenOpen = () => undefined;
        makeLinkOf(name);
      };
      running = run();
      await vi.waitFor(() => expect(existsSync(rejectedOf(name))).toBe(true), WAIT);
      expect(readFileSync(rejectedOf(name), 'utf8')).toContain('own');
      await sleep(1_500);
      expect(readdirSync(join(folder, 'rejected'))).toEqual([`${name}.ndjson`]);
      expect(done()).toEqual([]);
      expect(isUntouched()).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux').each(['done', 'rejected'])(
    'deletes nothing else if %s becomes one at that moment',
    async (name) => {
      const former = '{"line":1,"reason":{"code":"malformed_json"}}\n';
      const old = 'a-1795729566740.ndjson';
      for (const path of [join(folder, name), victim]) writeFileSync(join(path, old), former);
      atReadingOf(name, 'before', () => replaceByLink(name));
      dropOldFiles(folder, -1);
      expect(readdirSync(victim).sort()).toEqual([old, 'kept.ndjson']);
      expect(readdirSync(join(folder, `.former-${name}`))).toEqual([]);
    },
  );

  it.runIf(process.platform === 'linux')('stays in a folder whose name became one', () => {
    const path = join(folder, 'done');
    inFolder(path, (samePath) => {
      replaceByLink('done');
      writeFileSync(join(samePath, 'a.ndjson'), '');
    });
    expect(readdirSync(join(folder, '.former-done'))).toEqual(['a.ndjson']);
    expect(isUntouched()).toBe(true);
  });

  it('may be one itself', async () => {
    const path = join(victim, 'spool');
    symlinkSync(folder, path);
    writeFileSync(join(folder, 'a.ndjson'), 'x\n');
    running = run({ folder: path });
    await vi.waitFor(() => expect(done()).toEqual(['a.ndjson']), WAIT);
  });
});

const isRoot = process.getuid?.() === 0;
describe.runIf(isRoot)(
  `Spool with a foreign file of rejected lines${isRoot ? '' : ' (needs root)'}`,
  () => {
    const NOBODY = 65_534;
    const makeForeign = () => {
      writeFileSync(rejectedOf('a.ndjson'), '', { mode: 0o666 });
      chownSync(rejectedOf('a.ndjson'), NOBODY, NOBODY);
    };

    it('sets it aside at the start of a load', async () => {
      mkdirSync(join(folder, 'rejected'));
      makeForeign();
      writeFileSync(join(folder, 'a.ndjson'), 'x\n');
      running = run();
      await vi.waitFor(() => expect(done()).toEqual(['a.ndjson']), WAIT);
      expect(linesOf(rejectedOf('a.ndjson'))).toEqual([1]);
      expect(statSync(rejectedOf('a.ndjson'))).toMatchObject({ uid: 0, mode: 0o100600 });
    });

    it('writes nothing to it during a load, waits, and loses no line', async () => {
      const warn = vi.spyOn(logger, 'warn');
      writeFileSync(join(folder, 'a.ndjson'), 'x\n'.repeat(LINES));
      running = run({ sliceMs: 60_000, maxRejectedBytes: 100_000_000 });
      await partLoaded();
      const own = join(folder, '.own');
      renameSync(rejectedOf('a.ndjson'), own);
      makeForeign();
      await vi.waitFor(() => expect(warn).toHaveBeenCalled(), WAIT);
      const message = `${rejectedOf('a.ndjson')} belongs to user ${NOBODY}, but must belong to user 0`;
      expect(warn.mock.lastCall).toEqual([
        expect.objectContaining({
          err: expect.objectContaining({ message: expect.stringContaining(message) }),
        }),
        'spool_waits_for_store',
      ]);
      expect(statSync(rejectedOf('a.ndjson')).size).toBe(0);
      renameSync(own, rejectedOf('a.ndjson'));
      await vi.waitFor(() => expect(done()).toEqual(['a.ndjson']), WAIT);
      expect(linesOf(rejectedOf('a.ndjson'))).toEqual(range(LINES));
    }, 120_000);
  },
);

describe('Spool from which a file is removed while it is loaded', () => {
  it('goes on with the next file', async () => {
    writeFileSync(join(folder, 'a.ndjson'), 'x\n'.repeat(LINES));
    running = run({ sliceMs: 60_000 });
    await partLoaded();
    rmSync(join(folder, 'a.ndjson'));
    writeFileSync(join(folder, 'b.ndjson'), 'x\n');
    await vi.waitFor(() => expect(done()).toEqual(['b.ndjson']), WAIT);
    expect(checkpoints).toBeLessThan(LINES / BATCH_EVENTS);
  });
});

describe('createSpoolOrder', () => {
  it('orders files by name, and resumes an interrupted file after those that waited', () => {
    const order = createSpoolOrder();
    expect(order.next(['a', 'b', 'c'])).toBe('a');
    order.markInterrupted('a', 2);
    expect(order.next(['a', 'b', 'c'])).toBe('b');
    // Further files that arrive meanwhile do not delay it.
    expect(order.next(['a', 'a1', 'c'])).toBe('a1');
    expect(order.next(['a', 'a2', 'c'])).toBe('a');
    order.markInterrupted('a', 2);
    expect(order.next(['a'])).toBe('a');
    expect(order.next([])).toBeUndefined();
  });

  it('rotates between files that are all interrupted', () => {
    const order = createSpoolOrder();
    const taken = Array.from({ length: 6 }, () => {
      const file = order.next(['a', 'b', 'c']) ?? '';
      order.markInterrupted(file, 2);
      return file;
    });
    expect(taken).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });
});
