/** The parts of `signals doctor`: what they find, and that no check holds up the others. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { OLDEST_NODE } from '../../../cli/commands/doctor.js';
import { clickhouseCheck } from '../../../cli/doctor/check-clickhouse.js';
import { clockFinding } from '../../../cli/doctor/check-clock.js';
import { diskFinding, folderChecks } from '../../../cli/doctor/check-folders.js';
import { modelCheck } from '../../../cli/doctor/check-model.js';
import { portChecks } from '../../../cli/doctor/check-ports.js';
import { redisFindings, topicFinding } from '../../../cli/doctor/check-services.js';
import { type Check, ok } from '../../../cli/doctor/finding.js';
import { runChecks } from '../../../cli/doctor/run-checks.js';
import { reasonOf } from '../../../shared/domain/errors.js';
import { packageRoot } from '../../../shared/domain/package-root.js';
import { readConfig } from '../../../shared/platform/process/config.js';
import { createLogger } from '../../../shared/platform/process/logger.js';
import { startFakeEmbeddingServer } from '../../fakes/fake-embedding-server.js';

const base = mkdtempSync(join(tmpdir(), 'signals-doctor-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const configOf = (dataDir: string, more: NodeJS.ProcessEnv = {}) =>
  readConfig({ SIGNALS_DATA_DIR: dataDir, ...more });
const found = async (checks: readonly Check[], name: string) =>
  (await runChecks(checks)).checks.find((each) => each.name === name);

describe('checks', () => {
  it('are answered beside one that hangs and one that fails', async () => {
    const report = await runChecks([
      { name: 'hangs', timeoutMs: 20, run: () => new Promise(() => undefined) },
      { name: 'fails', run: () => Promise.reject(new Error('It broke.')) },
      { name: 'works', run: async () => [ok('works', 'fine')] },
    ]);
    expect(report).toEqual({
      status: 'problem',
      checks: [
        { name: 'hangs', status: 'problem', message: expect.stringContaining('within 0.02 s') },
        { name: 'fails', status: 'problem', message: 'It broke' },
        { name: 'works', status: 'ok', message: 'fine' },
      ],
    });
    expect((await runChecks([])).status).toBe('ok');
  });

  it('say each reason once, with its cause', () => {
    expect(reasonOf(new Error('fetch failed', { cause: new Error('refused') }))).toBe(
      'fetch failed (refused)',
    );
    expect(reasonOf(new Error('it: refused.', { cause: new Error('refused') }))).toBe(
      'it: refused',
    );
  });

  it('ask for the version of Node.js that the package needs', () => {
    const { engines } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${OLDEST_NODE.major}.${OLDEST_NODE.minor}`);
  });
});

describe('the data folder', () => {
  it('is private, or how to make it so is said, and its rights stay as they are', async () => {
    const folder = join(base, 'wide');
    mkdirSync(folder);
    chmodSync(folder, 0o750);
    const wide = await found(folderChecks(configOf(folder)), 'file rights');
    expect(wide?.status).toBe('problem');
    expect(wide?.message).toContain(`chmod -R go-rwx ${folder}`);
    chmodSync(folder, 0o700);
    expect((await found(folderChecks(configOf(folder)), 'file rights'))?.status).toBe('ok');
  });

  it('may belong to another user only if ClickHouse is a server', async () => {
    const folder = join(base, 'volume');
    mkdirSync(folder);
    chmodSync(folder, 0o2777);
    const self = vi.spyOn(process, 'getuid').mockReturnValue(10_001);
    const statusWith = async (more: NodeJS.ProcessEnv) =>
      (await found(folderChecks(configOf(folder, more)), 'file rights'))?.status;
    expect(await statusWith({ CLICKHOUSE_URL: 'http://clickhouse:8123' })).toBe('ok');
    expect(await statusWith({})).toBe('problem');
    self.mockRestore();
  });

  it.each([
    [true, 268, 'problem'],
    [true, 600, 'warning'],
    [true, 5_000, 'ok'],
    [false, 49, 'problem'],
    [false, 60, 'warning'],
    [false, 268, 'ok'],
  ])('with tables: %s, and %d MB free is: %s', (hasTables, freeMb, status) => {
    const bsize = 1_000;
    const finding = diskFinding({ bsize, bavail: freeMb * 1_000, blocks: 9_000_000 }, hasTables);
    expect(finding.status).toBe(status);
  });

  it('may be missing, but not be a file', async () => {
    const missing = join(base, 'missing', 'deep');
    const fresh = await runChecks(folderChecks(configOf(missing)));
    expect(fresh.checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    const file = join(base, 'file');
    writeFileSync(file, '');
    expect(await found(folderChecks(configOf(file)), 'data folder')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('is not a folder'),
    });
  });

  it('names the folder of feed definitions if it is missing', async () => {
    const config = configOf(join(base, 'none'), { SIGNALS_FEEDS_DIR: join(base, 'nowhere') });
    expect(await found(folderChecks(config), 'feeds')).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(/^SIGNALS_FEEDS_DIR must be a folder/),
    });
  });

  it('names a feed definition that cannot be read', async () => {
    const feeds = join(base, 'feeds');
    mkdirSync(feeds);
    writeFileSync(join(feeds, 'broken.json'), '{');
    const config = configOf(join(base, 'none'), { SIGNALS_FEEDS_DIR: feeds });
    expect(await found(folderChecks(config), 'feeds')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('broken.json'),
    });
  });
});

describe('clocks', () => {
  it.each([
    [900, 'ok', 'agrees'],
    [2_000, 'warning', '2 s ahead of'],
    [-6_000, 'problem', '6 s behind'],
  ])('that are %d ms apart are %s', (aheadMs, status, text) => {
    const finding = clockFinding('Redis', aheadMs);
    expect(finding).toMatchObject({ status, message: expect.stringContaining(text) });
  });
});

describe('ports', () => {
  it('that others use are named with their setting; those of a running service are fine', async () => {
    let answer = 'hello';
    const server = createServer((_request, response) => response.end(answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const checks = portChecks(configOf(base, { PORT: String(port) }));
    const taken = await found(checks, 'port PORT');
    answer = '{"status":"ok"}';
    const own = await found(checks, 'port PORT');
    await new Promise((resolve) => server.close(resolve));
    expect(taken).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('set PORT to another port'),
    });
    expect(own).toMatchObject({ status: 'ok', message: `${port}: signals is running there` });
    expect(await found(checks, 'port PORT')).toMatchObject({ message: `${port} is free` });
  });
});

describe('stores', () => {
  it('of ClickHouse: one that is away is a problem, and shows no password', async () => {
    const { clickhouse } = configOf(base, {
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
      CLICKHOUSE_PASSWORD: 'very-secret',
    });
    const told: unknown[] = [];
    const check = clickhouseCheck(clickhouse, (model) => told.push(model));
    const { checks } = await runChecks([check]);
    expect(checks).toMatchObject([
      { status: 'problem', message: expect.stringContaining('Check CLICKHOUSE_URL') },
    ]);
    expect(JSON.stringify(checks)).not.toContain('very-secret');
    expect(told).toEqual([null]);
  });

  it('of Redis: its version and what may lose charges', () => {
    const good = { redis_version: '7.0.15', maxmemory_policy: 'noeviction', aof_enabled: '1' };
    const statuses = (change: object) =>
      redisFindings('Redis', 'here', new Map(Object.entries({ ...good, ...change }))).map(
        ({ status, message }) => `${status}: ${message}`,
      );
    expect(statuses({})).toEqual(['ok: 7.0.15 at here, noeviction, appendonly']);
    expect(statuses({ redis_version: '6.0.9' })).toEqual([
      'problem: 6.0.9 at here. Upgrade it to 6.2 or newer.',
    ]);
    expect(statuses({ redis_mode: 'cluster', maxmemory_policy: 'allkeys-lru' })).toEqual([
      expect.stringMatching(/^problem: .*maxmemory-policy is allkeys-lru/),
      expect.stringMatching(/^problem: .*Use a single server/),
    ]);
    expect(statuses({ aof_enabled: '0' })).toEqual([
      expect.stringMatching(/^warning: .*Set appendonly to yes/),
    ]);
  });

  it('of Kafka: topics that are missing, or take too small messages', () => {
    const finding = (
      partitions: number | null,
      maxMessageBytes: number | null,
      unread: number | null = null,
    ) => topicFinding('Kafka', 'here', { topic: 'events', partitions, maxMessageBytes, unread });
    expect(finding(null, null).status).toBe('warning');
    expect(finding(4, 1_000).message).toContain('Set it to 1048576 or more');
    expect(finding(4, 2_000_000)).toEqual(ok('Kafka', 'events at here, 4 partitions'));
    expect(finding(4, null).status).toBe('ok');
    expect(finding(4, null, 0).message).toContain('messages not ingested yet: 0');
  });
});

describe('the model', () => {
  const model = join(packageRoot(), 'test/fixtures/small-model');
  const check = (stored: string | null, more: NodeJS.ProcessEnv = {}) => {
    const { embedding } = configOf(base, { EMBEDDING_MODEL: model, ...more });
    return found([modelCheck(embedding, Promise.resolve(stored), createLogger('silent'))], 'model');
  };

  it('must be there, or its server must answer', async () => {
    expect(await check(null, { EMBEDDING_MODEL: join(base, 'no-model') })).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('does not exist'),
    });
    // Known dimensions spare the service the first call, but not this check.
    const server = { EMBEDDING_URL: 'http://127.0.0.1:9', EMBEDDING_DIMENSIONS: '384' };
    expect(await check(null, server)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('Check EMBEDDING_URL'),
    });
  });

  it('must be the one of the stored vectors', async () => {
    const server = await startFakeEmbeddingServer();
    const more = { EMBEDDING_URL: server.url, EMBEDDING_MODEL: 'words' };
    const own = await check(null, more);
    expect(own).toEqual(ok('model', 'words/384'));
    expect(await check('words/384', more)).toEqual(own);
    expect(await check('other/5', more)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('were made by other/5'),
    });
    await server.stop();
  });
});
