/** The form of the schema for a cluster, made from every file of the schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../../../../../shared/domain/package-root.js';
import {
  clusterStatements,
  plainStatements,
} from '../../../../../../shared/platform/clickhouse/client/cluster-ddl.js';
import {
  MIGRATIONS_TABLE,
  schemaFiles,
} from '../../../../../../shared/platform/clickhouse/schema/migrate.js';

const folder = join(packageRoot(), 'deploy/clickhouse');
const cluster = { name: 'main', database: 'signals' };
const schema = [
  MIGRATIONS_TABLE,
  ...schemaFiles(folder).map((file) => readFileSync(join(folder, file), 'utf8')),
];
const plain = schema.flatMap(plainStatements);
const clustered = schema.flatMap((sql) => clusterStatements(sql, cluster));
const named = (statements: readonly string[], pattern: RegExp) =>
  statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? []);

const TABLE = /^CREATE TABLE IF NOT EXISTS (\w+)/;
const VIEW = /^CREATE (?:OR REPLACE VIEW|MATERIALIZED VIEW IF NOT EXISTS) (\w+)/;

describe('Schema for a cluster', () => {
  it('has a replicated local table and a distributed table for every table', () => {
    const tables = named(plain, TABLE);
    expect(tables.length).toBeGreaterThan(20);
    expect(named(clustered, TABLE)).toEqual(tables.flatMap((name) => [`${name}_local`, name]));
    for (const statement of clustered.filter((each) => TABLE.test(each))) {
      const name = TABLE.exec(statement)?.[1] ?? '';
      expect(statement).toMatch(
        name.endsWith('_local')
          ? /ENGINE = Replicated(Replacing|Aggregating)MergeTree/
          : new RegExp(`ENGINE = Distributed\\('main', signals, ${name}_local[,)]`),
      );
    }
  });

  it('keeps the views, and runs every statement except inserts on all servers', () => {
    expect(named(clustered, VIEW)).toEqual(named(plain, VIEW));
    // Rows that were stored before are inserted once, through the distributed tables.
    const inserts = clustered.filter((each) => each.startsWith('INSERT'));
    expect(inserts).toHaveLength(8);
    for (const statement of inserts) expect(statement).not.toContain('_local');
    for (const statement of clustered.filter((each) => !inserts.includes(each))) {
      expect(statement.match(/ ON CLUSTER 'main'/g), statement).toHaveLength(1);
      expect(statement).not.toMatch(/ENGINE = \w*(?<!Replicated\w*)MergeTree/);
    }
  });

  it('shards by columns of the sorting key, so that all rows of a key are on one shard', () => {
    const engines = named(clustered, /ENGINE = Distributed\((.+)\)/);
    const keyed = engines.filter((each) => each.split(', ').length > 3);
    expect(keyed.length).toBeGreaterThan(20);
    for (const engine of keyed) {
      const [, table = '', key = ''] =
        /^'main', signals, (\w+)_local, cityHash64\((.+)\)$/.exec(engine) ?? [];
      expect(key, engine).not.toBe('');
      const local = plain.find((each) => TABLE.exec(each)?.[1] === table) ?? '';
      const order = /ORDER BY \(?([\w, ]+)\)?/.exec(local)?.[1]?.split(', ') ?? [];
      for (const column of key.split(', ')) expect(order, table).toContain(column.trim());
    }
  });

  it('fills local tables, or the distributed table if the target has a sharding key', () => {
    const sharded = named(
      clustered,
      /^CREATE TABLE IF NOT EXISTS (\w+)[\s\S]*Distributed\(.*cityHash64/,
    );
    const feeds = clustered.filter((each) => each.startsWith('CREATE MATERIALIZED VIEW'));
    expect(feeds.length).toBeGreaterThan(8);
    for (const feed of feeds) {
      const target = /TO (\w+) AS/.exec(feed)?.[1] ?? '';
      expect(
        target.endsWith('_local')
          ? !sharded.includes(target.slice(0, -6))
          : sharded.includes(target),
        feed,
      ).toBe(true);
      for (const [, source] of feed.matchAll(/\bFROM (\w+)/g)) expect(source).toMatch(/_local$/);
    }
  });

  it('has only statements that can be applied again', () => {
    for (const statement of clustered)
      expect(statement).toMatch(
        /IF (NOT )?EXISTS|OR REPLACE|(MODIFY|COMMENT|MATERIALIZE) (COLUMN|QUERY|SETTING)|^INSERT INTO (company_domains|company_industries|company_names|contact_names|signal_vectors|signals_by_company)\s+SELECT/,
      );
  });

  it('alters columns of the local table, then of the distributed one, and TTL only locally', () => {
    expect(clusterStatements('ALTER TABLE t ADD COLUMN IF NOT EXISTS c String;', cluster)).toEqual([
      "ALTER TABLE t_local ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS c String",
      "ALTER TABLE t ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS c String",
    ]);
    expect(clusterStatements('ALTER TABLE t MODIFY TTL d', cluster)).toEqual([
      "ALTER TABLE t_local ON CLUSTER 'main' MODIFY TTL d",
    ]);
  });

  it('drops the distributed table and the local one', () => {
    expect(clusterStatements('DROP TABLE IF EXISTS t;', cluster)).toEqual([
      "DROP TABLE IF EXISTS t ON CLUSTER 'main'",
      "DROP TABLE IF EXISTS t_local ON CLUSTER 'main'",
    ]);
  });

  it('rejects unknown statements, and tables without a comment on where their rows belong', () => {
    expect(() => clusterStatements('OPTIMIZE TABLE t;', cluster)).toThrow('no form');
    expect(() =>
      clusterStatements(
        'CREATE TABLE IF NOT EXISTS t (a Int8) ENGINE = MergeTree ORDER BY a',
        cluster,
      ),
    ).toThrow('where its rows belong');
  });
});
