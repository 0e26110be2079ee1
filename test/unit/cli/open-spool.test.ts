/** Which of several processes watches a spool folder that they share. Uses real lease files. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSpool, watchAlone } from '../../../cli/compose/open-spool.js';
import type { Ingest } from '../../../ingest/create-ingest.js';
import { readConfig } from '../../../shared/platform/process/config.js';
import { createLogger } from '../../../shared/platform/process/logger.js';
import { processIdNamespace } from '../../../shared/platform/process/process-ids.js';
import { createFileLeaseStore } from '../../../shared/stores/leases/file-lease-store.js';

const WAIT = { timeout: 15_000, interval: 50 };
/** No process has this id. */
const DEAD_PID = 2 ** 30;

const logger = createLogger('silent');

let folder: string;
let isWatching: boolean;
let stop: AbortController;
let ended: Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signals-watch-'));
  isWatching = false;
  stop = new AbortController();
});

afterEach(async () => {
  stop.abort();
  await ended;
  rmSync(folder, { recursive: true });
});

function start(): void {
  const watch = async (signal: AbortSignal): Promise<void> => {
    isWatching = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    isWatching = false;
  };
  const options = { command: 'ingest', logger, signal: stop.signal };
  ended = watchAlone(folder, watch, options);
}

const becomes = (expected: boolean) => vi.waitFor(() => expect(isWatching).toBe(expected), WAIT);

/** Writes the lease of another process. */
const putLease = (host: string, pid: number, expiresAtMs: number, holder: string = randomUUID()) =>
  createFileLeaseStore(folder).putLease({
    name: 'spool',
    holder,
    host,
    pid,
    command: 'serve',
    expiresAtMs,
  });

const inAMinute = () => Date.now() + 60_000;

describe('Shared spool folder', () => {
  it('is left to the process that watches it until its lease ends', async () => {
    await putLease('another-host', 1, inAMinute());
    const info = vi.spyOn(logger, 'info');
    start();
    await sleep(2_000);
    expect(isWatching).toBe(false);
    const reason = expect.stringContaining('signals serve on another-host');
    expect(info.mock.calls).toEqual([[{ reason }, 'spool_waits_for_lease']]);
    await putLease('another-host', 1, 0);
    await becomes(true);
  });

  it.each([
    ['was killed on this host', () => putLease(processIdNamespace(), DEAD_PID, inAMinute())],
    ['let its lease expire', () => putLease('another-host', 1, Date.now() - 1)],
    [
      'wrote only half of its lease',
      async () => writeFileSync(join(folder, '.spool-lease.json'), '{"holder":'),
    ],
    [
      'wrote numbers for names, as publishers may',
      async () => {
        const lease = { holder: 1, host: 2, pid: 3, expiresAtMs: Date.now() + 15_000 };
        writeFileSync(join(folder, '.spool-lease.json'), JSON.stringify(lease));
      },
    ],
  ])('is taken over from a process that %s', async (_, leave) => {
    await leave();
    start();
    await becomes(true);
  });

  it('is given up while another process has the lease, then watched again', async () => {
    start();
    await becomes(true);
    await putLease('another-host', 1, inAMinute());
    await becomes(false);
    await putLease('another-host', 1, 0);
    await becomes(true);
  });

  it('has an expired lease after its watcher has stopped', async () => {
    start();
    await becomes(true);
    stop.abort();
    await ended;
    expect(await createFileLeaseStore(folder).lease('spool')).toMatchObject({ expiresAtMs: 0 });
  });

  it('contains a lease after openSpool has started', async () => {
    // The spool has the feed definitions of ingest, and does not read them again.
    const missing = { SIGNALS_FEEDS_DIR: join(folder, 'missing') };
    const config = readConfig({ SIGNALS_DATA_DIR: folder, ...missing });
    const logger = createLogger('silent');
    const options = { command: 'serve', batchEvents: 1, signal: stop.signal };
    const run = openSpool({ config, logger }, options);
    const nothing: Partial<Ingest> = {};
    ended = run(nothing as Ingest);
    const lease = join(config.spoolDir, '.spool-lease.json');
    await vi.waitFor(() => expect(existsSync(lease)).toBe(true), WAIT);
  });

  it('is refused at the start if a folder in it is a link', () => {
    const config = readConfig({ SIGNALS_DATA_DIR: folder });
    const done = join(config.spoolDir, 'done');
    mkdirSync(config.spoolDir);
    symlinkSync(tmpdir(), done);
    const options = { command: 'serve', batchEvents: 1, signal: stop.signal };
    ended = Promise.resolve();
    expect(() => openSpool({ config, logger }, options)).toThrow(
      `SIGNALS_SPOOL_DIR: ${done} must be a folder, not a link`,
    );
  });

  it('has a lease that is not written through a link', async () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'kept');
    const holder = randomUUID();
    symlinkSync(victim, join(folder, `.spool-lease.json.${holder}`));
    await putLease('a-host', 1, 1, holder);
    expect(readFileSync(victim, 'utf8')).toBe('kept');
    ended = Promise.resolve();
  });

  it('is watched if its lease ends so late that no process of the service made it', async () => {
    await putLease('another-host', 1, Date.now() + 7_200_000);
    start();
    await becomes(true);
  });

  it('is watched if its lease is a pipe, which would block a reader, or a link', async () => {
    const lease = join(folder, '.spool-lease.json');
    execFileSync('mkfifo', [lease]);
    start();
    await becomes(true);
    stop.abort();
    await ended;
    stop = new AbortController();
    await putLease('another-host', 1, Date.now() + 60_000);
    renameSync(lease, join(folder, 'elsewhere'));
    symlinkSync(join(folder, 'elsewhere'), lease);
    start();
    await becomes(true);
  });

  it('is watched as soon as it can be written', async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    start();
    await sleep(1_000);
    expect(isWatching).toBe(false);
    rmSync(folder);
    await becomes(true);
  });
});
