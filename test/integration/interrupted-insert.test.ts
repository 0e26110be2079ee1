/**
 * The database is killed during an insert into `signals`: its own rows are there, but views have not
 * filled all other tables. The next process completes the insert.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emptyData } from '../helpers/empty-tables.js';
import { startLoader } from '../helpers/start-loader.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

const event = (source: string, day: number, payload: object) => ({
  ...{ source, event_id: 'e', observed_at: `2026-05-0${day}T00:00:00.000Z`, payload },
});
const SIGNAL = event('signal', 1, {
  ...{ signal_type: 'network-post-contact', signal_subtype: 'post' },
  detected_at: '2026-04-01T00:00:00.000Z',
  company: { name: 'Acme' },
  contact: { email: 'ada@acme.example' },
  data: { summary: 'Acme did it' },
});
const PROFILE = event('company-profiles', 1, { name: 'Acme', domain: 'acme.example' });
const MOVED_PROFILE = event('company-profiles', 2, { name: 'Acme', domain: 'acme2.example' });

const WITH_COMPANY = [
  ...['signals', 'signal_keys', 'signals_by_company', 'signals_by_time', 'signals_by_type'],
  'signals_by_contact',
];
const FILLED = [...WITH_COMPANY.slice(1), 'signal_records', 'signal_references'];

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(() => emptyData(service.clickhouse));
afterAll(() => service.stop());

type Signals = TestService['ingestStores']['signals'];

async function load(events: readonly object[], signals = service.ingestStores.signals) {
  const loadAll = await startLoader(service, { stores: { ...service.ingestStores, signals } });
  await loadAll(events);
}

/** Writes, and loses what the views have made of it in some tables. */
function losingRowsOf(tables: readonly string[]): Signals {
  const { signals } = service.ingestStores;
  return {
    ...signals,
    async write(...changes) {
      const before = await service.clickhouse.rows<{ version: string }>(
        'SELECT toString(max(version)) AS version FROM signals',
      );
      await signals.write(...changes);
      for (const table of tables) {
        await service.clickhouse.command(
          `DELETE FROM ${table} WHERE version > toUInt128({version:String})`,
          { version: before[0]?.version ?? '0' },
        );
      }
      throw new Error('killed');
    },
  };
}

async function companiesEverywhere(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const table of WITH_COMPANY) {
    found[table] = await service.clickhouse.rows(
      `SELECT company_key FROM ${table} FINAL WHERE is_deleted = 0`,
    );
  }
  const records = await service.clickhouse.rows<{ record: string }>(
    'SELECT record FROM signal_records FINAL WHERE is_deleted = 0',
  );
  found.signal_records = records.map(({ record }) => /"(acme2?[.]example)"/.exec(record)?.[1]);
  const references = await service.clickhouse.rows(
    'SELECT 1 FROM signal_references WHERE version = (SELECT max(version) FROM signals)',
  );
  found.newestReferences = references.length > 0;
  const { body } = await service.call('POST', '/v1/companies/enrich', {
    body: { domain: 'acme.example' },
  });
  found.enrich = body.signals?.length;
  return found;
}

const CASES = [
  ['all tables', FILLED] as const,
  ...FILLED.map((table) => [table, [table]] as const),
];

it.each(CASES)('completes the rows of %s', async (_, tables) => {
  await load([SIGNAL]);
  await expect(load([PROFILE], losingRowsOf(tables))).rejects.toThrow();
  await load([PROFILE]);
  const undisturbed = Object.fromEntries(
    WITH_COMPANY.map((table) => [table, [{ company_key: 'acme.example' }]]),
  );
  expect(await companiesEverywhere()).toEqual({
    ...undisturbed,
    signal_records: ['acme.example'],
    newestReferences: true,
    enrich: 1,
  });
  await load([MOVED_PROFILE]);
  expect(await companiesEverywhere()).toMatchObject({
    signal_keys: [{ company_key: 'acme2.example' }],
    signals_by_company: [{ company_key: 'acme2.example' }],
    signals_by_time: [{ company_key: 'acme2.example' }],
    signal_records: ['acme2.example'],
  });
});

it('completes an insert when the same process loads again after the failure', async () => {
  await load([SIGNAL]);
  const stores = { ...service.ingestStores, signals: losingRowsOf(FILLED) };
  const loadAll = await startLoader(service, { stores });
  await expect(loadAll([PROFILE])).rejects.toThrow();
  stores.signals.write = service.ingestStores.signals.write;
  await loadAll([PROFILE]);
  expect(await companiesEverywhere()).toMatchObject({
    signal_keys: [{ company_key: 'acme.example' }],
    signal_records: ['acme.example'],
    enrich: 1,
  });
});
