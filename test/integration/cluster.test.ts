/** The schema for a cluster, and the service on two shards within one embedded engine. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDates } from '../../cli/compose/demo.js';
import { packageRoot } from '../../shared/domain/package-root.js';
import type { ClickHouse } from '../../shared/platform/clickhouse/client/clickhouse.js';
import { clusterStatements } from '../../shared/platform/clickhouse/client/cluster-ddl.js';
import {
  MIGRATIONS_TABLE,
  migrate,
  schemaFiles,
  setLogRetention,
} from '../../shared/platform/clickhouse/schema/migrate.js';
import {
  type OpenAdapter,
  openEmbedded,
  readSchema,
  SCHEMA_FOLDER,
} from '../helpers/clickhouse-adapters.js';
import { exportOf } from '../helpers/exported.js';
import { startTestService } from '../helpers/test-service.js';
import { openTwoShards } from '../helpers/two-shards.js';

const openShards = () => openTwoShards(mkdtempSync(join(tmpdir(), 'signals-shards-')));

describe('Schema for a cluster', () => {
  let shards: OpenAdapter;
  const sent: string[] = [];

  beforeAll(async () => {
    const opened = await openShards();
    const { command } = opened.clickhouse;
    const clickhouse: ClickHouse = {
      ...opened.clickhouse,
      command(sql, params, lane) {
        sent.push(sql);
        return command(sql, params, lane);
      },
    };
    shards = { ...opened, clickhouse };
  });
  afterAll(() => shards.close());

  it('consists of statements that the engine can parse', async () => {
    const statements = [MIGRATIONS_TABLE, ...readSchema(schemaFiles(SCHEMA_FOLDER))].flatMap(
      (sql) => clusterStatements(sql, { name: '{cluster}', database: 'signals' }),
    );
    expect(statements.length).toBeGreaterThan(60);
    for (const statement of statements) {
      const [formatted] = await shards.clickhouse.rows<{ sql: string }>(
        'SELECT formatQuery({statement:String}) AS sql',
        { statement },
      );
      // Migrations insert existing rows once, through the distributed tables.
      const isInsert = statement.startsWith('INSERT');
      expect(formatted?.sql).toContain(isInsert ? 'INSERT INTO' : 'ON CLUSTER `{cluster}`');
    }
  });

  it('is applied once, after which no more statement is sent', async () => {
    expect(await migrate(shards.clickhouse, SCHEMA_FOLDER)).toEqual(schemaFiles(SCHEMA_FOLDER));
    sent.length = 0;
    expect(await migrate(shards.clickhouse, SCHEMA_FOLDER)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('is rejected without a cluster setting', async () => {
    const withoutCluster = { ...shards.clickhouse, cluster: null };
    await expect(migrate(withoutCluster, SCHEMA_FOLDER)).rejects.toThrow('on a cluster');
  });

  it('has equal columns in local and distributed tables', async () => {
    const rows = await shards.clickhouse.rows<{ table: string; columns: string }>(
      `SELECT table, toString(groupArray((name, type, comment))) AS columns
       FROM (SELECT table, name, type, comment FROM system.columns WHERE database = 'signals' ORDER BY position)
       GROUP BY table`,
    );
    const columns = new Map(rows.map((row) => [row.table, row.columns]));
    const locals = [...columns.keys()].filter((name) => name.endsWith('_local'));
    expect(locals.length).toBeGreaterThan(20);
    for (const local of locals) {
      expect(columns.get(local.replace(/_local$/, ''))).toBe(columns.get(local));
    }
  });

  it('applies the retention of logs on the cluster only when it changes', async () => {
    sent.length = 0;
    for (const days of [30, 30, 31]) await setLogRetention(shards.clickhouse, days);
    expect(sent).toEqual([30, 31].map((days) => expect.stringContaining(`INTERVAL ${days} DAY`)));
    expect(sent[0]).toMatch(/^ALTER TABLE request_logs_local ON CLUSTER/);
  });

  it('rejects inserts into a distributed table without a sharding key', async () => {
    const row = { identifier: 'name:x', company_key: 'x' };
    await expect(shards.clickhouse.insert('company_identifiers', [row])).rejects.toThrow(
      'sharding key',
    );
  });
});

describe('Schema of a single server', () => {
  it('is rejected with a cluster setting', async () => {
    const one = await openEmbedded();
    await migrate(one.clickhouse, SCHEMA_FOLDER);
    const cluster = { name: 'main', database: 'signals' };
    await expect(migrate({ ...one.clickhouse, cluster }, SCHEMA_FOLDER)).rejects.toThrow(
      'on a single server',
    );
    await one.close();
  });
});

describe('Service on two shards', () => {
  it('stores the same data and gives the same answers as on one engine', {
    timeout: 240_000,
  }, async () => {
    const one = await afterDemo(await openEmbedded());
    const two = await afterDemo(await openShards());
    expect(one.data.signals.length).toBeGreaterThan(process.env.LONG ? 2_000 : 500);
    expect(one.answers.search.signals).toHaveLength(25);
    expect(JSON.stringify(one.answers.company)).toContain('"domain":"zigzagdata.example"');
    expect(two.data).toEqual(one.data);
    expect(two.views).toEqual(one.views);
    expect(two.answers).toEqual(one.answers);
  });
});

const NOW = Date.UTC(2026, 10, 1);
const PART = 3;

/** Loads the demo and returns the stored data, sizes of views and answers of the API. */
async function afterDemo(adapter: OpenAdapter) {
  const service = await startTestService({ adapter, clock: { now: () => NOW } });
  try {
    await service.load(demoEvents(), 1_000);
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await service.call(method, path, { body });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      return answer.body;
    };
    const answers = {
      search: await ask('POST', '/v1/signals/search', { query: 'raised money', limit: 25 }),
      trending: await ask('GET', '/v1/signals/trending'),
      types: await ask('GET', '/v1/signals/types'),
      groups: await ask('POST', '/v1/signals/aggregate', { group_by: ['industry', 'company'] }),
      weeks: await ask('POST', '/v1/signals/aggregate', { group_by: ['week'] }),
      suggested: await ask('GET', '/v1/companies/suggest?q=zig'),
      similar: await ask('GET', '/v1/companies/suggest?q=zagzigdata.example'),
      company: await ask('POST', '/v1/companies/enrich', { domain: 'zigzagdata.example' }),
    };
    await service.flush();
    return {
      data: await exportOf(service.clickhouse),
      views: await viewSizes(service.clickhouse),
      answers,
    };
  } finally {
    await service.stop();
  }
}

/** Returns a third of the demo events, or all of them with `LONG=1`. */
function demoEvents(): object[] {
  const folder = join(packageRoot(), 'seeds/demo');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ndjson'))
    .sort()
    .flatMap((file) => {
      const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
      return lines.filter((_, at) => process.env.LONG || at % PART === 0);
    })
    .map((line) => JSON.parse(withDates(Buffer.from(line), '2026-10-31').toString()));
}

async function viewSizes(clickhouse: ClickHouse): Promise<Record<string, number>> {
  const views = await clickhouse.rows<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = 'signals' AND engine = 'View' ORDER BY name`,
  );
  const sizes: Record<string, number> = {};
  for (const { name } of views) {
    const [row] = await clickhouse.rows<{ size: number }>(`SELECT count() AS size FROM ${name}`);
    sizes[name] = row?.size ?? -1;
  }
  return sizes;
}
