/** Comparing the tables that answers are read from, on the embedded ClickHouse. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compareTables } from '../../shared/stores/vector-sync/compare-tables.js';
import { filingEvent, signalEvent } from '../helpers/events.js';
import { startTestService, type TestService } from '../helpers/test-service.js';

let service: TestService;

beforeEach(async () => {
  service = await startTestService();
});

afterEach(() => service.stop());

const person = (at: number) => ({
  association: 'contact',
  contact: { email: `p${at}@acme.example` },
});

const events = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...signalEvent(`number ${at}`, { domain: 'acme.example' }, at < 2 ? person(at) : {}),
    event_id: `event-${at}`,
  }));

/** Compares in several ranges. */
const compare = () =>
  compareTables(service.clickhouse, { total: 20, idsPerRange: 5, onProgress: () => undefined });

/** A filing with two signals on the first day and one on the second, so one is withdrawn. */
const filing = (day: 1 | 2) => filingEvent(1, day === 1 ? '1.01,2.02' : '2.02', day);

it('finds every table complete after newer versions, a move and a withdrawal', async () => {
  const given = events(20);
  await service.load([...given, filing(1)]);
  const newer = given.slice(0, 5).map((event, at) => ({
    ...event,
    observed_at: '2027-05-02T00:00:00.000Z',
    payload: {
      ...event.payload,
      signal_name: 'other',
      company: { domain: at === 4 ? 'other.example' : 'acme.example' },
    },
  }));
  await service.load([...newer, filing(2)]);
  const none = { missing: 0, extra: 0, examples: { missing: [], extra: [] } };
  expect(await compare()).toEqual([
    { table: 'signals', signals: 21, ...none },
    { table: 'signals_by_time', signals: 21, ...none },
    { table: 'signals_by_type', signals: 21, ...none },
    { table: 'signals_by_company', signals: 21, ...none },
    { table: 'signals_by_contact', signals: 2, ...none },
    { table: 'signal_records', signals: 21, ...none },
    { table: 'signal_vectors', signals: 21, ...none },
  ]);
});

it('counts and names signals that a table lacks, or has although they are not current', async () => {
  await service.load(events(20));
  const rows = await service.clickhouse.rows<{ id: string }>(
    'SELECT toString(signal_id) AS id FROM signal_keys ORDER BY signal_id LIMIT 4',
  );
  const [lost = '', unlisted = '', newer = '', withdrawn = ''] = rows.map(({ id }) => id);
  const { clickhouse } = service;
  await clickhouse.command(`DELETE FROM signal_vectors WHERE signal_id = '${lost}'`);
  await clickhouse.command(`DELETE FROM signals_by_type WHERE signal_id = '${unlisted}'`);
  for (const [id, isDeleted] of [
    [newer, 0],
    [withdrawn, 1],
  ]) {
    await clickhouse.command(
      `INSERT INTO signal_keys SELECT * REPLACE (version + 1 AS version, ${isDeleted} AS is_deleted)
       FROM signal_keys WHERE signal_id = '${id}'`,
    );
  }
  const found = await compare();
  const examplesOf = (name: string) => {
    const { examples } = found.find(({ table }) => table === name) ?? {};
    return [examples?.missing.sort(), examples?.extra.sort()];
  };
  expect(examplesOf('signals')).toEqual([[newer], [newer, withdrawn].sort()]);
  expect(examplesOf('signals_by_type')).toEqual([
    [unlisted, newer].sort(),
    [newer, withdrawn].sort(),
  ]);
  expect(examplesOf('signal_vectors')).toEqual([[lost, newer].sort(), []]);
  expect(found.map(({ missing }) => missing)).toEqual([1, 1, 2, 1, 0, 1, 2]);
});

it('compares every table that has versions of signals', async () => {
  const tables = await service.clickhouse.rows<{ table: string }>(
    `SELECT table FROM system.columns WHERE database = currentDatabase()
       AND name IN ('signal_id', 'version', 'is_deleted')
       AND table IN (SELECT name FROM system.tables
         WHERE database = currentDatabase() AND engine LIKE '%MergeTree')
     GROUP BY table HAVING count() = 3 AND table != 'signal_keys' ORDER BY table`,
  );
  const compared = (await compare()).map(({ table }) => table);
  expect(compared.sort()).toEqual(tables.map(({ table }) => table));
});
