/** The checks of `signals doctor`: what each finds, and that none blocks the others. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
import { redisFindings } from '../../../cli/doctor/check-services.js';
import { topicFindings } from '../../../cli/doctor/check-topics.js';
import { type Check, ok, runChecks } from '../../../cli/doctor/checks.js';
import { reasonOf } from '../../../shared/domain/errors.js';
import { packageRoot } from '../../../shared/domain/package-root.js';
import type { TopicDescription } from '../../../shared/platform/kafka/describe-topics.js';
import { readConfig } from '../../../shared/platform/process/config.js';
import { createLogger } from '../../../shared/platform/process/logger.js';
import { startFakeEmbeddingServer } from '../../fakes/fake-embedding-server.js';

const base = mkdtempSync(join(tmpdir(), 'signals-doctor-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const configOf = (dataDir: string, more: NodeJS.ProcessEnv = {}) =>
  readConfig({ SIGNALS_DATA_DIR: dataDir, ...more });
const found = async (checks: readonly Check[], name: string) =>
  (await runChecks(checks)).checks.find((each) => each.name === name);

describe('Doctor checks', () => {
  it('are reported even if one check hangs and another fails', async () => {
    const report = await runChecks([
      { name: 'hangs', timeoutMs: 20, run: () => new Promise(() => undefined) },
      { name: 'fails', run: () => Promise.reject(new Error('It broke.')) },
      { name: 'works', run: async () => ok('fine') },
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

  it('state each reason once, with its cause', () => {
    expect(reasonOf(new Error('fetch failed', { cause: new Error('refused') }))).toBe(
      'fetch failed (refused)',
    );
    expect(reasonOf(new Error('it: refused.', { cause: new Error('refused') }))).toBe(
      'it: refused',
    );
  });

  it('require the Node.js version of package.json', () => {
    const { engines } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
    expect(engines.node).toBe(`>=${OLDEST_NODE.major}.${OLDEST_NODE.minor}`);
  });
});

describe('Doctor check of folders', () => {
  it('reports a data folder that others can enter, with a remedy, and keeps its rights', async () => {
    const folder = join(base, 'wide');
    mkdirSync(folder);
    chmodSync(folder, 0o750);
    const wide = await found(folderChecks(configOf(folder)), 'file rights');
    expect(wide?.status).toBe('problem');
    expect(wide?.message).toContain(`chmod -R go-rwx ${folder}`);
    expect(statSync(folder).mode & 0o777).toBe(0o750);
    chmodSync(folder, 0o700);
    expect((await found(folderChecks(configOf(folder)), 'file rights'))?.status).toBe('ok');
  });

  it('accepts a data folder of another user only if ClickHouse is a server', async () => {
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
  ])('rates free disk space (tables exist: %s): %d MB is %s', (hasTables, freeMb, status) => {
    const bsize = 1_000;
    const finding = diskFinding({ bsize, bavail: freeMb * 1_000, blocks: 9_000_000 }, hasTables);
    expect(finding.status).toBe(status);
  });

  it('accepts a missing data folder but reports a file or a link to nothing in its place', async () => {
    const missing = join(base, 'missing', 'deep');
    const fresh = await runChecks(folderChecks(configOf(missing)));
    expect(fresh.checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    const file = join(base, 'file');
    writeFileSync(file, '');
    expect(await found(folderChecks(configOf(file)), 'data folder')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('is not a folder'),
    });
    const link = join(base, 'link');
    symlinkSync(join(base, 'gone'), link);
    for (const folder of [link, join(link, 'deep')]) {
      expect(await found(folderChecks(configOf(folder)), 'data folder')).toMatchObject({
        status: 'problem',
        message: expect.stringContaining(`${link} is a link to nothing`),
      });
    }
  });

  it('reports a missing folder of feed definitions', async () => {
    const config = configOf(join(base, 'none'), { SIGNALS_FEEDS_DIR: join(base, 'nowhere') });
    expect(await found(folderChecks(config), 'feeds')).toMatchObject({
      status: 'problem',
      message: expect.stringMatching(/^SIGNALS_FEEDS_DIR must be a folder/),
    });
  });

  it('reports a feed definition that cannot be read', async () => {
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

describe('Doctor check of clocks', () => {
  it.each([
    [900, 'ok', 'agrees'],
    [2_000, 'warning', '2 s ahead of'],
    [-6_000, 'problem', '6 s behind'],
    [Number.NaN, 'warning', 'does not report its time'],
  ])('rates a difference of %d ms as %s', (aheadMs, status, text) => {
    const finding = clockFinding('Redis', aheadMs);
    expect(finding).toMatchObject({ status, message: expect.stringContaining(text) });
  });
});

describe('Doctor check of ports', () => {
  it('reports a port that another program uses, but accepts a running service', async () => {
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

describe('Doctor check of stores', () => {
  it('reports an unavailable ClickHouse without showing its password', async () => {
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

  it('reports an old Redis and settings of Redis that may lose charges', () => {
    const good = { redis_version: '7.0.15', maxmemory_policy: 'noeviction', aof_enabled: '1' };
    const statuses = (change: object) =>
      redisFindings('here', new Map(Object.entries({ ...good, ...change }))).map(
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

  it('reports a missing Kafka topic, and settings with which events do not fit or are lost', () => {
    const sizes = { partitions: 4, maxMessageBytes: 2_000_000, retentionBytes: null };
    const kept = { cleanupPolicy: 'delete', retentionMs: 604_800_000, unread: null };
    const topic = { topic: 'events', ...sizes, ...kept };
    const statuses = (change: Partial<TopicDescription>, groupId: string | null = null) =>
      topicFindings('here', { ...topic, ...change }, groupId).map(
        ({ status, message }) => `${status}: ${message}`,
      );
    expect(statuses({})).toEqual(['ok: events at here, 4 partitions']);
    const unknown = { maxMessageBytes: null, cleanupPolicy: null, retentionMs: null };
    expect(statuses({ ...unknown, unread: 0 })).toEqual([
      'ok: events at here, 4 partitions, messages not ingested yet: 0, settings not seen (no right DescribeConfigs)',
    ]);
    expect(statuses({}, 'readers')).toEqual([
      expect.stringMatching(/^warning: .*the group readers cannot be read.*needs the right Read/),
    ]);
    expect(statuses({ retentionBytes: 1_000_000 })).toEqual([
      expect.stringMatching(/^warning: .*retention.bytes is 1000000\. Kafka deletes/),
    ]);
    expect(statuses({ ...unknown, partitions: null })).toEqual([
      expect.stringMatching(/^warning: .*does not exist/),
    ]);
    expect(statuses({ retentionMs: -1 })).toEqual(['ok: events at here, 4 partitions']);
    expect(statuses({ retentionMs: 5_400_000, unread: 3 })).toEqual([
      expect.stringMatching(/^warning: .*deletes events after 1.5 h, read/),
    ]);
    expect(statuses({ retentionMs: 5_400_000, cleanupPolicy: 'compact' })).toEqual([
      expect.stringMatching(/^problem: .*cleanup.policy is compact/),
    ]);
    expect(statuses({ maxMessageBytes: 1_000, cleanupPolicy: 'compact,delete' })).toEqual([
      expect.stringMatching(/^problem: .*Set it to 1048576 or more/),
      expect.stringMatching(/^problem: .*cleanup.policy is compact,delete.*Set it to delete/),
    ]);
  });
});

describe('Doctor check of the model', () => {
  const model = join(packageRoot(), 'test/fixtures/small-model');
  const check = (stored: string | null, more: NodeJS.ProcessEnv = {}) => {
    const { embedding } = configOf(base, { EMBEDDING_MODEL: model, ...more });
    return found([modelCheck(embedding, Promise.resolve(stored), createLogger('silent'))], 'model');
  };

  it('reports a missing model or a model server that does not answer', async () => {
    expect(await check(null, { EMBEDDING_MODEL: join(base, 'no-model') })).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('does not exist'),
    });
    // With known dimensions the service skips its first call; this check does not.
    const server = { EMBEDDING_URL: 'http://127.0.0.1:9', EMBEDDING_DIMENSIONS: '384' };
    expect(await check(null, server)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('Check EMBEDDING_URL'),
    });
  });

  it('reports a model other than the one that made the stored vectors', async () => {
    const server = await startFakeEmbeddingServer();
    const more = { EMBEDDING_URL: server.url, EMBEDDING_MODEL: 'words' };
    const own = await check(null, more);
    expect(own).toEqual(ok('words/384', 'model'));
    expect(await check('words/384', more)).toEqual(own);
    expect(await check('other/5', more)).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('were made by other/5'),
    });
    await server.stop();
  });
});
