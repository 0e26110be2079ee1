/** Lookups must use primary keys: checks with EXPLAIN how much of 180,000 signals they read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../helpers/test-service.js';

const SIGNALS = 180_000;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.clickhouse.command(
    `INSERT INTO signals (signal_id, signal_type, signal_subtype, detected_at, association, company_key,
       contact_key, type_key, subtype_key, contact_email, identifiers, version)
     SELECT generateUUIDv4(), type, 'general', toDateTime64('2026-01-01', 3, 'UTC') - number * 300,
       'company', concat('company', toString(number % 5000), '.example'),
       if(number % 4 = 0, concat('email:p', toString(number % 20000), '@x.example'), ''),
       type, 'general', '', [concat('name:c', toString(number % 5000))], 1
     FROM (SELECT number, ['news', 'sec-8k', 'sec-10k', 'hiring-trends'][1 + number % 4] AS type
       FROM numbers(${SIGNALS}))`,
  );
  await service.clickhouse.command(
    `INSERT INTO signal_vectors (signal_id, detected_at, company_key, type_key, version)
     SELECT signal_id, detected_at, company_key, type_key, version FROM signals`,
  );
  await service.clickhouse.command(
    `INSERT INTO events (* EXCEPT store_until) SELECT 'feed', toString(number), 'signal', now64(3), '', [], '', 1
     FROM numbers(${SIGNALS})`,
  );
  await service.clickhouse.command(
    `INSERT INTO company_identifiers SELECT concat('name:c', toString(number)), toString(number)
     FROM numbers(${SIGNALS})`,
  );
  await service.clickhouse.command(
    `INSERT INTO company_names SELECT toString(number), concat('c', toString(number)), []
     FROM numbers(${SIGNALS})`,
  );
  await service.clickhouse.command(
    `INSERT INTO contact_names SELECT concat('p', toString(number), ' doe'), '', toString(number)
     FROM numbers(${SIGNALS})`,
  );
  await service.clickhouse.command(
    `INSERT INTO company_domains SELECT concat('name', toString(number), '.example')
     FROM numbers(${SIGNALS})`,
  );
  await service.clickhouse.command(
    `INSERT INTO snapshot_identifiers SELECT concat('email:p', toString(number), '@x.example'), 'feed',
       toString(number), now64(3) FROM numbers(${SIGNALS})`,
  );
  await service.clickhouse.command(
    `INSERT INTO story_places SELECT concat('company', toString(number % 5000), '.example'), 'general',
       toDateTime64('2026-01-01', 3, 'UTC') - number * 300, generateUUIDv4(), 'title', 'title'
     FROM numbers(${SIGNALS})`,
  );
  const tables = ['by_company', 'by_time', 'by_type'].map((order) => `signals_${order}`);
  for (const table of [
    ...tables,
    'signals',
    'signal_vectors',
    'signal_keys',
    'signal_records',
    'events',
  ]) {
    await service.clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`);
  }
});

afterAll(() => service.stop());

/** Returns the granules that the primary key selects, and all granules. */
async function granulesRead(sql: string): Promise<{ read: number; all: number }> {
  const rows = await service.clickhouse.rows<{ explain: string }>(`EXPLAIN indexes = 1 ${sql}`);
  const found = rows.map(({ explain }) => /Granules: (\d+)\/(\d+)/.exec(explain)).find(Boolean);
  if (!found) throw new Error(`no index used: ${rows.map(({ explain }) => explain).join('\n')}`);
  return { read: Number(found[1]), all: Number(found[2]) };
}

const LOOKUPS: Readonly<Record<string, string>> = {
  'a signal by id': `SELECT company_key, detected_at FROM signal_keys FINAL
    WHERE signal_id = '0b8f1f4e-9a3e-4bb0-8f0e-2c3c2b1a0d11'`,
  'what is shown of a signal': `SELECT record FROM signal_records FINAL
    WHERE signal_id = '0b8f1f4e-9a3e-4bb0-8f0e-2c3c2b1a0d11'`,
  'a company, newest first': `SELECT record FROM signals_by_company FINAL
    WHERE company_key = 'company77.example' ORDER BY detected_at DESC LIMIT 100`,
  'a person, newest first': `SELECT * FROM signals_by_contact FINAL
    WHERE contact_key = 'email:p400@x.example' ORDER BY detected_at DESC LIMIT 50`,
  'the newest of all': `SELECT signal_id FROM signals_by_time FINAL
    WHERE detected_at > toDateTime64('2025-12-25', 3, 'UTC') ORDER BY detected_at DESC LIMIT 50`,
  'the vectors of a company': `SELECT embedding FROM signal_vectors
    WHERE (type_key, detected_at, signal_id) IN (
      SELECT type_key, detected_at, signal_id FROM signals_by_company
      WHERE company_key = 'company77.example')`,
  'the vectors of a type': `SELECT embedding FROM signal_vectors
    WHERE type_key = 'news' AND detected_at > toDateTime64('2025-12-01', 3, 'UTC')`,
  'a type in a time': `SELECT count() FROM signals_by_type FINAL
    WHERE type_key = 'news' AND detected_at > toDateTime64('2025-12-01', 3, 'UTC')`,
  'an event': `SELECT * FROM events FINAL WHERE (source, event_id) IN (('feed', '4711'))`,
  'profiles that hold an identifier': `SELECT company_key FROM company_identifiers
    WHERE identifier IN ('name:c12', 'name:c99999')`,
  'companies by the beginning of a name': `SELECT company_key FROM company_names
    WHERE startsWith(normalised_name, 'c1999')`,
  'people by the beginning of a name': `SELECT contact_key FROM contact_names
    WHERE startsWith(piece, 'p1999 d')`,
  'companies by the beginning of a domain': `SELECT domain FROM company_domains
    WHERE startsWith(domain, 'name1999')`,
  'names and domains that are misspelt': `SELECT company_key FROM company_spellings
    WHERE piece IN (['c1989', '1989', 'c989', 'c189', 'c199', 'c198'])`,
  'what was observed of somebody': `SELECT source, event_id, taken_at FROM snapshot_identifiers
    WHERE identifier IN ('email:p12@x.example')`,
  'stories about a company': `SELECT story_id FROM story_places
    WHERE (company_key, subtype_key) IN (SELECT 'company77.example', 'general')
      AND (title_key IN ('title') OR published_at > toDateTime64('2025-12-01', 3, 'UTC'))`,
  'signals that named an identifier': `SELECT signal_id FROM signal_references
    WHERE identifier IN ('name:c12')`,
};

describe('Lookups', () => {
  for (const [name, sql] of Object.entries(LOOKUPS)) {
    it(`of ${name} read less than a tenth of the table`, async () => {
      const { read, all } = await granulesRead(sql);
      if (process.env.SHOW_EXPLAIN) process.stdout.write(`${name}: ${read} of ${all} granules\n`);
      expect(all).toBeGreaterThan(20);
      expect(read / all).toBeLessThan(0.1);
    });
  }
});
